// What in a list is no fault, and probably not meant.

import Ledger

/// Tells, once a list is taken, what the person who wrote it may want to look at.
enum ListAdvice {
    /// Kinds of tickets that differ in capitals and signs alone, or by one letter: the terms of one do not hold for the
    /// other.
    ///
    /// - Parameters:
    ///   - tiers: Those of the list.
    ///   - terms: Of the event, with the tiers that it has.
    /// - Returns: A sentence for each such pair or more.
    static func spellings(of tiers: Set<String>, _ terms: EventTerms) -> [String] {
        SimilarName.pairs(of: tiers, among: Set(terms.tiers.keys)).map { names in
            let quoted = names.map { "'\($0.printable)'" }.joined(separator: " and ")
            return
                "\(quoted) are kinds of tickets of their own, each with its own terms; write them alike if they are one."
        }
    }

    /// Rows that say the same of the same guest.
    ///
    /// - Parameter guests: Of a list.
    /// - Returns: A sentence, or `nil` where there are none.
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
            "\("row".counted(count)) \(count == 1 ? "is" : "are") like another one in all that is used: each is a ticket."
    }
}
