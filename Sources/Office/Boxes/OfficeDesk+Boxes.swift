// Boxes: which there are, taking new ones in, sync files, and revoking.

import DoorInstallation
import DoorTexts
import FoundationEssentials
import Hummingbird
import Ledger
import Organising
import Sync
import TicketSigning

extension OfficeDesk {
    private static let mostBoxes = 200

    func boxes() async throws -> BoxesState {
        let context = try created()
        let card = try await context.ownCard()
        let (ledger, root) = (context.ledger, try await context.ledger.root())
        let trusted = Set(try await ledger.trustedKeys().map(\.key))
        let peers = Dictionary(try await ledger.peers().map { ($0.id, $0) }) { first, _ in first }
        let own = try await ledger.ownBox().id
        let others = try await ledger.boxes().filter { $0.id != own && $0.membership?.endsCode != true }
        let members = others.filter { $0.membership != nil }
        let shown = (members + others.filter { $0.membership == nil }).prefix(Self.mostBoxes)
        return BoxesState(
            own: .init(name: card.name, code: card.code, organiser: root?.rootCode, canAdmit: keys.hasMaster),
            boxes: shown.map { .init($0, peers[$0.id], exchanges: trusted.contains($0.key)) },
            more: others.count - shown.count, hub: hub.address(), keys: try await secretKeys(),
            gates: try await gates())
    }

    /// Returns the events that are not over and whose boxes need a secret key.
    private func secretKeys() async throws -> [BoxesState.Key] {
        guard keys.hasMaster else { return [] }
        var found: [BoxesState.Key] = []
        for event in try await openEvents() {
            guard let key = try await newestKey(of: event.id), key.suite == .hmacSHA256 else { continue }
            found.append(.init(event: event.id.description, name: event.name))
        }
        return found
    }

    private func openEvents() async throws -> [Event] {
        let now = WallClock.now
        return try await context().ledger.events().filter { event in
            [event.closes, event.closed].compactMap(\.self).allSatisfy { $0 > now }
        }
    }

    private func gates() async throws -> [String] {
        var names: Set<String> = []
        for event in try await openEvents() {
            names.formUnion(try await context().ledger.gates(of: event.id).map(\.text))
        }
        return names.sorted()
    }

    private func newestKey(of event: EventID) async throws -> KeyRecord? {
        try await context().ledger.keys(of: event).last { !$0.isRetired }
    }

    // MARK: Taking boxes in

    /// Returns this machine's public identity, as `doorcheck sync id` writes it.
    func ownIdentity() async throws -> (name: String, bytes: [UInt8]) {
        let card = try await created().ownCard()
        return (card.name, Array("\(card)\n".utf8))
    }

    /// Returns which box a file from `doorcheck sync id` is of; nothing changes.
    ///
    /// - Throws: ``OfficeRefusal``; `LedgerError`, `KeyFileError`.
    func look(atIdentity text: String) async throws -> IntroducedBox {
        let card = try Self.card(in: text)
        let context = try created()
        guard try await card.key.bytes != context.boxKey().publicKey.bytes else {
            throw OfficeRefusal(
                "This is this machine's own file; choose the one that `doorcheck sync id` wrote on the box.")
        }
        let members = try await context.ledger.memberships()
        let held = members.first { $0.box == card.key.box }
        let isTaken = members.contains {
            $0.terms.name == card.name && $0.box != card.key.box && $0.terms.revoked == nil
        }
        return IntroducedBox(
            name: card.name, role: held?.terms.revoked == nil ? held?.role?.rawValue : nil,
            takesName: isTaken)
    }

    /// Takes a box in: it becomes a member, and files can be exchanged with it.
    ///
    /// - Parameters:
    ///   - text: Its identity.
    ///   - digits: The digits that the person has seen on the box.
    ///   - role: What it may do.
    /// - Throws: ``OfficeRefusal``; ``CommandError`` for a revoked box; `LedgerError`, `KeyFileError`.
    func takeIn(_ text: String, showing digits: String, as role: BoxRole) async throws {
        let card = try Self.card(in: text)
        guard digits.filter(\.isNumber) == card.code.filter(\.isNumber) else {
            throw OfficeRefusal(
                "The box shows other digits, so this file is not its own, or was exchanged on the way. Make a new one "
                    + "on the box, and bring it again.", field: "digits")
        }
        guard keys.hasMaster else {
            throw OfficeRefusal("Create your key first, in the overview; it decides which boxes are yours.")
        }
        do {
            try await created().introduce(card, changesRights: true) { MemberRights(role) }
        } catch let error as IntroductionError {
            throw OfficeRefusal(error)
        }
    }

    private static func card(in text: String) throws -> BoxCard {
        guard let card = BoxCard(text) else {
            throw OfficeRefusal(
                "This is not the identity of a box; choose the file that `doorcheck sync id` wrote on it, such as "
                    + "north-1.id.")
        }
        return card
    }

    // MARK: Sync files

    /// Returns a sync file for a box.
    ///
    /// - Throws: ``OfficeRefusal`` for a box that is not trusted; `LedgerError`, `KeyFileError`, `SyncFileError`.
    func syncFile(for id: BoxID) async throws -> (name: String, bytes: [UInt8]) {
        let context = try created()
        let box = try await box(id)
        guard let trusted = try await context.ledger.trustedKeys().first(where: { $0.key == box.key }) else {
            throw OfficeRefusal("Take the box in first; nobody else can open a file for it.", because: .conflict)
        }
        return (trusted.name, try await syncFiles.file(for: trusted, in: context))
    }

