// Copies of boxes that go on beside them.

import Sync
import TestSupport
import TicketSigning

@testable import Ledger

extension Simulation {
    /// How many copies there are at a time: each makes every round of syncs longer.
    private static let copyLimit = 2

    /// The numbers of the boxes that are one and the same: a box and its copies.
    func copies(of number: Int) -> [Int] {
        nodes.indices.filter { nodes[$0].box.id == nodes[number].box.id }
    }

    /// Whether a box is a copy of one before it.
    func isCopy(_ number: Int) -> Bool { copies(of: number).first != number }

    /// Somebody starts a second machine with a box's disk, and guests often come to both; or the last such copy is
    /// gone for good.
    mutating func clone(_ number: Int) async throws {
        let copies = nodes.indices.filter(isCopy)
        guard copies.count < Self.copyLimit, copies.isEmpty || Bool.random(using: &random) else {
            return try await endLastCopy()
        }
        guard number != theft?.number else { return }
        let usesBackup = access(nodes[number].backup) && Bool.random(using: &random)
        let name = "\(nodes[number].name)-copy-\(outcome.steps)"
        cloned.insert(nodes[number].box.id)
        nodes.append(try SimulatedNode(copying: nodes[number], as: name, usesBackup: usesBackup))
        roles.append(roles[number])
        rights += rights.isEmpty ? [] : [rights[number]]
        for one in [number, nodes.count - 1] where Bool.random(using: &random) { try await rush(at: one) }
    }

    /// A copy that the other one's entry has not reached takes its claim for unused: it gives it back, and lets in once
    /// more. That is a double admission.
    mutating func forgetClaimsOfCopies(of root: TicketID, at number: Int) async throws {
        guard let entries = claimed[root], !cloned.isDisjoint(with: entries.keys.map(\.box)) else { return }
        let (box, held) = (nodes[number].box.id, try await Self.scans(nodes[number].ledger))
        for (scan, claim) in entries where cloned.contains(scan.box) {
            let isKnown = await model.stands(claim) && (scan.box != box || held.contains(scan))
            if !isKnown { claimed[root]?[scan] = nil }
        }
    }

    private mutating func endLastCopy() async throws {
        let last = nodes.count - 1
        guard isCopy(last) else { return }
        outcome.counts[.cloneEnd, default: 0] += 1
        if partitioned.contains(last) { await cutOff(last) }
        try nodes.removeLast().end()
        roles.removeLast()
        rights = Array(rights.prefix(last))
        try await forgetWhatNobodyHas()
    }
}
