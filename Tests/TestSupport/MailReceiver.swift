// A mail server, down to the socket.

import Dispatch
import Glibc
import Synchronization

/// Takes mails by SMTP (RFC 5321), one connection after the other.
public final class MailReceiver: Sendable {
    /// A mail that was taken.
    public struct Mail: Sendable {
        public let from: String
        public let to: [String]
        /// As it was sent, with its line ends, without the dots that SMTP doubles.
        public let text: String

        /// The value of a header, whose lines are joined.
        public func header(_ name: String) -> String? {
            let head = text.split(separator: "\r\n\r\n", maxSplits: 1).first ?? ""
            return head.replacing("\r\n ", with: " ").split(separator: "\r\n")
                .first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
                .map { String($0.dropFirst(name.count + 2)) }
        }
    }

    private struct State {
        var commands: [String] = []
        var mails: [Mail] = []
    }

    /// Where it listens.
    public let port: UInt16
    private let socket: Int32
    private let state = Mutex(State())
    private let answer: @Sendable (String) -> String?

    /// The mails so far.
    public var mails: [Mail] { state.withLock { $0.mails } }

    /// What was said so far, without the mails.
    public var commands: [String] { state.withLock { $0.commands } }

    /// - Parameters:
    ///   - host: An address of this machine.
    ///   - answer: Takes a command, or `.` for the end of a mail, and returns what it is answered with; `nil` for what
    ///     is usual. A mail that is answered with nothing ends the connection.
    /// - Throws: Where there is no port.
    public init(
        on host: UInt32 = 0x7f00_0001, answer: @escaping @Sendable (String) -> String? = { _ in nil }
    ) throws {
        self.answer = answer
        socket = try Receiver.listen(at: 0, on: host)
        port = Receiver.port(of: socket)
        let socket = socket
        DispatchQueue(label: "mail receiver").async { [weak self] in
            while true {
                let connection = accept(socket, nil, nil)
                guard connection >= 0 else { return }
                self?.serve(connection)
                close(connection)
            }
        }
    }

    deinit { shutdown(socket, Int32(SHUT_RDWR)) }

    private func serve(_ connection: Int32) {
        var (rest, from, to): ([UInt8], String, [String]) = ([], "", [])
        say("220 test", to: connection)
        while let line = Self.line(&rest, connection) {
            state.withLock { $0.commands.append(line) }
            let reply = answer(line) ?? Self.usual(line)
            say(reply, to: connection)
            switch line.prefix(4) {
            case "MAIL": (from, to) = (line, [])
            case "RCPT": to.append(line)
            case "DATA" where reply.hasPrefix("354"):
                var text = ""
                while let line = Self.line(&rest, connection), line != "." {
                    text += (line.hasPrefix(".") ? String(line.dropFirst()) : line) + "\r\n"
                }
                let mail = Mail(from: from, to: to, text: text)
                state.withLock { $0.mails.append(mail) }
                let reply = answer(".") ?? "250 taken"
                guard !reply.isEmpty else { return }
                say(reply, to: connection)
            case "QUIT": return
            default: break
            }
        }
    }

    private static func usual(_ command: String) -> String {
        switch command.prefix(4) {
        case "EHLO": "250-test\r\n250 AUTH PLAIN"
        case "DATA": "354 go on"
        case "AUTH": "334 "
        case "QUIT": "221 bye"
        case "MAIL", "RCPT": "250 yes"
        // What follows AUTH is in base64.
        default: "235 welcome"
        }
    }

    private func say(_ text: String, to connection: Int32) {
        let bytes = Array((text + "\r\n").utf8)
        send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// The next line without its end; `nil` if the connection ends.
    private static func line(_ rest: inout [UInt8], _ connection: Int32) -> String? {
        while true {
            if let end = rest.firstRange(of: [13, 10]) {
                defer { rest.removeFirst(end.upperBound) }
                return String(decoding: rest[..<end.lowerBound], as: UTF8.self)
            }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            rest += buffer.prefix(count)
        }
    }
}