    /// Merges a sync file that a box made.
    ///
    /// - Throws: ``OfficeRefusal`` for a file that is none of a box's; `LedgerError`, `KeyFileError`.
    func merge(_ body: RequestBody) async throws -> MergedFile {
        let file = try await uploads.store(body)
        do {
            let (result, sender) = try await syncFiles.merge(file, in: created())
            let name = sender?.name ?? ""
            return MergedFile(from: name, said: result.summary, remarks: result.remarks(on: name))
        } catch let error as SyncFileError {
            throw OfficeRefusal(error)
        }
    }

    /// Returns the file of an event's newest key.
    ///
    /// - Throws: ``OfficeRefusal`` for an event without a key; `LedgerError`, `KeyFileError`.
    func keyFile(of id: EventID) async throws -> (name: String, bytes: [UInt8]) {
        let event = try await event(id)
        guard let record = try await newestKey(of: id) else { throw OfficeRefusal.missing("key") }
        return (event.slug, try context().keyFile(of: record).bytes)
    }

    // MARK: Revoking

    /// Returns what revoking a box would change.
    func revocation(of id: BoxID, since moment: Int64?) async throws -> RevocationState {
        let plan = try await plan(id, moment)
        return RevocationState(name: plan.box.knownName, since: plan.since.milliseconds, effects: plan.sentences)
    }

    /// Revokes a box.
    ///
    /// - Throws: ``OfficeRefusal`` without the master key; ``CommandError`` for this machine; `LedgerError`.
    func revoke(_ id: BoxID, since moment: Int64?) async throws -> RevocationState {
        let root = try await organiserKey()
        let plan = try await plan(id, moment)
        try await created().revoke(plan, by: root)
        return RevocationState(
            name: plan.box.knownName, since: plan.since.milliseconds, effects: plan.sentences,
            hub: await tellHub(of: plan.box))
    }

    /// Lets the hub turn a box away; returns what came of it.
    private func tellHub(of box: KnownBox) async -> String? {
        do {
            return try await hub.turnAway(box)
        } catch {
            return "The hub could not be told (\(OfficeRefusal(error)?.sentence ?? "\(error)")); it turns the box away "
                + "when it hears of the revocation."
        }
    }

    /// Takes a revocation back.
    func reinstate(_ id: BoxID) async throws {
        let root = try await organiserKey()
        let box = try await box(id)
        guard box.membership?.terms.revoked != nil else {
            throw OfficeRefusal("This box is not revoked.", because: .conflict)
        }
        try await created().set(nil, of: box, by: root)
        try await hub.reinstate(box)
    }

    private func plan(_ id: BoxID, _ moment: Int64?) async throws -> BoxRevocation {
        let since = moment.map { Timestamp(milliseconds: $0) }
        if let since, since > WallClock.now {
            throw OfficeRefusal("Choose a moment that is over.", field: "since")
        }
        return try await created().plan(revocationOf: box(id), since: since)
    }

    private func organiserKey() async throws -> RootKey {
        guard let root = try await created().becomeOrganiser() else {
            throw OfficeRefusal("Only the machine with the organiser’s key decides which boxes are yours.")
        }
        return root
    }

    private func box(_ id: BoxID) async throws -> KnownBox {
        guard let box = try await context().ledger.boxes().first(where: { $0.id == id }) else {
            throw OfficeRefusal.missing("box")
        }
        return box
    }
}

extension BoxesState.Box {
    fileprivate init(_ box: KnownBox, _ peer: Peer?, exchanges: Bool) {
        let terms = box.membership?.terms
        self.init(
            id: box.id.description, name: box.knownName, role: box.membership?.role?.rawValue,
            state: terms == nil ? "stranger" : terms?.revoked == nil ? "member" : "revoked",
            revoked: terms?.revoked?.since, heard: peer?.contact.milliseconds,
            waiting: peer.map { $0.scansWaiting + $0.changesWaiting }, exchanges: exchanges)
    }
}

extension OfficeRefusal {
    fileprivate init(_ error: IntroductionError) {
        switch error {
        case .ownBox:
            self.init("This is this machine's own file; choose the one that `doorcheck sync id` wrote on the box.")
        case .nameTaken(let name):
            self.init(
                "Another box is named \(name); revoke it first if it is gone, or give this box another name.",
                because: .conflict)
        case .otherOrganiser(let name, let root):
            self.init(
                "\(name) belongs to the organiser with the code \(root.rootCode), for good. To use it here, begin "
                    + "there with a new ledger and a new key folder.", because: .conflict)
        case .noMasterKey:
            self.init("Only the machine with the organiser’s key decides which boxes are yours.")
        }
    }

    fileprivate init(_ error: SyncFileError) {
        switch error {
        case .unknownSender(_, let code):
            self.init(
                "A box that is not taken in made this file (code \(code)). Take it in first, then choose the file "
                    + "again.", because: .conflict)
        case .notASyncFile:
            self.init("This is not a sync file; choose the .dcsync file that the box wrote for this machine.")
        case .ownFile: self.init("This machine made this file itself; bring it to the box that it is for.")
        default: self.init("\(error)")
        }
    }
}
