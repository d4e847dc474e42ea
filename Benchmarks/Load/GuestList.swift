// An event at which boxes work.

import HubClient
import HubProtocol
import Ledger
import Sync
import TicketSigning

/// The organiser's ledger, which brings the list to the hub.
struct GuestList {
    let event: Event
    let hub: HubFingerprint
    let verifier: TicketVerifier
    let introduction: String
    private let codes: [(ticket: TicketID, code: String)]
    /// The records that every box needs, and the tickets that only the boxes that scan them need.
    private let lists: SharedPage
    private let tickets: [TicketID: SharedRecord]
    private let ledger: Ledger
    private let transport: HubSyncTransport
    private let secret: BoxKey

    /// - Parameters:
    ///   - number: 0, 1, 2 …
    ///   - folder: The folder of all ledgers.
    ///   - count: The number of tickets.
    ///   - address: The hub's address.
    ///   - hub: The hub's fingerprint.
    /// - Throws: `LedgerError`, `SigningError`, `KeyFileError`, `SyncFileError`.
    init(
        _ number: Int,
        in folder: String,
        tickets count: Int,
        at address: HubAddress,
        _ hub: HubFingerprint
    ) async throws {
        self.hub = hub
        let name = "organiser-\(number + 1)"
        secret = try BoxKey(at: "\(folder)/\(name).secret")
        ledger = try Ledger(creating: "\(folder)/\(name).sqlite", boxName: name, key: secret.publicKey.bytes)
        event = Event(slug: "trial-\(number + 1)", name: "Trial \(number + 1)")
        try await ledger.add(event, gates: [.main])
        let key = try MasterKey.random().eventKey(for: event.id, epoch: 1)
        var ring = KeyRing()
        try ring.insert(key)
        verifier = TicketVerifier(keyRing: ring)
        let signer = TicketSigner(key: key)
        var codes: [(ticket: TicketID, code: String)] = []
        for start in stride(from: 0, to: count, by: 1000) {
            let tickets = (start..<min(start + 1000, count)).map { [event] number in
                IssuedTicket(
                    ticket: Ticket(event: event.id, user: .random(), id: .random()), epoch: key.epoch,
                    tier: number.isMultiple(of: 10) ? "VIP" : "Regular", holder: "Guest \(number)",
                    reference: "guest\(number)@example.org"
                )
            }
            try await ledger.add(tickets)
            codes += try tickets.map { ($0.ticket.id, try signer.sign($0.ticket).code) }
        }
        self.codes = codes
        let nobody = VersionVector(
            ledger: .random(), name: "", end: ListCursor(epoch: .random()), pulled: nil, highWaterMarks: [])
        lists = try await ledger.page(after: nobody, on: LoadClock.now, limit: count + 100)
        tickets = Dictionary(
            lists.records.compactMap { if case .ticket(let ticket) = $0 { (ticket.id, $0) } else { nil } },
            uniquingKeysWith: { $1 }
        )
        let box = try await ledger.ownBox()
        // It need not read whatever else the hub has.
        introduction = introduce(box.id, named: box.name, secret, at: event.id)
        let connection = HubConnection(
            to: address, as: box.id, key: secret, hub: hub, now: { LoadClock.now.milliseconds })
        transport = HubSyncTransport(over: connection, to: address)
    }

    /// Sends all records to the hub.
    func share() async throws {
        _ = try await SyncSession(ledger, signedBy: secret, over: transport, now: { LoadClock.now }).run()
    }

    /// Returns the codes of some tickets.
    subscript(range: Range<Int>) -> [String] { codes[range].map(\.code) }

    /// Returns the records that a box needs for some tickets.
    func page(of range: Range<Int>) -> SharedPage {
        let records = lists.records.filter { if case .ticket = $0 { false } else { true } }
        return SharedPage(start: nil, end: lists.end, records: records + codes[range].compactMap { tickets[$0.ticket] })
    }
}

/// Returns a line that describes a box, for registration with the hub.
///
/// - Parameters:
///   - box: The box.
///   - name: Its name.
///   - key: Its key.
///   - event: The only event that it may see; `nil` for all.
/// - Returns: The line.
func introduce(_ box: BoxID, named name: String, _ key: BoxKey, at event: EventID? = nil) -> String {
    func digits(_ bytes: [UInt8]) -> String {
        bytes.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
    }
    let scope = event.map { " " + digits($0.bytes) } ?? ""
    return "\(name) \(digits(box.bytes)) \(digits(key.publicKey.bytes))\(scope)"
}
