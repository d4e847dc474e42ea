// A new box takes its settings.

package import DoorConfiguration
import DoorOutput
import FoundationEssentials
import Glibc
import HubClient
import Ledger
import TicketSigning

/// Writes the settings for a box into its configuration, its key folder and its system.
///
/// Every file is complete and on disk before the next one is written, and the configuration is last. If the power fails
/// in between, the same settings can be taken again.
package struct BoxInstaller {
    private let configuration: Configuration
    private let file: String
    private let system: String

    /// - Parameters:
    ///   - configuration: The configuration of the box.
    ///   - file: Its file, which exists.
    ///   - system: The folder with `etc` and `var` of the box, without a slash at the end; empty for this machine's.
    package init(of configuration: Configuration, file: String, system: String) {
        (self.configuration, self.file, self.system) = (configuration, file, system)
    }

    /// The file with the code by which the box joins its hub; `doorcheck hub join --file` removes it.
    package var joinPath: String { KeyFolder(path: configuration.keysFolder).joinPath }

    /// Takes all settings; checks everything that can be checked before it writes.
    ///
    /// - Parameter setup: Settings that no box has taken.
    /// - Throws: ``CommandError`` if the box has an event or a key already, or if it does not have the time zone;
    ///   ``FileError``, `KeyFileError`, ``ConfigurationError``.
    package func install(_ setup: BoxSetup) async throws {
        guard !setup.isTaken else {
            throw CommandError(
                .badData,
                "A box has taken these settings, and their secrets are gone; make new ones with `doorcheck box "
                    + "setup`.")
        }
        try await checkIsNew()
        if let zone = setup.timezone { try check(zone) }
        var edit = try ConfigurationEdit(path: file)
        try edit.set(.box, to: .text(setup.box))
        if let gate = setup.gate { try edit.set(.gate, to: .text(gate)) }
        try nameHub(of: setup, in: &edit)
        if let pin = setup.pin {
            try edit.set(.displayPIN, to: .text(pinPath))
            try keep(pin, at: pinPath)
        }
        if let invitation = setup.invitation { try keep(invitation.description, at: joinPath) }
        if let authority = setup.authority { try keep(authority.pem, at: authorityPath) }
        try save("\(setup.hostname)\n", to: "/etc/hostname", mode: 0o644)
        if let zone = setup.timezone { try link("/etc/localtime", to: "/usr/share/zoneinfo/\(zone)") }
        if let network = setup.network {
            try save(network.iwdSettings, to: "/var/lib/iwd/\(network.iwdFile)", mode: 0o600)
        }
        // Somebody may have made an office of this machine meanwhile.
        try await checkIsNew()
        try edit.save()
        if setup.authority == nil { unlink(authorityPath) }
        try OutputFile.save(Array(setup.taken.text.utf8), to: takenPath)
        sync()
    }

    private func nameHub(of setup: BoxSetup, in edit: inout ConfigurationEdit) throws {
        guard let invitation = setup.invitation else { return }
        try edit.set(.hubURL, to: .text(invitation.address.url))
        if setup.authority != nil {
            try edit.set(.hubAuthority, to: .text(authorityPath))
        } else if FileManager.default.fileExists(atPath: authorityPath) {
            // Of earlier settings; one that somebody has configured by hand stays.
            try edit.set(.hubAuthority, to: .text(""))
        }
    }

    private var authorityPath: String { KeyFolder(path: configuration.keysFolder).authorityPath }

    /// What the box has taken, without secrets.
    private var takenPath: String { String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]) + "/box.toml" }

    private var pinPath: String { configuration.keysFolder + "/staff.pin" }

    /// How far a box is with its settings.
    package enum Stage: Sendable {
        /// It has none.
        case new
        /// It has settings, and has not reached its hub with them.
        case joining(BoxSetup)
        /// It needs no settings, and is an office without an event yet.
        case office
        /// It needs no settings.
        case done
    }

    /// Whether nothing is on this machine: no event, no key, no settings and no account. Settings count also if only
    /// root may read them.
    ///
    /// - Throws: `LedgerError`, ``FileError``, and errors of Foundation if that cannot be known.
    package func isNew() async throws -> Bool {
        let hasEvent = try await hasEvent()
        return try !hasEvent && !isOffice && !hasKey && !exists(takenPath)
    }

    /// - Throws: `LedgerError`; ``FileError``; ``BoxSetupError`` if what the box has taken was changed since.
    package func stage() async throws -> Stage {
        guard try await !hasEvent() else { return .done }
        if try isOffice { return .office }
        guard try !hasKey else { return .done }
        guard try exists(takenPath) else { return .new }
        guard let taken = contents(takenPath) else { throw FileError("read \(takenPath)", errno: errno) }
        return contents(joinPath) == nil ? .done : .joining(try BoxSetup(text: taken))
    }

    /// Takes the settings of a code before the camera, where everybody may hold one.
    ///
    /// A new box takes any, as from a stick. A box that has not reached its hub takes only those that differ in
    /// nothing but the Wi-Fi and the code for the same hub: whoever stands before the camera cannot take it over.
    ///
    /// - Parameter setup: Settings that no box has taken.
    /// - Returns: Whether the box has taken them; `false` if it has them already, because the code is still there.
    /// - Throws: As ``install(_:)``.
    package func installFromCode(_ setup: BoxSetup) async throws -> Bool {
        if case .joining(let taken) = try await stage() {
            guard isCorrection(setup, of: taken) else {
                throw CommandError(
                    .badData,
                    "This box has other settings, of which a code may change nothing but the Wi-Fi; use a stick, or "
                        + "write its disk anew.")
            }
            // Whoever takes settings again joins again from the beginning, and never gets there.
            if hasAll(of: setup, after: taken) { return false }
        }
        try await install(setup)
        return true
    }

    /// Returns whether a correction corrects nothing.
    private func hasAll(of setup: BoxSetup, after taken: BoxSetup) -> Bool {
        guard contents(joinPath) == setup.invitation?.description else { return false }
        guard let network = setup.network else { return taken.network == nil }
        let settings = FileManager.default.contents(atPath: path(of: network))
        return taken.network?.name == network.name && settings == Data(network.iwdSettings.utf8)
    }

    private func path(of network: BoxSetup.Network) -> String { "\(system)/var/lib/iwd/\(network.iwdFile)" }

    private func isCorrection(_ setup: BoxSetup, of taken: BoxSetup) -> Bool {
        guard let invitation = contents(joinPath).flatMap({ HubInvitation($0) }) else { return false }
        return (setup.box, setup.gate, setup.timezone) == (taken.box, taken.gate, taken.timezone)
            && setup.pin == contents(pinPath) && setup.invitation?.hub == invitation.hub
            && setup.invitation?.address == invitation.address
            && setup.authority == contents(authorityPath).flatMap { AuthorityCertificate(pem: $0) }
    }

    /// Returns what a file holds, without the line feed at its end; `nil` if it cannot be read.
    private func contents(_ path: String) -> String? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let text = String(decoding: data, as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// Whether a file is there. A user who may not look cannot know.
    private func exists(_ path: String) throws(FileError) -> Bool {
        guard access(path, F_OK) != 0 else { return true }
        guard errno == ENOENT else { throw FileError("look for \(path)", errno: errno) }
        return false
    }

    private var hasKey: Bool {
        get throws {
            guard try exists(configuration.keysFolder) else { return false }
            let keys = try FileManager.default.contentsOfDirectory(atPath: configuration.keysFolder)
            return keys.contains { $0.hasSuffix(".key") }
        }
    }

    /// Whether somebody has an account here, and no settings have come before. Otherwise that person would be in charge
    /// of a box that gets somebody else's settings later.
    ///
    /// - Throws: ``FileError`` if that cannot be known.
    package var isOffice: Bool {
        get throws(FileError) {
            guard try exists("\(configuration.keysFolder)/\(KeyFolder.officeAccounts)") else { return false }
            return try !exists(takenPath)
        }
    }

    private func hasEvent() async throws -> Bool {
        let path = configuration.ledgerPath
        guard try exists(path), !Ledger.isHalfMade(path) else { return false }
        return try await !Ledger(opening: path, for: .reading).events().isEmpty
    }

    /// Whoever has a stick or a code must not be able to take over a box that is in use.
    private func checkIsNew() async throws {
        let hasEvent = try await hasEvent()
        guard try !hasKey && !isOffice && !hasEvent else {
            throw CommandError(
                .badData,
                "This box has an event, a key or an account of its office already, so it takes no new settings; change "
                    + "/etc/doorcheck on it, or write its disk anew.")
        }
    }

    private func check(_ zone: String) throws {
        let places = [system, ""].map { "\($0)/usr/share/zoneinfo/\(zone)" }
        var status = stat()
        guard places.contains(where: { stat($0, &status) == 0 && status.st_mode & S_IFMT == S_IFREG }) else {
            throw CommandError(
                .badData,
                "`timezone` expects a name from /usr/share/zoneinfo such as \"Europe/Berlin\"; there is no \(zone).")
        }
    }

    /// Writes text into the key folder, for its owner.
    private func keep(_ secret: String, at path: String) throws {
        let text = secret.hasSuffix("\n") ? secret : secret + "\n"
        try PrivateFile.create(path, contents: text, replacing: true, shareable: false)
        var folder = stat()
        guard geteuid() == 0, stat(configuration.keysFolder, &folder) == 0 else { return }
        guard lchown(path, folder.st_uid, folder.st_gid) == 0 else { throw FileError("write \(path)", errno: errno) }
    }

    private func save(_ text: String, to path: String, mode: mode_t) throws {
        let path = system + path
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try PrivateFile.create(path, contents: text, replacing: true)
        guard chmod(path, mode) == 0 else { throw FileError("write \(path)", errno: errno) }
    }

    private func link(_ path: String, to target: String) throws {
        let (path, partial) = (system + path, system + path + ".partial")
        unlink(partial)
        guard symlink(target, partial) == 0, rename(partial, path) == 0 else {
            throw FileError("write \(path)", errno: errno)
        }
    }
}

extension BoxSetup {
    /// The name of the box as a host name: a label of RFC 1123.
    var hostname: String {
        let letters = box.lowercased().unicodeScalars.map { scalar in
            ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) ? Character(scalar) : "-"
        }
        let words = String(letters).split(separator: "-").joined(separator: "-").prefix(63)
        return words.isEmpty ? "doorcheck" : words.last == "-" ? String(words.dropLast()) : String(words)
    }
}

extension BoxSetup.Network {
    /// The name of iwd's file for this network: iwd.network(5).
    var iwdFile: String {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return (isPlain ? name : "=" + Hexadecimal.encode(Array(name.utf8))) + (password == nil ? ".open" : ".psk")
    }

    /// The content of iwd's file.
    var iwdSettings: String {
        guard let password else { return "[Settings]\nAutoConnect=true\n" }
        // As in iwd's files: a backslash begins an escape, and blanks around a value are not part of it.
        let escaped = password.replacing("\\", with: "\\\\").replacing(" ", with: "\\s")
        return "[Security]\nPassphrase=\(escaped)\n"
    }
}
