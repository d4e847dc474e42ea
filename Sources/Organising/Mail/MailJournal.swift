// Which tickets were mailed, on disk.

import DoorInstallation
import DoorOutput
import DoorTexts
import Glibc
package import Ledger
package import TicketSigning

/// What became of the mail with a ticket.
package enum MailState: Hashable, Sendable {
    /// The mail server has it.
    case sent(Timestamp)
    /// The mail server refused it for good, with a reply of RFC 5321, 500 to 599.
    case refused(Timestamp, reply: Int)
    /// Nobody knows: the connection, the program or the power failed while the mail server took it.
    case unknown(Timestamp)
}

/// The mails of one event, as a file to which a line is added before and after each mail is handed over. What was
/// handed over once is not handed over again, whenever the power fails. The file has no names and no addresses.
///
/// Each line is a ticket's identifier, a word and a time in milliseconds, with a reply after `refused`. Of several
/// lines of a ticket, the last one counts.
package final class MailJournal {
    private enum Word: String {
        /// The mail is being handed over; without a further line, nobody knows whether it was.
        case begun
        case sent
        case refused
        /// It was certainly not handed over, or somebody has decided that it is sent again.
        case open
    }

    private let path: String
    private let descriptor: Int32
    /// By ticket; tickets that are to be mailed are missing.
    package private(set) var states: [TicketID: MailState]

    /// Opens the file, and keeps every other program from adding to it. Blocks its thread.
    ///
    /// - Parameter path: The file, which is created if it is missing.
    /// - Throws: ``CommandError`` if another program sends the event's mails; ``FileError``.
    package init(at path: String) throws {
        try Ownership.check(path)
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError("open \(path)", errno: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(descriptor)
            guard reason == EWOULDBLOCK else { throw FileError("lock \(path)", errno: reason) }
            throw CommandError(.tryAgain, "Another program is sending this event's mails; wait until it has ended.")
        }
        states = [:]
        let text = try Self.text(of: descriptor, path)
        // The power failed within a line, which therefore was not acted on.
        let whole = text.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        guard ftruncate(descriptor, off_t(whole)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
            throw FileError("write \(path)", errno: errno)
        }
        states = Self.states(in: text.prefix(whole))
    }

    deinit { close(descriptor) }

    /// Returns what the file says, while another program may be adding to it. Blocks its thread.
    ///
    /// - Parameter path: The file; it may be missing.
    /// - Returns: The state of each ticket.
    /// - Throws: ``FileError``.
    package static func states(at path: String) throws -> [TicketID: MailState] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw FileError("read \(path)", errno: errno) }
            return [:]
        }
        defer { close(descriptor) }
        return states(in: try text(of: descriptor, path)[...])
    }

    // MARK: Adding

    /// Notes that a mail is about to be handed over.
    ///
    /// - Throws: ``FileError``; the mail must not be handed over then.
    func begin(_ tickets: [TicketID]) throws { try add(.begun, tickets) }

    /// Notes that the mail server has taken a mail.
    ///
    /// - Throws: ``FileError``; nobody knows later whether it was sent.
    func noteSent(_ tickets: [TicketID]) throws { try add(.sent, tickets) }

    /// Notes that the mail server has refused a mail for good.
    ///
    /// - Throws: ``FileError``.
    func noteRefused(_ tickets: [TicketID], reply: Int) throws { try add(.refused, tickets, reply: reply) }

    /// Notes that tickets are to be mailed, whatever became of them.
    ///
    /// - Throws: ``FileError``.
    package func reopen(_ tickets: [TicketID]) throws { try add(.open, tickets) }

    private func add(_ word: Word, _ tickets: [TicketID], reply: Int? = nil) throws {
        let now = WallClock.now
        let end = (reply.map { " \($0)" } ?? "") + "\n"
        let lines = tickets.map { "\($0) \(word.rawValue) \(now.milliseconds)" + end }.joined()
        var rest = Array(lines.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw FileError("write \(path)", errno: errno) }
            rest = rest.dropFirst(max(count, 0))
        }
        guard fdatasync(descriptor) == 0 else { throw FileError("write \(path)", errno: errno) }
        for ticket in tickets { states[ticket] = Self.state(word, now, reply) }
    }

    // MARK: Reading

    private static func text(of descriptor: Int32, _ path: String) throws -> [UInt8] {
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = pread(descriptor, &piece, piece.count, off_t(text.count))
            guard count >= 0 else { throw FileError("read \(path)", errno: errno) }
            guard count > 0 else { return text }
            text += piece.prefix(count)
        }
    }

    private static func states(in text: ArraySlice<UInt8>) -> [TicketID: MailState] {
        var states: [TicketID: MailState] = [:]
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard fields.count >= 3, let ticket = TicketID(String(fields[0])),
                let word = Word(rawValue: String(fields[1])), let time = Int64(fields[2])
            else { continue }
            let reply = fields.count > 3 ? Int(fields[3]) : nil
            states[ticket] = state(word, Timestamp(milliseconds: time), reply)
        }
        return states
    }

    private static func state(_ word: Word, _ time: Timestamp, _ reply: Int?) -> MailState? {
        switch word {
        case .begun: .unknown(time)
        case .sent: .sent(time)
        case .refused: .refused(time, reply: reply ?? 500)
        case .open: nil
        }
    }
}
