// list.import: the speed and cost of importing a ticket list.

import FoundationEssentials
import Glibc
import Ledger
import Sync
import TicketSigning

/// `doorcheck ticket import` of a CSV file compared with `.import` of the same file by `sqlite3`, and the search for
/// names in the imported list.
///
/// The peer fills one table without a key or an index, and without syncing. Ours generates the identifiers, checks
/// every row, and fills a table with a primary key, three indexes and an index of words, durably. The second peer is
/// SQLite alone doing all of that except the checks.
struct ListImport: Benchmark {
    let name = "list.import"
    let summary = "importing 1 million rows of CSV against sqlite3's .import, its memory, and finding names in them"

    func run(in context: BenchmarkContext) async throws -> Outcome {
        let sizes = context.listSizes
        let long = try await ImportSample(in: "\(context.folder)/import-long", rows: sizes.long)
        let short = try await ImportSample(in: "\(context.folder)/import-short", rows: sizes.long / 10)
        let program = context.programs + "/doorcheck"
        let longest = try await long.longestWait(besideImportBy: program)
        try await long.makeLedger()
        let statements = try ChildProcess.processorSeconds { try long.importingByStatements() }
        var peak = 0.0
        // Processor time varies little: one round is enough.
        let times = try await Samples(rounds: 1) {
            try await long.makeLedger()
            return try ChildProcess.processorSeconds { peak = max(peak, try long.importing(with: program)) }
        } theirs: {
            try ChildProcess.processorSeconds { try long.importingBare() }
        }
        try await short.makeLedger()
        let smallPeak = try short.importing(with: program)
        let rates = times.map { Double(sizes.long) / $0 }
        let figure = Figure(name, in: .perSecond, against: "sqlite3 .import", goal: .atLeast(0.5), rates)
        return .figures([
            figure,
            Figure(
                name + ".statements", in: .perSecond, against: "SQLite alone", goal: .atLeast(0.5),
                Samples(ours: figure.ours, theirs: Double(sizes.long) / statements)
            ),
            Figure(
                name + ".memory", in: .megabytes, against: "\(sizes.long / 10) rows", goal: .atMost(1.2),
                Samples(ours: peak, theirs: smallPeak)
            ),
            Figure(
                name + ".wait", in: .milliseconds, against: "a door's 2 s", goal: .atMost(0.25),
                Samples(ours: longest * 1000, theirs: 2000)
            ),
            Figure(
                "ticket.find", in: .microseconds, against: "20 ms", goal: .atMost(1),
                Samples(ours: try await slowestSearch(in: long, rounds: context.isQuick ? 3 : 20), theirs: 20_000)
            ),
        ])
    }

