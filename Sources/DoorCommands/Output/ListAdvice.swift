// Advice about probable mistakes in a list that are not faults.

import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import Organising

/// Advises the list's author of probable mistakes after the list is imported.
enum ListAdvice {
    /// Finds tiers that differ only in case, in punctuation or by one letter: the terms of one do not apply to the
    /// other.
    ///
    /// - Parameters:
    ///   - tiers: The tiers in the list.
    ///   - terms: The event's terms, with its existing tiers.
    /// - Returns: One sentence for each group of similar tiers.
    static func spellings(of tiers: Set<String>, _ terms: EventTerms) -> [String] {
        SimilarName.pairs(of: tiers, among: Set(terms.tiers.keys)).map { names in
            let quoted = names.map { "'\($0.printable)'" }.joined(separator: " and ")
            return
                "\(quoted) are kinds of tickets of their own, each with its own terms; write them alike if they are "
                + "one."
        }
    }

    /// Finds duplicate rows of the same guest.
    ///
    /// - Parameter guests: The guests of a list.
    /// - Returns: A sentence, or `nil` if there are none.
    static func repeats(in guests: [Guest]) -> String? {
        let named = guests.filter { $0.name != nil }.map { guest in
            var guest = guest
            guest.imported = nil
            guest.line = nil
            return guest
        }
        let count = named.count - Set(named).count
        guard count > 0 else { return nil }
        return
            "\("row".counted(count)) \(count == 1 ? "is" : "are") identical to another; each became a separate ticket."
    }
}
