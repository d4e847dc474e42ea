// Messages on their way to real servers.

import FoundationEssentials
import Logging
import Mail
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@testable import Alerts

struct AlertDeliveryTests {
    /// What was logged.
    private final class Log: LogHandler, Sendable {
        let lines = Mutex<[String]>([])
        var metadata: Logger.Metadata {
            get { [:] }
            set {}
        }
        var logLevel: Logger.Level {
            get { .trace }
            set {}
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { nil }
            set {}
        }

        func log(event: LogEvent) { lines.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") } }
    }

    private let start = ContinuousClock.now

    /// Runs the delivery of a book with some alerts that began an hour ago.
    private func deliver(
        by settings: AlertSettings, _ things: [String], log: Log = Log(), until isDone: () async throws -> Bool
    ) async throws {
        let logger = Logger(label: "test") { _ in log }
        let senders = settings.senders
        let book = AlertBook(path: nil, channels: senders.map(\.name), now: 0, logger: logger)
        let readings = things.map { AlertReading(.boxRevoked, of: $0, named: $0, .wrong("\($0) is silent.")) }
        await book.observe(readings, of: [.boxRevoked], at: 1000, start)
        var delivery = AlertDelivery(book, by: senders, hub: "office", now: { 3_600_000 }, logger: logger)
        delivery.firstPause = .milliseconds(50)
        let service = delivery
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await service.run() }
            try await eventually(isDone)
            tasks.cancelAll()
        }
    }

    private func mail(_ receiver: MailReceiver, to: String..., login: (user: String, password: String)? = nil)
        throws -> AlertSettings.MailSettings
    {
        AlertSettings.MailSettings(
            server: "smtp://127.0.0.1:\(receiver.port)", login: login,
            from: try #require(MailAddress("hub@example.org")), to: to.compactMap { MailAddress($0) })
    }

    @Test("A webhook gets JSON with what is wrong, since when, and where")
    func webhook() async throws {
        let receiver = try Receiver { _, _ in .status(204) }
        try await deliver(by: AlertSettings(webhook: receiver.url), ["north", "south"]) { !receiver.requests.isEmpty }
        let request = try #require(receiver.requests.first)
        #expect(request.headers["content-type"] == "application/json")
        let part = { (name: String) in
            #"{"ended":null,"started":"1970-01-01T00:00:01.000Z","subject":"\#(name)","summary":"\#(name) is silent."}"#
        }
        #expect(
            request.body
                == #"{"alert":"BoxRevoked","alerts":[\#(part("north")),\#(part("south"))],"ended":null,"hub":"office","#
                + #""more":0,"schema":1,"started":"1970-01-01T00:00:01.000Z","state":"firing","subject":"north","#
                + #""summary":"north is silent, and 1 more."}"#)
    }

    @Test("A server that fails at first gets the message later, and the log has one line for each without the address")
    func retries() async throws {
        let (receiver, log) = (try Receiver { _, before in .status(before < 3 ? 500 : 200) }, Log())
        let settings = AlertSettings(webhook: receiver.url + "?secret")
        try await deliver(by: settings, ["north"], log: log) { log.lines.withLock { $0.count == 2 } }
        #expect(receiver.requests.count == 4 && Set(receiver.requests.map(\.body)).count == 1)
        let lines = log.lines.withLock { $0 }
        #expect(lines.first?.contains("127.0.0.1 answered with status 500") == true)
        #expect(lines.last?.contains("alerts are delivered again") == true)
        #expect(!lines.contains { $0.contains("secret") || $0.contains("/door") })
    }

    @Test("A server that never answers is given up, and holds up no other channel")
    func silence() async throws {
        let (receiver, mails, log) = (try Receiver { _, _ in .silence }, try MailReceiver(), Log())
        var settings = AlertSettings(webhook: receiver.url, mail: try mail(mails, to: "ada@example.org"))
        settings.webhookLimit = .seconds(2)
        try await deliver(by: settings, ["north"], log: log) {
            !mails.mails.isEmpty && log.lines.withLock { !$0.isEmpty }
        }
        #expect(log.lines.withLock { $0.first?.contains("127.0.0.1 did not answer") == true })
    }

    @Test("A redirect is a refusal, and nothing is sent to where it leads")
    func redirect() async throws {
        let elsewhere = try Receiver { _, _ in .status(200) }
        let url = elsewhere.url
        let receiver = try Receiver { _, _ in
            .bytes(Array("HTTP/1.1 307 X\r\nlocation: \(url)\r\ncontent-length: 0\r\n\r\n".utf8))
        }
        let sender = try #require(AlertSettings(webhook: receiver.url).senders.first)
        #expect(await sender.sendTest(hub: "office", now: 1) == .refused(host: "127.0.0.1", status: 307))
        #expect(elsewhere.requests.isEmpty && receiver.requests.count == 1)
    }

    @Test("Other protocols than HTTP and SMTP are refused")
    func protocols() async throws {
        try await withTemporaryFolder { folder in
            let address = try #require(MailAddress("a@example.org"))
            for url in ["file://\(folder)/x", "ftp://127.0.0.1/x"] {
                let mail = AlertSettings.MailSettings(server: url, login: nil, from: address, to: [address])
                for sender in AlertSettings(webhook: url, mail: mail).senders {
                    guard case .unreached = await sender.sendTest(hub: "office", now: 1) else {
                        Issue.record("\(url) was used by \(sender.name)")
                        continue
                    }
                }
            }
        }
    }

    @Test("A mail says what is wrong, and no name in it can be a header or end it")
    func mails() async throws {
        let receiver = try MailReceiver()
        let hostile = PlainText.name("Nørd\r\n.\r\nBcc: x@example.org\r\n.") + String(repeating: "é", count: 60)
        try await deliver(by: AlertSettings(mail: try mail(receiver, to: "ada@example.org")), [hostile]) {
            !receiver.mails.isEmpty
        }
        let mail = try #require(receiver.mails.first)
        #expect(mail.from.hasPrefix("MAIL FROM:<hub@example.org>") && mail.to == ["RCPT TO:<ada@example.org>"])
        #expect(mail.header("From") == "hub@example.org" && mail.header("To") == "ada@example.org")
        #expect(mail.header("Date") == "Thu, 01 Jan 1970 01:00:00 +0000")
        #expect(mail.header("Message-ID")?.wholeMatch(of: /<[-0-9a-f]{36}@example\.org>/) != nil)
        #expect(mail.header("MIME-Version") == "1.0" && mail.header("Auto-Submitted") == "auto-generated")
        #expect(mail.header("Bcc") == nil && !mail.text.contains("x@example.org"))
        let lines = mail.text.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.utf8.count <= 78 && $0.utf8.allSatisfy { (32...126).contains($0) } })
        let words = try #require(mail.header("Subject")).split(separator: " ").map { word in
            Data(base64Encoded: String(word.dropFirst("=?utf-8?B?".count).dropLast(2))) ?? Data()
        }
        #expect(words.allSatisfy { String(validating: $0, as: UTF8.self) != nil })
        let subject = String(decoding: words.reduce(Data(), +), as: UTF8.self)
        #expect(subject == "DoorCheck alert: \(hostile) is silent.")
        let body = mail.text.split(separator: "\r\n\r\n", maxSplits: 1)[1].replacing("\r\n", with: "")
        let text = String(decoding: try #require(Data(base64Encoded: String(body))), as: UTF8.self)
        #expect(text.hasPrefix("\(hostile) is silent.\r\nFrom 1970-01-01T00:00:01.000Z\r\n"))
    }

    @Test("An address that a mail server refuses holds up no other one")
    func recipients() async throws {
        let (receiver, log) = (try MailReceiver { $0.hasPrefix("RCPT TO:<bo@") ? "550 nobody" : nil }, Log())
        let settings = AlertSettings(mail: try mail(receiver, to: "bo@example.org", "ada@example.org"))
        try await deliver(by: settings, ["north"], log: log) {
            !receiver.mails.isEmpty && log.lines.withLock { !$0.isEmpty }
        }
        #expect(receiver.mails.map(\.to) == [["RCPT TO:<ada@example.org>"]])
        #expect(log.lines.withLock { $0.first?.contains("refused the mail with reply 550") == true })
    }

    @Test("A mail server gets the password, but from another machine only when it encrypts; it is never in an error")
    func passwords() async throws {
        let login = (user: "hub", password: "s3cret")
        let near = try MailReceiver()
        let first = try #require(AlertSettings(mail: try mail(near, to: "a@example.org", login: login)).senders.first)
        #expect(await first.sendTest(hub: "office", now: 1) == nil)
        let plain = Data("\0hub\0s3cret".utf8).base64EncodedString()
        #expect(near.commands.contains { $0.hasPrefix("AUTH PLAIN") } && near.commands.contains { $0.contains(plain) })

        let far = try MailReceiver(on: 0x7f00_0002)
        let address = try #require(MailAddress("a@example.org"))
        let elsewhere = AlertSettings.MailSettings(
            server: "smtp://127.0.0.2:\(far.port)", login: login, from: address, to: [address])
        let second = try #require(AlertSettings(mail: elsewhere).senders.first)
        #expect(await second.sendTest(hub: "office", now: 1) == .unencrypted(host: "127.0.0.2"))
        #expect(!far.commands.contains { $0.hasPrefix("AUTH") })

        let strict = try MailReceiver { $0.hasPrefix("AUTH") ? "535 no" : nil }
        let third = try #require(AlertSettings(mail: try mail(strict, to: "a@example.org", login: login)).senders.first)
        let failure = await third.sendTest(hub: "office", now: 1)
        #expect(failure == .loginRefused(host: "127.0.0.1") && failure?.description.contains("s3cret") == false)
    }

    @Test("A channel sends six messages a minute at most, and the rest together")
    func pace() async throws {
        let receiver = try Receiver { _, _ in .status(200) }
        let senders = AlertSettings(webhook: receiver.url).senders
        let book = AlertBook(path: nil, channels: senders.map(\.name), now: 0, logger: AlertScene.silent)
        let delivery = AlertDelivery(book, by: senders, hub: "office", now: { 3_600_000 }, logger: AlertScene.silent)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await delivery.run() }
            for number in 1...12 {
                let things = (0..<number).map { AlertReading(.boxRevoked, of: "\($0)", named: "\($0)", .wrong("x")) }
                await book.observe(things, of: [.boxRevoked], at: 0, start)
                if number <= 6 { try await eventually { receiver.requests.count == number } }
            }
            try await Task.sleep(for: .seconds(2))
            #expect(receiver.requests.count == 6)
            #expect(await book.next(for: "webhook", at: 3_600_000).count == 6)
            tasks.cancelAll()
        }
    }
}
