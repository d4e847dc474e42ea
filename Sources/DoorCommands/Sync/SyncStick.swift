// `doorcheck sync stick`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import FoundationEssentials
import Glibc
import Ledger
import Organising
import Sync
import TicketSigning

struct SyncStick: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stick",
        abstract: "Take from a stick what is for this box, and write what others need.",
        discussion: """
            One command for both directions. It imports the sync files on the stick that are for this box, takes the \
            keys of events into the key folder, and writes a sync file for each box that this one exchanges files \
            with. A box that has no organiser yet writes its identity, NAME.id, and belongs to the organiser whose \
            identity is on the stick: compare the digits.

              doorcheck sync stick /media/usb
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The stick's folder.", completion: .directory)
    var folder: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = try CommandContext(creatingFor: configuration)
        var stick = Stick(folder: folder, context: context)
        let names = try stick.files()
        try await stick.joinOrganiser(names.filter { $0.hasSuffix(".id") })
        // The keys that this box needs are named in what it imports.
        try await stick.importFiles(names.filter { $0.hasSuffix(".dcsync") })
        try await stick.takeKeys(names.filter { $0.hasSuffix(".key") })
        try await stick.write()
        let text = stick.lines.map { "\($0.file.printable): \($0.what)\n" }.joined()
        try output.write(stick.lines, text: text)
        for fault in stick.faults { Terminal.note("doorcheck: \(fault)") }
        guard stick.faults.isEmpty else {
            throw CommandError(.badData, "Not taken from the stick: \("file".counted(stick.faults.count)).")
        }
    }

    /// What became of a file.
    fileprivate struct Line: OutputRecord {
        static let columns = ["file", "what"]

        let schema = 1
        /// The file's name on the stick.
        let file: String
        let what: String

        init(_ file: String, _ what: String) {
            (self.file, self.what) = (file, what)
        }
    }
}

/// A stick with files of several boxes.
private struct Stick {
    let folder: String
    let context: CommandContext
    /// What became of the files.
    private(set) var lines: [SyncStick.Line] = []
    /// Why files were not taken, a sentence each.
    private(set) var faults: [String] = []

    init(folder: String, context: CommandContext) {
        (self.folder, self.context) = (folder, context)
    }

    /// Returns the names of the files in the folder, in alphabetical order.
    func files() throws -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw CommandError(
                .noInput, "\(folder.printable) is not a folder that can be read; name the folder of the stick.")
        }
        // A pipe would be read for ever.
        return names.filter { !$0.hasPrefix(".") && isFile($0) }.sorted()
    }

    private func isFile(_ name: String) -> Bool {
        let facts = try? FileManager.default.attributesOfItem(atPath: path(name))
        return facts?[.type] as? FileAttributeType == .typeRegular
    }

    private func path(_ name: String) -> String { "\(folder)/\(name)" }

    // MARK: Reading

    /// Lets this box belong to the organiser whose identity is on the stick, if it belongs to none.
    mutating func joinOrganiser(_ names: [String]) async throws {
        guard try await context.becomeOrganiser() == nil, try await context.ledger.root() == nil else { return }
        var found: [(name: String, card: BoxCard)] = []
        for name in names {
            // A file of another kind, or one that cannot be read, is nobody's identity.
            guard let bytes = try? SmallFile.read(path(name), atMost: 1 << 12) else { continue }
            guard let card = BoxCard(String(decoding: bytes, as: UTF8.self)), card.root != nil else { continue }
            found.append((name, card))
        }
        guard let organiser = found.first else { return }
        guard Set(found.map(\.card.root)).count == 1 else {
            let list = found.map(\.name.printable).joined(separator: ", ")
            faults.append("Several organisers are on the stick (\(list)); name yours with `doorcheck sync trust FILE`.")
            return
        }
        let root: Root?
        do {
            root = try await context.introduce(organiser.card) { MemberRights(.gate) }
        } catch let error as IntroductionError {
            return faults.append("\(organiser.name.printable): \(error)")
        }
        guard let root else { return }
        lines.append(.init(organiser.name, "trusted; code \(organiser.card.code)"))
        Terminal.note(
            "This box now belongs to the organiser with the code \(root.rootCode), for good: compare it with what "
                + "the organiser's machine shows.")
    }

    /// Imports the sync files that are for this box.
    mutating func importFiles(_ names: [String]) async throws {
        for name in names {
            let file: [UInt8]
            do {
                file = try InputFile.read(path(name))
            } catch {
                faults.append("\(error)")
                continue
            }
            do {
                let (result, sender) = try await context.merge(syncFile: file, named: name.printable)
                let from = (sender?.name ?? "").printable
                lines.append(.init(name, "from '\(from)': \(result.summary)"))
                for sentence in result.remarks(on: from) { Terminal.note("doorcheck: \(sentence)") }
            } catch SyncFileError.forAnother {
                continue
            } catch SyncFileError.ownFile {
                continue
            } catch let error as SyncFileError {
                faults.append("\(error)")
            }
        }
    }

    /// Takes the secret keys of events that this box has from their organiser.
    mutating func takeKeys(_ names: [String]) async throws {
        for name in names {
            guard let key = try secretKey(in: name) else { continue }
            guard try await context.ledger.keys(of: key.event).contains(where: { $0.keyID == key.keyID }) else {
                faults.append(
                    "\(name.printable) is the key of no event that this box has; bring the organiser's sync file for "
                        + "this box as well.")
                continue
            }
            let what = try context.keys.keep(key) ? "taken" : "was there"
            lines.append(.init(name, "\(what); delete it from the stick, because it can create tickets"))
        }
    }

    private mutating func secretKey(in name: String) throws -> EventKey? {
        do {
            return try KeyFile.eventKey(in: SmallFile.read(path(name), atMost: 1 << 14), from: name.printable)
        } catch let error as KeyFileError {
            faults.append("\(error)")
        } catch let error as FileError {
            faults.append("\(error)")
        }
        return nil
    }

    // MARK: Writing

    /// Writes this box's identity, if it is no member, and a sync file for each box that it trusts.
    mutating func write() async throws {
        let card = try await context.ownCard()
        let own = Self.fileName(card.name)
        // Once it is a member, others have it from the organiser.
        if card.root == nil || context.keys.hasMaster {
            try OutputFile.save(Array("\(card)\n".utf8), to: path("\(own).id"))
            lines.append(.init("\(own).id", "written; code \(card.code)"))
        }
        let revoked = try await context.ledger.memberships().filter { $0.terms.revoked != nil }.map(\.key.bytes)
        for peer in try await context.ledger.trustedKeys() where !revoked.contains(peer.key) {
            let name = "\(own)-for-\(Self.fileName(peer.name)).dcsync"
            let made = try await context.syncFile(for: peer)
            try OutputFile.save(made.bytes, to: path(name))
            lines.append(.init(name, "\("record".counted(made.records)) for '\(peer.name.printable)'"))
        }
    }

    /// Returns a name that every file system takes.
    private static func fileName(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "-" })
    }
}
