// A list that was sent and is not imported yet.

import BlockingCalls
import DoorTexts
import Ledger
import Organising
import Sync
import TicketLists
import TicketSigning

/// How the person wants a list to be read.
struct ListReadingOptions: Decodable, Hashable, Sendable {
    /// Columns, from 1, by meaning; `-` for none.
    var columns: [String: String]?
    /// Columns, from 1, that are left out.
    var ignored: [String]?
    /// Rows are read only if they have one of these values in the column, from 1.
    var only: [Only]?
    /// `dmy` or `mdy`.
    var dates: String?
    /// The sheet of a workbook.
    var sheet: String?

    struct Only: Decodable, Hashable, Sendable {
        let column: String
        let value: String
    }

    /// - Throws: ``OfficeRefusal`` for a meaning that does not exist.
    func options() throws -> TicketList.Options {
        var options = TicketList.Options()
        for (name, column) in columns ?? [:] {
            guard let field = ListField(rawValue: name) else { throw OfficeRefusal("There is no meaning “\(name)”.") }
            options.columns[field] = column
        }
        options.ignored = ignored ?? []
        options.only = (only ?? []).map { ($0.column, $0.value) }
        if let dates {
            guard let order = DateOrder(rawValue: dates) else {
                throw OfficeRefusal("Choose whether the day or the month comes first.", field: "dates")
            }
            options.dates = order
        }
        options.sheet = sheet
        return options
    }
}

