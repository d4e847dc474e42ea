// What somebody writes under a name that is not his: of a box that is no member, and of another box.

import FoundationEssentials
import Sync
import TestSupport
import TicketSigning

@testable import HubClient
@testable import Ledger

extension Simulation {
    /// Hands out lines and lists of a box that is no member, and some in the name of one that is, all of them signed
    /// with a key that the thief has just made.
    mutating func impersonate(from number: Int) async throws {
        let (key, victim) = (try BoxKey(seed: random.bytes(32)), honest.randomElement(using: &random))
        guard let victim else { return }
        theft?.strangers.insert(key.box)
        let page = try await everything(of: number)
        for name in [key.box, victim.box.id] {
            let box = SignedRecord(
                .box(SharedBox(id: name, key: RecordBytes(key.publicKey.bytes), name: "gate")), signature: nil)
            let records = try page.signed.map(\.record).impersonating(name).map { try $0.signed(by: key) }
            try await hand([box] + records, from: number)
        }
    }

    /// All that a box has, as it hands it to a ledger that has nothing.
    mutating func everything(of number: Int) async throws -> SharedPage {
        let node = nodes[number]
        let nobody = VersionVector(
            ledger: .random(using: &random), name: "", end: ListCursor(epoch: .random(using: &random)), pulled: nil,
            highWaterMarks: [])
        return try await node.ledger.page(after: nobody, on: node.clock.now, signedBy: node.key, limit: 1_000_000)
    }

    /// Hands records to another box or to the hub.
    mutating func hand(_ signed: [SignedRecord], from number: Int) async throws {
        let node = nodes[number]
        let page = SharedPage(start: nil, end: ListCursor(epoch: .random(using: &random)), signed: signed)
        let others = present.filter { $0 != number }
        if let receiver = others.randomElement(using: &random), Int.random(in: 0..<3, using: &random) > 0 {
            try await give(page, from: number, to: receiver)
        } else {
            let own = try await node.ledger.versionVector(for: nil, on: node.clock.now)
            do { _ = try await node.transport.send(page, from: own) } catch is HubClientError {}
        }
    }

    /// Hands a page to another box.
    ///
    /// - Returns: What it made of it; `nil` if it refused it.
    @discardableResult
    func give(_ page: SharedPage, from number: Int, to receiver: Int) async throws -> MergeResult? {
        let (ledger, now) = (nodes[receiver].ledger, nodes[receiver].clock.now)
        do { return try await ledger.merge(page, from: nodes[number].box.id, on: now) } catch LedgerError.refused {
            return nil
        }
    }
}

extension [SharedRecord] {
    /// Returns a line, a ticket and an event as another box would have written them after those that are here.
    fileprivate func impersonating(_ box: BoxID) throws -> [SharedRecord] {
        let scans = compactMap { if case .scan(let scan) = $0 { scan } else { nil } }
        let last = scans.filter { $0.box == box }.max { ($0.seq, $0.hlc) < ($1.seq, $1.hlc) }
        let line = try scans.last { $0.kind == "entry" }?.copied(to: box, after: last)
        let hlc = compactMap(\.stamp?.hlc).max() ?? 0
        let stamp = HybridTimestamp(hlc: hlc + 1, box: box)
        let versions = compactMap { record -> SharedRecord? in
            switch record {
            case .event(let event): .event(event.closing(stamp))
            case .ticket(let ticket): .ticket(ticket.taken(stamp))
            default: nil
            }
        }
        return versions + (line.map { [.scan($0)] } ?? [])
    }
}

extension SharedRecord {
    fileprivate func signed(by key: BoxKey) throws -> SignedRecord {
        if let place { return SignedRecord(self, signature: LineSignature.sign(place.chain, by: key)) }
        return SignedRecord(self, signature: try VersionSignature.sign(self, by: key))
    }
}

extension SharedEvent {
    fileprivate func closing(_ stamp: HybridTimestamp) -> SharedEvent {
        var copy = self
        (copy.stamp, copy.closed) = (stamp, stamp.hlc >> 16)
        return copy
    }
}

extension SharedTicket {
    fileprivate func taken(_ stamp: HybridTimestamp) -> SharedTicket {
        var copy = self
        (copy.stamp, copy.holder) = (stamp, "Eve")
        return copy
    }
}

extension SharedScan {
    /// Returns the scan as the next line of another log.
    fileprivate func copied(to other: BoxID, after parent: SharedScan?) throws -> SharedScan {
        let line = String(decoding: try SharedRecord.scan(self).line(), as: UTF8.self)
            .replacing("\"box\":\"\(box)\"", with: "\"box\":\"\(other)\"")
            .replacing("\"seq\":\(seq),", with: "\"seq\":\((parent?.seq ?? 0) + 1),")
            .replacing("\"hlc\":\(hlc),", with: "\"hlc\":\(max(hlc, (parent?.hlc ?? 0) + 1)),")
        let chained = try SharedRecord(line: Data(line.utf8)).chained(after: parent?.chain)
        guard case .scan(let result) = chained else { return self }
        return result
    }
}
