// Ranges of ticket numbers as people write them.

import ArgumentParser
import DoorOutput
import DoorTexts
import TicketSigning

/// Ticket numbers as text: `17` or `1-500`.
enum PartnerNumbers {
    /// Parses a number or a range.
    ///
    /// - Parameter text: `17` or `1-500`.
    /// - Returns: The numbers, from 1.
    /// - Throws: `ValidationError` for anything else.
    static func parsed(_ text: String) throws -> ClosedRange<UInt32> {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { digits in
            digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt32(digits) : nil
        }
        guard 1...2 ~= ends.count, let first = ends.first ?? nil, let last = ends.last ?? nil else {
            throw ValidationError(
                "'\(text.printable)' is not a range of ticket numbers: give one such as 1-500, or 17, and repeat the "
                    + "option for more.")
        }
        guard first > 0 else { throw ValidationError("'\(text.printable)': ticket numbers begin with 1.") }
        guard first <= last else {
            throw ValidationError(
                "'\(text.printable)' runs backwards: write the smaller number first, \(last)-\(first).")
        }
        return first...last
    }

    /// Returns a range as text.
    static func text(_ numbers: ClosedRange<UInt32>) -> String {
        numbers.count == 1 ? "\(numbers.lowerBound)" : "\(numbers.lowerBound)-\(numbers.upperBound)"
    }

    /// Returns the numbers of a grant as text: `1-500, 501-520 VIP`.
    static func text(_ ranges: [PartnerGrant.Range]) -> String {
        ranges.map { text($0.numbers) + ($0.tier.map { " \($0)" } ?? "") }.joined(separator: ", ")
    }
}