    /// Returns the time of the slowest of several searches in microseconds, each the best of its rounds.
    private func slowestSearch(in sample: ImportSample, rounds: Int) async throws -> Double {
        let ledger = try Ledger(opening: sample.ledger, for: .reading)
        var slowest = 0.0
        let texts = [
            "a", "sh", "sha", "novak", "o", "guest", "guest4711@example.org", "zzz", "lukasz lind", "aarti sha", "a o",
            "aarti example", "aarti guest", "guest example", "aarti 1004", "novak sha", "zzz guest",
        ]
        for text in texts {
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
private struct ImportSample: Sendable {
    let folder: String
    let rows: Int

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
        self.rows = rows
        let header =
            "Order ID,Attendee first name,Attendee last name,Attendee email,Ticket type,Ticket quantity,Barcode "
            + "number\n"
        // Written in pieces: a child process inherits this process's peak memory.
        guard let file = fopen(list, "w") else { throw BenchmarkError.folder(path: folder, errno: errno) }
        defer { fclose(file) }
        fputs(header, file)
        for row in 0..<rows {
            let first = Self.firstNames[row * 7 % 20]
            let last = Self.lastNames[row * 11 % 18]
            let tier = row % 10 == 4 ? "VIP" : "Regular"
            let person = "\(100_000_000 + row / 2),\(first),\(last),guest\(row)@example.org"
            fputs("\(person),\(tier),1,\(9_100_000_000_000_000 + row * 7919)\n", file)
        }
        try Data("ledger = \"ledger.sqlite\"\nkeys = \"keys\"\n".utf8).write(to: URL(filePath: configuration))
    }

    /// Creates an empty ledger with one event, replacing an existing one.
    func makeLedger() async throws {
        for suffix in ["", "-wal", "-shm"] { unlink(ledger + suffix) }
        let made = try Ledger(creating: ledger, boxName: "bench", key: BoxKey().publicKey.bytes)
        let event = Event(slug: "night", name: "Summer Night")
        try await made.add(event, gates: [.main])
        let key = try MasterKey.random().eventKey(for: event.id, epoch: 1)
        try await made.add(KeyRecord(keyID: key.keyID, event: event.id, epoch: 1))
    }

    /// Imports the list like an organiser.
    ///
    /// - Parameter program: The path of `doorcheck`.
    /// - Returns: The process's peak resident memory, in megabytes.
    /// - Throws: ``BenchmarkError``.
    func importing(with program: String) throws -> Double {
        let arguments = ["ticket", "import", list, "--json", "--config", configuration]
        return try ChildProcess(program, arguments, output: folder + "/report").waitForPeakMegabytes()
    }

    /// Measures the longest admission at an open door during the import of the list.
    ///
    /// - Parameter program: The path of `doorcheck`.
    /// - Returns: The time in seconds.
    /// - Throws: `LedgerError`, ``BenchmarkError``.
    func longestWait(besideImportBy program: String) async throws -> Double {
        try await makeLedger()
        let door = try Ledger(opening: ledger, for: .writing)
        let event = try await door.event(named: "night")?.id ?? .random()
        let gate = Gate(event: event, name: .main)
        let staff = try Attribution(actor: "bench", why: nil)
        return try await withThrowingTaskGroup(of: Double?.self) { group in
            group.addTask {
                _ = try importing(with: program)
                return nil
            }
            group.addTask {
                var longest = 0.0
                while !Task.isCancelled {
                    let ticket = Ticket(event: event, user: .random(), id: .random())
                    let wait = try await seconds {
                        do {
                            _ = try await door.decideWithoutVerifying(
                                ticket, at: gate, on: SampleLedger.instant, attribution: staff
                            ) { _ in LetIn() }
                        } catch is CancellationError {}
                    }
                    longest = max(longest, wait)
                    try? await Task.sleep(for: .milliseconds(20))
                }
                return longest
            }
            var longest = 0.0
            for try await wait in group {
                if let wait { longest = wait } else { group.cancelAll() }
            }
            return longest
        }
    }

    /// Fills a ledger with SQLite's shell: only the statements of the import, with random identifiers.
    func importingByStatements() throws {
        let settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
        let table = "CREATE TEMP TABLE list (number, first, last, email, tier, people, code)"
        let arguments = [
            ledger, settings, table, ".mode csv", ".import --skip 1 --schema temp \(list) list", Self.statements,
        ]
        try ChildProcess("sqlite3", arguments, output: "/dev/null").waitForSuccess()
    }

    private static let statements = """
        BEGIN;
        INSERT INTO tier (event, name) SELECT DISTINCT (SELECT id FROM event), tier FROM list;
        CREATE TEMP TABLE sorted AS
        SELECT randomblob(16) AS id, list.rowid AS place, list.* FROM list ORDER BY 1;
        DROP INDEX ticket_rev; DROP INDEX ticket_by_barcode; DROP INDEX finding_number;
        INSERT INTO ticket (id, event, user, epoch, tier, status, holder, reference, admits, barcode, rev)
        SELECT id, (SELECT id FROM event), randomblob(16), 1, tier, 'valid', first || ' ' || last,
            email || ' ' || number, people, code, rowid
        FROM sorted;
        CREATE UNIQUE INDEX ticket_rev ON ticket (rev);
        CREATE UNIQUE INDEX ticket_by_barcode ON ticket (event, barcode) WHERE barcode IS NOT NULL;
        INSERT INTO finding (ticket, number) SELECT id, place FROM sorted;
        CREATE UNIQUE INDEX finding_number ON finding (number);
        INSERT INTO ticket_words (rowid, words)
        SELECT rowid, first || ' ' || last || ' ' || email || ' ' || number FROM list;
        COMMIT;
        """

    /// Imports the list with SQLite's shell into a new table.
    func importingBare() throws {
        unlink(folder + "/bare.sqlite")
        let arguments = [folder + "/bare.sqlite", ".mode csv", ".import \(list) list"]
        try ChildProcess("sqlite3", arguments, output: "/dev/null").waitForSuccess()
    }
}

/// The verdict of a door without rules.
private struct LetIn: RecordableVerdict {
    let answer = Answer.admit
    let reasonCode = "admitted"
    let recording = Recording.admission
}

extension ChildProcess {
    /// Waits until the program ends, and requires success.
    ///
    /// - Returns: Its peak resident memory, in megabytes (getrusage(2), `ru_maxrss`).
    /// - Throws: ``BenchmarkError/program(name:reason:)``.
    fileprivate func waitForPeakMegabytes() throws -> Double {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(id, &status, 0, &usage) < 0 {
            guard errno == EINTR else { throw BenchmarkError.program(name: name, reason: "was lost") }
        }
        guard status == 0 else { throw BenchmarkError.program(name: name, reason: "did not import the list") }
        return Double(usage.ru_maxrss) * 1024 / 1e6
    }
}
