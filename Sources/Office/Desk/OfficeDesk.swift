// What the office knows of this machine.

import Accounts
import Attendance
import DoorConfiguration
import DoorInstallation
import DoorOutput
import DoorTexts
import FoundationEssentials
import Ledger
import Logging
import Organising
import Scanner
import TicketPrinting
import TicketSigning

/// This machine's ledger and keys for the office's pages; both may not exist yet.
actor OfficeDesk {
    let configuration: Configuration
    private var opened: CommandContext?
    let uploads = UploadWriter()
    let printer = PrintService()
    let mails = MailService()
    let counter = EventCounter()
    let syncFiles = SyncFileService()
    let doorProgram: DoorProgram
    let deviceTest: DeviceTest
    let doorCamera = DoorPicture()
    /// Whether the first screen of the machine makes way for a door.
    let sharesScreen: Bool
    /// Whether a door is about to open.
    var isOpeningDoor = false
    let decoding: DecoderLocation
    let hub: OfficeHub
    let live: LiveFigures
    /// Uploaded lists: as many as a person looks at.
    var lists = SessionItems<UploadedList>(atMost: 8)
    /// The sales that are being recorded, by their tickets.
    var sales: [TicketID: Task<Void, any Error>] = [:]
    /// Who sold each ticket, since the office was started.
    var sellers: [TicketID: OfficePerson] = [:]
    /// Batches of pictures.
    var batches = SessionItems<PictureCheck>(atMost: 4)
    /// The mails that a browser is about to fetch.
    var mailFiles = SessionItems<MailFiles>(atMost: 4)

    init(
        configuration: Configuration, program: [String], decoding: DecoderLocation, hub: OfficeHub,
        sharesScreen: Bool = false, logger: Logger
    ) {
        (self.configuration, self.decoding, self.hub) = (configuration, decoding, hub)
        self.sharesScreen = sharesScreen
        live = LiveFigures(path: configuration.ledgerPath, hub: hub, logger: logger)
        doorProgram = DoorProgram(program: program)
        deviceTest = DeviceTest(program: program)
    }

    nonisolated var keys: KeyFolder { KeyFolder(path: configuration.keysFolder) }

    /// Returns the ledger and the keys.
    ///
    /// - Throws: ``OfficeRefusal`` if there is no ledger yet; `LedgerError`, ``CommandError``.
    func context() throws -> CommandContext {
        if let opened { return opened }
        guard hasLedger else { throw OfficeRefusal("There is no event yet; create one first.", because: .missing) }
        return try created()
    }

    /// Returns the ledger and the keys; creates the ledger if there is none.
    func created() throws -> CommandContext {
        if let opened { return opened }
        let context = try CommandContext(creatingLedgerOf: configuration, as: "doorcheck office")
        opened = context
        return context
    }

    private nonisolated var hasLedger: Bool { FileManager.default.fileExists(atPath: configuration.ledgerPath) }

    /// Returns an event.
    ///
    /// - Throws: ``OfficeRefusal`` if there is none.
    func event(_ id: EventID) async throws -> Event {
        guard let event = try await context().ledger.events().first(where: { $0.id == id }) else {
            throw OfficeRefusal.missing("event")
        }
        return event
    }

    // MARK: What the overview shows

    /// What the overview shows.
    struct State: Encodable {
        var now: Int64
        var who: Identity
        var machine: String
        var zone: String
        var key: Key
        var sizes = TicketPaper.names
        var events: [EventEntry]

        /// Who looks.
        struct Identity: Encodable {
            /// The same in every session of the person.
            var id: String
            var name: String
            var role: AccountRole
            /// Whether the person has an account; the user of this machine has opened the link.
            var hasAccount: Bool
        }

        struct Key: Encodable {
            /// `missing`, `unsaved` or `saved`.
            var state: String
            /// The comparison code of the organiser's root.
            var code: String?
        }

        struct EventEntry: Encodable {
            var id: String
            var slug: String
            var name: String
            var opens: Int64?
            var closes: Int64?
            var closed: Int64?
            /// The tickets on its list, without revoked and replaced ones; absent while they are counted for the first
            /// time.
            var tickets: Int?
            /// The people who have entered; absent likewise.
            var entered: Int?
            /// Whether newer numbers are being counted.
            var isCounting: Bool
            /// The lists that were imported; absent likewise.
            var imports: Int?
            var isOver: Bool
        }
    }

    /// - Throws: `LedgerError`, `KeyFileError`, ``CommandError``.
    func state(for session: OfficeSession) async throws -> State {
        let person = session.person
        let now = WallClock.now
        var state = State(
            now: now.milliseconds,
            who: .init(
                id: person.id, name: person.name, role: session.role, hasAccount: person.account != nil),
            machine: configuration.boxName, zone: LocalZone.machine.name, key: .init(state: "missing"), events: [])
        // A key that cannot be read is reported where it is needed; all else works without it.
        if session.role != .organiser {
            state.key = .init(state: keys.hasMaster ? "saved" : "missing")
        } else if keys.hasMaster, let root = try? Root(keys.master().rootKey().publicKey) {
            state.key = .init(state: keys.isMasterCopyDelayed ? "unsaved" : "saved", code: root.rootCode)
        }
        guard hasLedger else { return state }
        let ledger = try context().ledger
        for event in try await ledger.events() {
            let end = [event.closes, event.closed].compactMap(\.self).min()
            let (counts, isCounting) = try await counter.counts(of: event.id, in: ledger)
            state.events.append(
                .init(
                    id: event.id.description, slug: event.slug, name: event.name, opens: event.opens?.milliseconds,
                    closes: event.closes?.milliseconds, closed: event.closed?.milliseconds,
                    tickets: counts?.tickets.values.reduce(0, +), entered: counts?.entered, isCounting: isCounting,
                    imports: counts?.imports,
                    isOver: end.map { $0 < now } ?? false))
        }
        return state
    }

    /// Forgets what a session has sent and not finished.
    func forget(_ session: OfficeSession) async { await forget { $0 == session } }

    /// Forgets what a person has sent and not finished, and what they have sold: the account's name may be another's.
    func forget(_ person: OfficePerson) async {
        sellers = sellers.filter { $0.value != person }
        await forget { $0.person == person }
    }

    /// Lets what a session has sent go on with another session of the same person.
    func give(_ old: OfficeSession, to new: OfficeSession) {
        lists.move(from: old, to: new)
        batches.move(from: old, to: new)
        mailFiles.move(from: old, to: new)
    }

    private func forget(where isMeant: (OfficeSession) -> Bool) async {
        _ = lists.removeAll(where: isMeant)
        _ = mailFiles.removeAll(where: isMeant)
        for batch in batches.removeAll(where: isMeant) { await batch.end() }
    }

    // MARK: The organiser's key

    /// Creates the organiser's key; until somebody says that a copy is in a safe place, the doctor asks for one.
    ///
    /// - Throws: ``OfficeRefusal`` if this machine's events belong to another key; ``CommandError`` if there is one
    ///   already; `KeyFileError`, ``FileError``, `LedgerError`.
    func createKey() async throws {
        if hasLedger, let root = try await context().ledger.root() {
            throw OfficeRefusal(
                "The events on this machine belong to the key with the code \(root.rootCode), which is not here or "
                    + "cannot be read. Put your copy back as \(keys.masterPath), readable by you alone; a new key "
                    + "would make tickets that every door refuses.", because: .conflict)
        }
        try keys.createMaster()
        try keys.delayMasterCopy(true)
    }

    /// Returns the file with the organiser's key, for a copy in a safe place.
    func keyCopy() throws -> [UInt8] {
        _ = try keys.master()
        return Array(try Data(contentsOf: URL(filePath: keys.masterPath)))
    }

    func noteKeyCopy(isMade: Bool) throws {
        guard keys.hasMaster else { throw OfficeRefusal("There is no key yet; create it first.") }
        try keys.delayMasterCopy(!isMade)
    }
}
