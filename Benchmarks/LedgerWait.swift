// ledger.wait: how long a guest waits while the ledger takes records of others.

import Ledger
import Sync
import TicketSigning

/// The longest wait of a scan while another ledger's records are merged, against the limit.
struct LedgerWait: Benchmark {
    let name = "ledger.wait"
    let summary = "the longest wait of a scan during a sync, against the limit of 100 ms"

    /// The longest time for which a sync may keep a guest waiting, in milliseconds.
    private static let limit = 100.0

    func run(in context: BenchmarkContext) async throws -> Outcome {
        let boxes = try await WaitingBoxes(in: context.folder, count: context.isQuick ? 2_000 : 20_000)
        func figure(_ part: String, _ wait: Double) -> Figure {
            let samples = Samples(ours: wait * 1e3, theirs: Self.limit)
            return Figure(name + part, in: .milliseconds, against: "limit", goal: .atMost(1), samples)
        }
        return .figures([
            figure("", try await boxes.waitForPages()),
            figure(".file", try await boxes.waitForFile()),
            figure(".revocation", try await boxes.waitForRevocation()),
        ])
    }
}

/// An organiser's ledger with a list and the scans of a gate, and two doors that have the event only.
private struct WaitingBoxes {
    private let office, door, other: Box
    private let stolen: Box
    private let root: RootKey
    private let event: Event

    private struct Box: Sendable {
        let ledger: Ledger
        let key: BoxKey

        init(_ name: String, in folder: String) throws {
            key = try BoxKey()
            ledger = try Ledger(
                creating: "\(folder)/wait-\(name).sqlite", boxName: name, key: key.publicKey.bytes)
        }

        func share(with other: Box) async throws {
            let now = { @Sendable in SampleLedger.instant }
            let transport = LocalSyncTransport(to: other.ledger, signedBy: other.key, now: now)
            _ = try await SyncSession(ledger, signedBy: key, over: transport, now: now).run()
        }
    }

    /// - Parameters:
    ///   - folder: Where the ledgers are made.
    ///   - count: The number of tickets on the list, and of scans of the box that is revoked.
    /// - Throws: `LedgerError`.
    init(in folder: String, count: Int) async throws {
        office = try Box("office", in: folder)
        door = try Box("door", in: folder)
        other = try Box("other", in: folder)
        stolen = try Box("stolen", in: folder)
        root = try MasterKey.random().rootKey()
        event = Event(slug: "night", name: "Summer Night")
        for box in [office, door, other, stolen] {
            try await box.ledger.pin(Root(root.publicKey))
            let name = try await box.ledger.ownBox().name
            try await admit(box, named: name, as: box.key.publicKey == office.key.publicKey ? .organiser : .gate)
        }
        try await office.ledger.add(event, gates: [.main])
        for box in [door, other, stolen] { try await box.share(with: office) }
        let tickets = (0..<count).map { number in
            IssuedTicket(
                ticket: Ticket(event: event.id, user: .random(), id: .random()), epoch: 1, tier: "Regular",
                holder: "Guest \(number)", reference: "guest\(number)@example.org")
        }
        try await office.ledger.add(tickets)
        for ticket in tickets { try await letIn(ticket.ticket, at: stolen.ledger) }
        try await stolen.share(with: office)
    }

    /// Returns the seconds of the longest wait while a list and scans arrive page by page.
    func waitForPages() async throws -> Double {
        try await longestWait(at: door.ledger) { try await door.share(with: office) }
    }

    /// Returns the same for one long file.
    func waitForFile() async throws -> Double {
        let payload = try await SyncPayload(
            of: office.ledger, signedBy: office.key, for: nil, on: SampleLedger.instant)
        return try await longestWait(at: other.ledger) {
            _ = try await other.ledger.merge(payload, on: SampleLedger.instant)
        }
    }

    /// Returns the same while a box is revoked whose scans are all known.
    func waitForRevocation() async throws -> Double {
        let nothing = Revocation.nothing(since: SampleLedger.instant)
        try await admit(stolen, named: "stolen", as: .gate, revoked: nothing)
        return try await longestWait(at: door.ledger) { try await door.share(with: office) }
    }

    private func admit(_ box: Box, named name: String, as role: BoxRole, revoked: Revocation? = nil) async throws {
        let terms = MembershipTerms(
            key: box.key.publicKey.bytes, name: name, rights: MemberRights(role), serial: revoked == nil ? 1 : 2,
            start: SampleLedger.instant, revoked: revoked, root: root.publicKey)
        try await office.ledger.add(SignedMembership(Membership(terms), signature: root.sign(terms)))
    }

    private func letIn(_ ticket: Ticket, at ledger: Ledger) async throws {
        let gate = Gate(event: event.id, name: .main)
        let staff = try Attribution(actor: "bench")
        _ = try await ledger.decideWithoutVerifying(
            ticket, at: gate, on: SampleLedger.instant, attribution: staff
        ) { _ in WalkedIn() }
    }

    private func longestWait(
        at ledger: Ledger,
        during work: @escaping @Sendable () async throws -> Void
    ) async throws -> Double {
        try await withThrowingTaskGroup(of: Double.self) { group in
            group.addTask {
                try await work()
                return 0
            }
            group.addTask {
                var longest = 0.0
                while !Task.isCancelled {
                    let guest = Ticket(event: event.id, user: .random(), id: .random())
                    let wait = try? await seconds { try await letIn(guest, at: ledger) }
                    longest = max(longest, wait ?? 0)
                    try? await Task.sleep(for: .milliseconds(5))
                }
                return longest
            }
            _ = try await group.next()
            group.cancelAll()
            return try await group.next() ?? 0
        }
    }
}

/// The verdict of a door without rules.
private struct WalkedIn: RecordableVerdict {
    let answer = Answer.admit
    let reasonCode = "admitted"
    let recording = Recording.admission
}