/// A list that was sent: it is compared with the ledger as often as the person asks, and imported once.
actor UploadedList {
    private let file: TemporaryFile
    private let name: String
    nonisolated let event: Event
    private let actor: String
    private var reading = ListReadingOptions()
    /// What was shown last: the numbers, and a digest of the rows as they were understood.
    private var shown: (counts: ListPreview.Counts, rows: [UInt8])?
    private let queue = BlockingQueue(label: "list")

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - file: The file as it was sent.
    ///   - name: Its name on the person's machine.
    ///   - event: The event.
    ///   - actor: Who imports it.
    init(_ file: TemporaryFile, name: String, event: Event, actor: String) {
        (self.file, self.event, self.actor) = (file, event, actor)
        self.name = String(name.split(separator: "/").last.map(String.init) ?? name)
    }

    private static let mostNames = 50
    private static let mostSamples = 8

    /// Compares the list with the ledger; the ledger does not change.
    ///
    /// - Parameters:
    ///   - options: How to read it; `nil` for as before.
    ///   - path: The ledger.
    /// - Returns: What an import would do.
    /// - Throws: `ListError`, `LedgerError`, ``OfficeRefusal``.
    func preview(_ options: ListReadingOptions?, ledger path: String) async throws -> ListPreview {
        // For reading, so that no other import has to wait while somebody looks at this one.
        let ledger = try Ledger(opening: path, for: .reading)
        let tiers = try await ledger.tiers(of: event.id).map(\.name)
        let reading = try Reading(self, options ?? self.reading, tiers, with: ledger)
        let preview = try reading.preview(name: name)
        // Only now: a file that cannot be read so is still read as before.
        if let options { self.reading = options }
        shown = (preview.counts, reading.rows)
        return preview
    }

    /// Imports the list as it was shown last, all of it or nothing.
    ///
    /// - Parameters:
    ///   - skipsBad: Whether rows that were not understood are left out.
    ///   - path: The ledger.
    /// - Returns: What was done.
    /// - Throws: ``OfficeRefusal`` if it is not ready, or would do something else than was shown; `ListError`,
    ///   `LedgerError`.
    func `import`(skippingBad skipsBad: Bool, into path: String) async throws -> ImportPlan {
        // Closed afterwards whatever happens, so that a list that is refused keeps no other import waiting.
        let ledger = try Ledger(opening: path, for: .writing)
        let tiers = try await ledger.tiers(of: event.id).map(\.name)
        let reading = try Reading(self, self.reading, tiers, with: ledger)
        guard let epoch = try await ledger.keys(of: event.id).last(where: { !$0.isRetired })?.epoch else {
            throw OfficeRefusal("The event has no key on this machine, so it takes no tickets.", because: .conflict)
        }
        guard reading.questions.isEmpty else {
            throw OfficeRefusal("Decide what is asked above first.", because: .conflict)
        }
        guard reading.problems.badRows == 0 || skipsBad else {
            throw OfficeRefusal(
                "Some rows cannot be imported; correct the file, or import the others.", because: .conflict)
        }
        guard let shown, ListPreview.Counts(reading.plan) == shown.counts, reading.rows == shown.rows else {
            throw OfficeRefusal(
                "The guest list has changed since you looked; look again before you import.", because: .conflict,
                kind: .changedMeanwhile)
        }
        try await ledger.addStagedTickets(of: event.id, epoch: epoch, from: reading.origin)
        try await ledger.recordListUpdate(of: event.id, on: WallClock.now)
        return reading.plan
    }

    /// One reading of the list, staged next to a ledger.
    private struct Reading {
        let list: TicketList
        let origin: ListFile
        let plan: ImportPlan
        private let remarks: [ListRemark]
        private(set) var problems = ProblemGroups()
        private var sample: [ListEntry] = []
        private var tiers: [String: Int] = [:]
        /// A digest of the rows as they were understood.
        let rows: [UInt8]
        private let ledger: Ledger
        private let event: Event
        private let options: ListReadingOptions

        init(
            _ upload: isolated UploadedList, _ options: ListReadingOptions, _ tierNames: [String], with ledger: Ledger
        ) throws {
            (self.ledger, event, self.options) = (ledger, upload.event, options)
            let source = try ListSource(path: upload.file.path)
            list = try TicketList(source, options: options.options())
            origin = try ListFile(source, list, named: upload.name, by: upload.actor, on: WallClock.now)
            var (problems, sample, tiers) = (ProblemGroups(), [ListEntry](), [String: Int]())
            var digest = RowDigest()
            (plan, remarks) = try list.compare(
                with: ledger, of: event, from: origin, tiers: tierNames,
                isWhole: options.only?.isEmpty ?? true
            ) { entry in
                digest.add(entry)
                if sample.count < mostSamples { sample.append(entry) }
                if let tier = entry.tier { tiers[tier, default: 0] += 1 }
            } fault: {
                problems.add($0)
            }
            (self.problems, self.sample, self.tiers, rows) = (problems, sample, tiers, digest.bytes)
        }

        var questions: [ListRemark] { remarks.filter { $0.weight == .stop } }

        func preview(name: String) throws -> ListPreview {
            let mapping = list.mapping
            let guests = try ledger.stagedGuests(of: event.id, from: origin, limit: mostNames)
            return ListPreview(
                name: name, layout: mapping.layout.name, form: list.form, columns: columns,
                fields: ListField.allCases.map { .init(id: $0.rawValue, label: $0.label) },
                counts: ListPreview.Counts(plan),
                questions: questions.map { .init($0, in: mapping) },
                warnings: remarks.filter { $0.weight < .stop }.sorted { $0.weight > $1.weight }.map {
                    .init($0, in: mapping)
                },
                problems: problems.problems, badRows: problems.badRows,
                sheets: list.sheets, sheet: list.sheet, dates: options.dates,
                sample: sample.map(ListPreview.Guest.init),
                tiers: tiers.map { .init(name: $0.key, tickets: $0.value, isNew: false) }.sorted { $0.name < $1.name },
                changes: .init(
                    new: guests.new.map(\.words), changed: guests.changed.map(\.words),
                    removed: guests.removed.map(\.words)),
                corrects: plan.corrects)
        }

        private var columns: [ListPreview.Column] {
            let mapping = list.mapping
            return mapping.titles.enumerated().map { index, title in
                .init(
                    number: index + 1, letter: ColumnMapping.letters(index), title: title,
                    fields: mapping.meanings(of: index), isIgnored: mapping.isIgnored(index),
                    samples: list.samples(of: index))
            }
        }
    }
}

extension StagedGuests.Guest {
    /// The guest's name and tier in one line.
    fileprivate var words: String { [name ?? "no name", tier].compactMap(\.self).joined(separator: ", ") }
}

/// A digest of a list's rows, in pieces so that memory does not grow with the list.
private struct RowDigest {
    private var piece: [UInt8] = []
    private var hash: [UInt8] = []
    private static let pieceLength = 1 << 16

    mutating func add(_ entry: ListEntry) {
        piece += Array("\(entry)".utf8)
        guard piece.count >= Self.pieceLength else { return }
        hash = SHA256.hash(hash + piece)
        piece.removeAll(keepingCapacity: true)
    }

    var bytes: [UInt8] { SHA256.hash(hash + piece) }
}
