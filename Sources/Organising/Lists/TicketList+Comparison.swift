// Compares a list with the ledger before it is imported.

package import Ledger
package import TicketLists

extension TicketList {
    /// Reads all rows, and stages their tickets next to the ledger; nothing on it changes. Blocks its thread.
    ///
    /// - Parameters:
    ///   - ledger: The ledger, which `Ledger.addStagedTickets(of:epoch:from:)` then adds the tickets to.
    ///   - event: The event.
    ///   - file: The origin of the list.
    ///   - tiers: The event's tiers: rows get their spelling, because the same letters can be other bytes.
    ///   - isWhole: Whether the rows that are read are all of the file's: if so, and if each is understood, a ticket
    ///     that the file no longer gives is taken off the list.
    ///   - entry: Called with each row that was understood.
    ///   - fault: Called with each fault: of rows that were not understood, then of rows that conflict with others.
    /// - Returns: What the import would do, and the remarks on the list.
    /// - Throws: `ListError`, `LedgerError`; rethrows errors of `entry`.
    package func compare(
        with ledger: Ledger,
        of event: Event,
        from file: ListFile,
        tiers: [String],
        isWhole: Bool,
        entry: (ListEntry) throws -> Void,
        fault: (ListFault) -> Void
    ) throws -> (plan: ImportPlan, remarks: [ListRemark]) {
        var remarks = remarks + [remark(forEvent: [event.name, event.slug])].compactMap(\.self)
        var isUnderstood = true
        var named: Set<String> = []
        let spelling = Dictionary(tiers.map { ($0, $0) }) { first, _ in first }
        let plan = try ledger.stageTickets(of: event.id, from: file, isWhole: { isWhole && isUnderstood }) { add in
            remarks += try forEachEntry { row in
                try entry(row)
                if let tier = row.tier { named.insert(tier) }
                try add(ImportedTicket(row, of: event.id, tier: row.tier.map { spelling[$0] ?? $0 }))
            } fault: {
                isUnderstood = false
                fault($0)
            }
        }
        remarks += ListRemark.spellings(of: named, among: tiers)
        for conflict in plan.conflicts { fault(ListFault(conflict, in: mapping)) }
        return (plan, remarks)
    }
}
