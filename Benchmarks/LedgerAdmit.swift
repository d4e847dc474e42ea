// ledger.admit: the ledger's overhead over the bare sqlite3 C API.

import Ledger
import TicketSigning

/// Durable admissions per second, of our ledger and of the same statements through the bare C API.
struct LedgerAdmit: Benchmark {
    let name = "ledger.admit"
    let summary = "durable admissions per second, against the same statements through sqlite3's C API"

    /// The number of admissions per turn: few, because the speed of a shared disk can change tenfold within a second.
    private static let block = 20

    func run(in context: BenchmarkContext) async throws -> Outcome {
        let rounds = context.isQuick ? 3 : 15
        let turns = context.isQuick ? 2 : 10
        let count = Self.block * turns * (rounds + 1)
        let ours = try await SampleLedger(in: context.folder + "/admit-ours", tickets: count, codes: count)
        let theirs = try await SampleLedger(in: context.folder + "/admit-theirs", tickets: count, codes: count)
        let bare = try BareLedger(path: theirs.path)
        var ourTickets = try ours.codes.map(ours.verifier.verify(code:))[...]
        var theirTickets = try theirs.codes.map(theirs.verifier.verify(code:))[...]
        let times = try await Samples(rounds: rounds, turns: turns) {
            let tickets = ourTickets.prefix(Self.block)
            ourTickets = ourTickets.dropFirst(Self.block)
            return try await seconds {
                for ticket in tickets {
                    _ = try await ours.ledger.decide(ticket, at: ours.gate, on: SampleLedger.instant) { _ in
                        Admitted()
                    }
                }
            }
        } theirs: {
            let tickets = theirTickets.prefix(Self.block)
            theirTickets = theirTickets.dropFirst(Self.block)
            return try await seconds {
                for ticket in tickets {
                    try bare.admit(ticket.ticket, at: theirs.gate, on: SampleLedger.instant)
                }
            }
        }
        try await requireEqual(ours, theirs, count: count)
        let rates = times.map { Double(Self.block * turns) / $0 }
        return .figures([Figure(name, in: .perSecond, against: "sqlite3", goal: .atLeast(0.9), rates)])
    }

    private func requireEqual(_ ours: SampleLedger, _ theirs: SampleLedger, count: Int) async throws {
        let admitted = (
            ours: try await ours.ledger.counts(of: ours.event.id).admitted,
            theirs: try await theirs.ledger.counts(of: theirs.event.id).admitted
        )
        guard admitted == (count, count) else {
            throw BenchmarkError.unequal(what: "admissions", ours: admitted.ours, theirs: admitted.theirs)
        }
    }
}

/// The verdict of a door without rules.
private struct Admitted: RecordableVerdict {
    let answer = Answer.admit
    let reasonCode = "admitted"
    let recording = Recording.admission
}
