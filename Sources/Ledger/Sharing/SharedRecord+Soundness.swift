// Checks whether a ledger can store a record and read it back.

import TicketSigning

extension SharedRecord {
    /// Whether a ledger could have written it. Constraints that the tables enforce are not checked here, and numbers
    /// are checked when they are decoded: see ``Bounded``.
    var isSound: Bool {
        switch self {
        case .box(let box): box.isSound
        case .membership(let membership): membership.isSound
        case .event(let event): event.isSound
        case .key(let key): key.isSound
        case .grant(let grant): grant.isSound
        case .message(let message): message.isSound
        case .change(let change): change.isSound
        case .ticket(let ticket): ticket.removed != false
        case .scan: true
        }
    }
}

extension SharedBox {
    /// Whether the key is that of the box.
    package var isSound: Bool { key.bytes.count == Ed25519.keyByteCount && id == BoxID(ofKey: key.bytes) }
}

extension SharedEvent {
    fileprivate var isSound: Bool {
        oldKeys != OldKeyPolicy.refuse.rawValue && exits != ExitPolicy.open.rawValue
            && zones.allSatisfy { ZoneName($0.name) != nil && $0.restricted != false }
            && gates.allSatisfy {
                GateName($0.name) != nil && ZoneName($0.zone) != nil
                    && ($0.tiers.map { !$0.isEmpty && $0 == Set($0).sorted() } ?? true)
            }
    }
}

extension SharedMessage {
    fileprivate var isSound: Bool {
        GateMessage.isText(text) && (try? Attribution(actor: actor, why: nil)) != nil
            && gate.map { GateName($0) != nil } ?? true && until > at
    }
}

extension SharedChange {
    fileprivate var isSound: Bool {
        TicketAction(rawValue: action) != nil && TicketStatus(rawValue: was) != nil
            && TicketStatus(rawValue: status) != nil && (try? Attribution(actor: actor, why: why)) != nil
    }
}
