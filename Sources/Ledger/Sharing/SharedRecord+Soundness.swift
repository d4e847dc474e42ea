// Checks whether a ledger can store a record and read it back.

import TicketSigning

extension SharedRecord {
    /// Whether a ledger could have written it. Constraints that the tables enforce are not checked here.
    var isSound: Bool {
        switch self {
        case .box: true
        case .event(let event): event.isSound
        case .key(let key):
            key.suite == 1 && key.retired != false && KeyID(key.id) != nil && key.epoch <= KeyRecord.lastEpoch
        case .message(let message): message.isSound
        case .change(let change): change.isSound
        case .ticket(let ticket):
            [ticket.opens, ticket.closes].areMoments && ticket.stamp.hlc >= 0 && ticket.removed != false
        case .scan(let scan): [scan.at].areMoments
        }
    }
}

extension SharedEvent {
    /// One year: more than anyone needs to undo something.
    private static let longestUndo: Int64 = 366 * 86_400_000

    fileprivate var isSound: Bool {
        [opens, closes, day, closed].areMoments && (0...Self.longestUndo).contains(undo) && stamp.hlc >= 0
            && oldKeys != OldKeyPolicy.refuse.rawValue
            && zones.allSatisfy { ZoneName($0.name) != nil }
            && gates.allSatisfy { GateName($0.name) != nil && ZoneName($0.zone) != nil }
            && tiers.allSatisfy { [$0.opens, $0.closes].areMoments }
    }
}

extension SharedMessage {
    fileprivate var isSound: Bool {
        GateMessage.isText(text) && (try? Attribution(actor: actor, why: nil)) != nil
            && gate.map { GateName($0) != nil } ?? true && [at, until].areMoments && until > at
    }
}

extension SharedChange {
    fileprivate var isSound: Bool {
        TicketAction(rawValue: action) != nil && TicketStatus(rawValue: was) != nil
            && TicketStatus(rawValue: status) != nil && (try? Attribution(actor: actor, why: why)) != nil
            && [at].areMoments
    }
}

extension [Int64?] {
    fileprivate var areMoments: Bool { allSatisfy { $0.map(Timestamp.range.contains) ?? true } }
}
