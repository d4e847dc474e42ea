// What an office that runs as a service tells the other programs of its machine.

import BlockingCalls
package import DoorOutput
import FoundationEssentials
import Glibc
package import HTTPSupport

/// Where the office of this machine is, and how its first account is made. The first screen of a new box shows it.
///
/// It is in a file of the runtime folder, which this user and root alone may read. What everybody on the machine may
/// know, ``place``, is in another one: the display and the hub, which is another user's, lead there. The office holds
/// both for as long as it runs, so that nobody shows what an office has left behind that was killed.
package struct OfficeNotice: Codable, Hashable, Sendable {
    /// The port.
    package let port: Int
    /// Whether other devices can reach it, over TLS; otherwise only this machine does, without.
    package let isOpen: Bool
    /// The names and addresses that it answers to, as they are in addresses: in lower case, IPv6 in brackets.
    package let names: [String]
    /// Its addresses for people with other devices, the best one first; none without a network.
    package let addresses: [String]
    /// The beginning of its certificate's SHA-256 hash, for people who compare; `nil` if an authority vouches for it.
    package let fingerprint: String?
    /// The one-time code for the first account; `nil` if there is none any more.
    package let code: String?
    /// Whether it has opened a door, or is about to: the screen is the door's then.
    package let hasDoor: Bool

    package init(
        port: Int, isOpen: Bool, names: [String], addresses: [String], fingerprint: String?, code: String?,
        hasDoor: Bool
    ) {
        (self.port, self.isOpen, self.names, self.addresses) = (port, isOpen, names, addresses)
        (self.fingerprint, self.code, self.hasDoor) = (fingerprint, code, hasDoor)
    }

    /// Where the office is, without the code.
    package var place: OfficePlace { OfficePlace(port: port, isOpen: isOpen, names: Set(names)) }

    /// Returns the folder of the files.
    ///
    /// - Parameter environment: The environment of the process; systemd names the runtime folder in it.
    /// - Returns: The path; the folder may be missing.
    package static func folder(environment: [String: String]) -> String {
        environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first.map(String.init) ?? "/run/doorcheck"
    }

    fileprivate static func path(in folder: String) -> String { folder + "/office.json" }
    fileprivate static func placePath(in folder: String) -> String { folder + "/office-address.json" }

    /// Reads the notice of an office that runs. Blocks its thread.
    ///
    /// - Parameter folder: The runtime folder.
    /// - Returns: `nil` if no office runs, or if others than its user could have read or written the file.
    package static func read(in folder: String) -> OfficeNotice? {
        HeldFile.read(at: path(in: folder), for: .owner).flatMap {
            try? JSONDecoder().decode(OfficeNotice.self, from: Data($0))
        }
    }

    /// Reads where an office that runs is, as every user of the machine may. Blocks its thread.
    ///
    /// - Parameter folder: The runtime folder.
    /// - Returns: `nil` if no office runs, or if others than the folder's user and root could have written the file.
    package static func place(in folder: String) -> OfficePlace? {
        HeldFile.read(at: placePath(in: folder), for: .everybody).flatMap {
            try? JSONDecoder().decode(OfficePlace.self, from: Data($0))
        }
    }
}

/// Reads notices on a thread of its own.
package actor OfficeNoticeReader {
    private nonisolated let queue = BlockingQueue(label: "office-notice")
    private let folder: String

    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Parameter folder: The runtime folder, in which an office may write later.
    package init(in folder: String) {
        self.folder = folder
    }

    /// The notice of the office that runs on this machine; `nil` for none, and for other users than the office's.
    package var current: OfficeNotice? { OfficeNotice.read(in: folder) }

    /// Where the office that runs on this machine is; `nil` for none.
    package var place: OfficePlace? { OfficeNotice.place(in: folder) }
}

/// Writes the notice of an office, and removes it.
package actor OfficeNoticeFile {
    private nonisolated let queue = BlockingQueue(label: "office-notice-file")
    private let folder: String
    private var notice: Shown<OfficeNotice>?
    private var place: Shown<OfficePlace>?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// A value and the file that has it.
    private struct Shown<Value: Encodable & Equatable> {
        let value: Value
        let file: HeldFile
    }

    /// - Parameter folder: The runtime folder, which exists.
    package init(in folder: String) {
        self.folder = folder
    }

    /// Puts a notice in the place of the last one. Does nothing if it is the same.
    ///
    /// - Parameter notice: The notice.
    /// - Throws: ``FileError``; the last notice is then gone.
    package func show(_ notice: OfficeNotice) throws(FileError) {
        do throws(FileError) {
            self.notice = try Self.write(
                notice, after: self.notice, at: OfficeNotice.path(in: folder), for: .owner)
            place = try Self.write(
                notice.place, after: place, at: OfficeNotice.placePath(in: folder), for: .everybody)
        } catch {
            // A code that no longer holds must not stay on the screen.
            remove()
            throw error
        }
    }

    /// Removes the notice, unless it is another office's.
    package func remove() {
        notice?.file.remove()
        place?.file.remove()
        (notice, place) = (nil, nil)
    }

    private static func write<Value>(
        _ value: Value, after last: Shown<Value>?, at path: String, for readers: HeldFile.Readers
    ) throws(FileError) -> Shown<Value> {
        let isOurs = last?.file.isInPlace ?? false
        if let last, last.value == value, isOurs { return last }
        // Two offices would show two codes in turn.
        guard isOurs || HeldFile.read(at: path, for: readers) == nil else {
            throw FileError("write \(path)", errno: EBUSY)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let bytes = (try? encoder.encode(value)).map { Array($0) + Array("\n".utf8) } ?? []
        let file = try HeldFile(bytes, at: path, for: readers)
        last?.file.release()
        return Shown(value: value, file: file)
    }
}
