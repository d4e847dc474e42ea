// Ledgers for measurements.

import Admission
import FoundationEssentials
import Glibc
import Ledger
import Sync
import TicketSigning

/// A ledger with one event and many tickets, and the codes of some of them.
struct SampleLedger: Sendable {
    /// The folder of the ledger, the event's key and the codes.
    let folder: String
    let ledger: Ledger
    let event: Event
    let verifier: TicketVerifier
    /// The codes of tickets that are evenly distributed over the list.
    let codes: [String]
    /// The size of the ledger's file when this value was created or opened.
    let byteCount: Int

    /// The time of all admissions; the system clock does not affect the measurements.
    static let instant = Timestamp(milliseconds: 1_800_000_000_000)

    /// The number of tickets added to the list per transaction; memory use does not grow with the list.
    private static let batch = 10_000

    /// Creates a ledger.
    ///
    /// - Parameters:
    ///   - folder: The folder to create; must not exist.
    ///   - count: The number of tickets on the list.
    ///   - codeCount: The number of tickets whose codes are kept, 1 to `count`.
    /// - Throws: `LedgerError`, `SigningError`, ``BenchmarkError``.
    init(in folder: String, tickets count: Int, codes codeCount: Int) async throws {
        guard mkdir(folder, 0o700) == 0 else { throw BenchmarkError.folder(path: folder, errno: errno) }
        try await Self.fill(folder, tickets: count, codes: codeCount)
        try await self.init(opening: folder)
    }

    /// Creates the files; closes the ledger, so that everything is in its main file and not in the write-ahead log.
    private static func fill(_ folder: String, tickets count: Int, codes codeCount: Int) async throws {
        let ledger = try Ledger(creating: ledgerPath(in: folder), boxName: "bench", key: BoxKey().publicKey.bytes)
        let event = Event(slug: "night", name: "Summer Night")
        try await ledger.add(event, gates: [.main])
        let key = try MasterKey.random().eventKey(for: event.id, epoch: 1)
        let signer = TicketSigner(key: key)
        var codes: [String] = []
        for start in stride(from: 0, to: count, by: batch) {
            let numbers = start..<min(start + batch, count)
            let tickets = numbers.map { ticket($0, of: event, signedWith: key) }
            try await ledger.add(tickets)
            for number in numbers where number * codeCount % count < codeCount {
                codes.append(try signer.sign(tickets[number - start].ticket).code)
            }
        }
        try KeyFile.writeEventKey(key, to: folder + "/key")
        try Data(codes.joined(separator: "\n").utf8).write(to: URL(filePath: folder + "/codes"))
    }

    /// Opens a ledger created earlier, as another process would.
    ///
    /// - Parameter folder: The ledger's folder.
    /// - Throws: `LedgerError`, `KeyFileError`, ``BenchmarkError``.
    init(opening folder: String) async throws {
        let ledger = try Ledger(opening: Self.ledgerPath(in: folder), for: .writing)
        guard let event = try await ledger.event(named: "night"),
            let codes = FileManager.default.contents(atPath: folder + "/codes")
        else { throw BenchmarkError.folder(path: folder, errno: ENOENT) }
        var ring = KeyRing()
        guard case .event(let key) = try KeyFile.read(at: folder + "/key") else {
            throw KeyFileError.notEventKey(path: folder + "/key")
        }
        try ring.insert(key)
        var facts = stat()
        guard stat(ledger.path, &facts) == 0 else { throw BenchmarkError.folder(path: ledger.path, errno: errno) }
        self.folder = folder
        self.ledger = ledger
        self.event = event
        self.verifier = TicketVerifier(keyRing: ring)
        self.codes = String(decoding: codes, as: UTF8.self).split(separator: "\n").map(String.init)
        self.byteCount = Int(facts.st_size)
    }

    /// The ledger's file.
    var path: String { ledger.path }

    /// The gate of all admissions.
    var gate: Gate { Gate(event: event.id, name: .main) }

    /// Returns a desk that judges as the door does.
    ///
    /// - Returns: A desk with the standard rules.
    /// - Throws: `LedgerError`.
    func desk() async throws -> AdmissionDesk {
        AdmissionDesk(verifier: verifier, ledger: ledger, box: try await ledger.ownBox(), event: event, gate: .main)
    }

    private static func ledgerPath(in folder: String) -> String { folder + "/ledger.sqlite" }

    private static func ticket(_ number: Int, of event: Event, signedWith key: EventKey) -> IssuedTicket {
        IssuedTicket(
            ticket: Ticket(event: event.id, user: .random(), id: .random()),
            epoch: key.epoch,
            tier: number.isMultiple(of: 10) ? "VIP" : "Regular",
            holder: "Guest \(number)",
            reference: "guest\(number)@example.org"
        )
    }
}
