// list.import: how fast a ticket list comes into the ledger, and what it takes.

import FoundationEssentials
import Glibc
import Ledger
import TicketSigning

/// `doorcheck ticket import` of a CSV file beside `sqlite3`'s own `.import` of the same file, and the search for names
/// in what was imported.
///
/// The peer fills one table without a key or an index, and without syncing; ours makes the identifiers, checks every
/// row, and fills a table with a primary key, three indexes, and an index of words, durably.
struct ListImport: Benchmark {
    let name = "list.import"
    let summary = "importing 1 million rows of CSV against sqlite3's .import, its memory, and finding names in them"

    func run(in workshop: Workshop) async throws -> Outcome {
        let sizes = workshop.listSizes
        let long = try await ImportSample(in: "\(workshop.folder)/import-long", rows: sizes.long)
        let short = try await ImportSample(in: "\(workshop.folder)/import-short", rows: sizes.short)
        let program = workshop.programs + "/doorcheck"
        var peaks: (long: [Double], short: [Double]) = ([], [])
        let rates = try await Samples(rounds: workshop.isQuick ? 1 : 3) {
            try await long.makeLedger()
            let start = ContinuousClock.now
            peaks.long.append(try long.importing(with: program))
            return (ContinuousClock.now - start) / .seconds(1)
        } theirs: {
            try await seconds { try long.importingBare() }
        }
        try await short.makeLedger()
        let smallPeak = try short.importing(with: program)
        let memory = Samples(ours: peaks.long.max() ?? 0, theirs: smallPeak)
        return .figures([
            Figure(
                name, in: .perSecond, against: "sqlite3 .import", goal: .atLeast(0.5),
                rates.map { Double(sizes.long) / $0 }
            ),
            Figure(name + ".memory", in: .megabytes, against: "\(sizes.short) rows", memory),
            Figure(
                "ticket.find", in: .microseconds, against: "20 ms", goal: .atMost(1),
                Samples(ours: try await slowestSearch(in: long, rounds: workshop.isQuick ? 3 : 20), theirs: 20_000)
            ),
        ])
    }

    /// Microseconds of the slowest of several searches, each the best of its rounds.
    private func slowestSearch(in sample: ImportSample, rounds: Int) async throws -> Double {
        let ledger = try Ledger(opening: sample.ledger, for: .reading)
        var slowest = 0.0
        for text in ["a", "sh", "sha", "novak", "aarti sha", "o", "lukasz lind", "guest4711@example.org", "zzz"] {
            var best = Double.infinity
            for _ in 0..<rounds {
                best = min(best, try await seconds { _ = try await ledger.tickets(matching: text, limit: 50) } * 1e6)
            }
            slowest = max(slowest, best)
        }
        return slowest
    }
}

/// A list in a file, and the ledgers it is imported into.
private struct ImportSample {
    let folder: String

    var ledger: String { folder + "/ledger.sqlite" }
    private var list: String { folder + "/list.csv" }
    private var configuration: String { folder + "/doorcheck.toml" }

    private static let firstNames = [
        "Aarti", "Bela", "Chiara", "Dmitri", "Emeka", "Fatou", "Greta", "Hana", "Ivo", "Jürgen", "Kato", "Łukasz",
        "Moses", "Nakato", "Omar", "Priya", "Quentin", "Rosa", "Sefa", "Zoë",
    ]
    private static let lastNames = [
        "Achieng", "Berg", "Costa", "Diallo", "Eriksen", "Fischer", "García", "Haile", "Ito", "Jensen", "Kimani",
        "Lindqvist", "Mbeki", "Novák", "Okello", "Petrova", "Shah", "Tanaka",
    ]

    init(in folder: String, rows: Int) async throws {
        guard mkdir(folder, 0o700) == 0 else { throw BenchmarkError.folder(path: folder, errno: errno) }
        self.folder = folder
        var text =
            "Order ID,Attendee first name,Attendee last name,Attendee email,Ticket type,Ticket quantity,Barcode number\n"
        text.reserveCapacity(rows * 80)
        for row in 0..<rows {
            let first = Self.firstNames[row * 7 % 20]
            let last = Self.lastNames[row * 11 % 18]
            let tier = row % 10 == 4 ? "VIP" : "Regular"
            text += "\(100_000_000 + row / 2),\(first),\(last),guest\(row)@example.org,\(tier),1,"
            text += "\(9_100_000_000_000_000 + row * 7919)\n"
        }
        try Data(text.utf8).write(to: URL(filePath: list))
        try Data("ledger = \"ledger.sqlite\"\nkeys = \"keys\"\n".utf8).write(to: URL(filePath: configuration))
    }

    /// An empty ledger with one event, in place of the one there was.
    func makeLedger() async throws {
        for suffix in ["", "-wal", "-shm"] { unlink(ledger + suffix) }
        let made = try Ledger(creating: ledger, boxName: "bench")
        let event = Event(slug: "night", name: "Summer Night")
        try await made.add(event, gates: [.main])
        let key = try MasterKey.random().eventKey(for: event.id, epoch: 1)
        try await made.add(KeyFacts(keyID: key.keyID, event: event.id, epoch: 1))
    }

    /// Imports as an organiser would.
    ///
    /// - Parameter program: `doorcheck`.
    /// - Returns: The process's peak resident memory, in megabytes.
    /// - Throws: ``BenchmarkError``.
    func importing(with program: String) throws -> Double {
        let arguments = ["ticket", "import", list, "--json", "--config", configuration]
        return try ChildProcess(program, arguments, output: folder + "/report").waitForPeakMegabytes()
    }

    /// Imports as SQLite's shell does, into a new table.
    func importingBare() throws {
        unlink(folder + "/bare.sqlite")
        let arguments = [folder + "/bare.sqlite", ".mode csv", ".import \(list) list"]
        try ChildProcess("sqlite3", arguments, output: "/dev/null").waitForSuccess()
    }
}

extension ChildProcess {
    /// Waits until the program ends, and expects it to have done its work.
    ///
    /// - Returns: Its peak resident memory, in megabytes (getrusage(2), `ru_maxrss`).
    /// - Throws: ``BenchmarkError/program(name:trouble:)``.
    fileprivate func waitForPeakMegabytes() throws -> Double {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(id, &status, 0, &usage) < 0 {
            guard errno == EINTR else { throw BenchmarkError.program(name: name, trouble: "was lost") }
        }
        guard status == 0 else { throw BenchmarkError.program(name: name, trouble: "did not import the list") }
        return Double(usage.ru_maxrss) * 1024 / 1e6
    }
}
