// ledger.inside: the effect of a full house on the door's speed.

import Ledger
import TicketSigning

/// The time of a look-up at a gate whose zone has a capacity, with many people inside and with few.
struct ZoneCount: Benchmark {
    let name = "ledger.inside"
    let summary = "look-ups at a gate of a zone with a capacity, 50 thousand people inside against 100"

    func run(in context: BenchmarkContext) async throws -> Outcome {
        let full = try await House(in: context.folder + "/house-full", people: context.isQuick ? 1_000 : 50_000)
        let empty = try await House(in: context.folder + "/house-empty", people: 100)
        let block = context.isQuick ? 100 : 2_000
        let times = try await Samples(rounds: context.isQuick ? 3 : 15) {
            try await seconds { for _ in 0..<block { try await full.look() } } * 1e6 / Double(block)
        } theirs: {
            try await seconds { for _ in 0..<block { try await empty.look() } } * 1e6 / Double(block)
        }
        return .figures([Figure(name, in: .microseconds, against: "100 people", goal: .atMost(1.2), times)])
    }
}

/// A ledger with people inside.
private struct House {
    let ledger: Ledger
    let gate: Gate

    init(in folder: String, people: Int) async throws {
        let sample = try await SampleLedger(in: folder, tickets: 1, codes: 1)
        ledger = sample.ledger
        gate = sample.gate
        try await ledger.update(sample.event, zones: [Zone(name: .main, capacity: people + 1)])
        let staff = try Attribution(actor: "bench", why: nil)
        for _ in 0..<people {
            let ticket = Ticket(event: gate.event, user: .random(), id: .random())
            _ = try await ledger.decideWithoutVerifying(
                ticket, at: gate, on: SampleLedger.instant, attribution: staff
            ) { _ in Entered() }
        }
    }

    func look() async throws {
        let ticket = Ticket(event: gate.event, user: .random(), id: .random())
        guard try await ledger.history(of: ticket, at: gate).door.inside != nil else {
            throw BenchmarkError.unequal(what: "zones with a capacity", ours: 0, theirs: 1)
        }
    }
}

/// The verdict of a door without rules.
struct Entered: RecordableVerdict {
    let answer = Answer.admit
    let reasonCode = "admitted"
    let recording = Recording.admission
}
