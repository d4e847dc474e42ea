// Tiers of a list that are probably one.

import DoorOutput
import DoorTexts
package import TicketLists

extension ListRemark {
    /// Finds tiers that differ only in case, in punctuation or by one letter: the rules of one do not apply to the
    /// other.
    ///
    /// - Parameters:
    ///   - tiers: The tiers in a list.
    ///   - known: The event's tiers.
    /// - Returns: A warning for each group of similar tiers.
    package static func spellings(of tiers: Set<String>, among known: some Sequence<String>) -> [ListRemark] {
        SimilarName.pairs(of: tiers, among: Set(known)).map { names in
            let quoted = names.map { "'\($0.printable)'" }.joined(separator: " and ")
            return ListRemark(
                .warning,
                "\(quoted) are kinds of tickets of their own, each with its own terms; write them alike if they are "
                    + "one.")
        }
    }
}
