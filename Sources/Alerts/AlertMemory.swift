// What the hub remembers of alerts from one run to the next.

import FoundationEssentials
import Glibc
import TicketSigning

/// Alerts that are open, or that somebody has not been told of, and counts that alerts go by.
struct AlertMemory: Codable {
    /// How much of an alert a channel has told.
    enum Told: String, Codable {
        case beginning, end
    }

    /// An alert, and who knows of it.
    struct Entry: Codable {
        var alert: Alert
        /// By channel; absent for one that has told nothing of it.
        var told: [String: Told] = [:]

        /// Whether a channel has something to tell.
        func waits(for channel: String) -> Bool {
            switch told[channel] {
            case nil: true
            case .beginning: alert.ended != nil
            case .end: false
            }
        }

        mutating func tell(_ channel: String) { told[channel] = alert.ended == nil ? .beginning : .end }
    }

    /// A number that only grows.
    struct Count: Codable {
        var value: Int
        /// When it grew, in milliseconds since 1970-01-01 00:00:00 UTC; `nil` if it did not.
        var grown: Int64?
    }

    /// When the first run began, in milliseconds since 1970-01-01 00:00:00 UTC: nobody is told of what was before.
    let since: Int64
    var entries: [Entry] = []
    /// By kind and thing.
    var counts: [String: [String: Count]] = [:]

    init(since: Int64) { self.since = since }

    /// Reads a file.
    ///
    /// - Returns: What it says; `nil` if there is none.
    /// - Throws: ``AlertFileError``.
    static func read(_ path: String) throws(AlertFileError) -> AlertMemory? {
        guard let data = FileManager.default.contents(atPath: path) else {
            guard access(path, R_OK) != 0, errno != ENOENT, errno != ENOTDIR else { return nil }
            throw .notRead(path: path, errno: errno)
        }
        do { return try JSONDecoder().decode(Self.self, from: data) } catch { throw .damaged(path: path) }
    }

    /// Replaces a file; only this user may read it.
    ///
    /// - Throws: ``AlertFileError``.
    func write(to path: String) throws(AlertFileError) {
        do {
            let text = String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
            try PrivateFile.create(path, contents: text, replacing: true)
        } catch KeyFileError.io(_, _, let number) {
            throw .notWritten(path: path, errno: number)
        } catch {
            throw .notWritten(path: path, errno: EIO)
        }
    }
}
