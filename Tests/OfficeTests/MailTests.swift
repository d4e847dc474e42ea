// Tickets by mail, to a mail server.

import BlockingCalls
import Dispatch
import DoorConfiguration
import DoorInstallation
import Foundation
import Ledger
import Mail
import Synchronization
import TestSupport
import Testing
import TicketSigning

@testable import Office
@testable import Organising

struct MailTests {
    private static let list = """
        name,email
        Ada,ada@example.org
        Bo,bo@example.org
        Ada,Ada@Example.org
        Cy,
        """

    private func form(_ receiver: MailReceiver) -> [String: Any] {
        let server = "smtp://127.0.0.1:\(receiver.port)"
        return ["by": ["server": server, "from": "Night <tickets@example.org>", "text": "Hello!"]]
    }

    /// Sends the mails of an event, and returns the state once the sending has ended.
    private func send(_ office: RunningOffice, _ event: String, _ receiver: MailReceiver) async throws -> State {
        let begun = try await office.post("/office/events/\(event)/mail", form(receiver))
        #expect(begun.status == 200, "\(begun.said)")
        return try await ended(office, event)
    }

    private func ended(_ office: RunningOffice, _ event: String) async throws -> State {
        while true {
            let state = try await state(office, event)
            if state.sending?.state != "running" { return state }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private func state(_ office: RunningOffice, _ event: String) async throws -> State {
        try JSONDecoder().decode(State.self, from: Data(try await office.get("/office/events/\(event)/mail").body))
    }

    private struct State: Decodable {
        struct Undelivered: Decodable {
            struct Entry: Decodable {
                let name: String?
                let reply: Int?
            }

            let count: Int
            let tickets: [Entry]
        }

        struct Sending: Decodable {
            let sent, failed: Int
            let state: String
            let said: String?
        }

        let mails, tickets, sent, unaddressed: Int
        let refused, unknown: Undelivered
        let sending: Sending?
    }

    private static func receiver(
        refusing address: String? = nil, with reply: String = "550 no such user", end: String? = nil
    ) throws -> MailReceiver {
        try MailReceiver { command in
            if command == "." { return end }
            return address.map { command.hasPrefix("RCPT") && command.contains($0) } == true ? reply : nil
        }
    }

    @Test("Each address gets one mail with all of its tickets, and none twice")
    func once() async throws {
        let receiver = try Self.receiver()
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList(Self.list, to: event)
            let before = try await state(office, event)
            #expect(before.mails == 2 && before.tickets == 3 && before.unaddressed == 1)
            let after = try await send(office, event, receiver)
            #expect(after.sending?.state == "finished" && after.sent == 3 && after.mails == 0)
            #expect(receiver.mails.count == 2)
            let ada = try #require(receiver.mails.first { $0.to.joined().lowercased().contains("ada@") })
            #expect(ada.text.contains("name=\"tickets.pdf\"") && !ada.text.contains("X-Unsent"))
            #expect(ada.header("From")?.hasSuffix("<tickets@example.org>") == true)
            #expect(try await send(office, event, receiver).sending?.state == "finished")
            #expect(receiver.mails.count == 2)
            // Who comes later gets a mail as well, and nobody else.
            try await office.importList(Self.list + "\nDi,di@example.org\n", to: event)
            #expect(try await send(office, event, receiver).sent == 4)
            #expect(receiver.mails.count == 3)
        }
    }

    @Test("A list with order numbers beside the addresses is mailed to the addresses")
    func orderNumbers() async throws {
        let receiver = try Self.receiver()
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList(
                "order number,name,email\n104990,Ada,ada@example.org\n104991,Bo,\n", to: event)
            let before = try await state(office, event)
            #expect(before.mails == 1 && before.unaddressed == 1)
            _ = try await send(office, event, receiver)
            #expect(receiver.mails.map(\.to).joined().contains { $0.contains("ada@example.org") })
        }
    }

    @Test("The mails that are to be sent can be taken as one ZIP file, as the list is then, and none counts as sent")
    func asFiles() async throws {
        let receiver = try Self.receiver()
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList(Self.list, to: event)
            let files = "/office/events/\(event)/mail/files"
            let form = ["from": "Night <tickets@example.org>", "text": "Hello!"]
            #expect(try await office.post(files, ["from": "nobody"]).field == "from")
            let prepared = try await office.post(files, form)
            #expect(prepared.status == 200 && prepared.object["mails"] as? Int == 2, "\(prepared.said)")
            // Bo's ticket is revoked before the file is fetched.
            let bo = try #require(try await office.tickets(of: event, ["text": "bo@example.org"]).first)
            let id = bo["id"] as? String ?? ""
            let version = try await office.get("/office/tickets/\(id)").text("version")
            let revoked = try await office.post(
                "/office/tickets/\(id)", ["action": "revoke", "why": "refunded", "version": version])
            #expect(revoked.status == 200, "\(revoked.said)")
            let path = "/office/mail-files/\(prepared.text("file"))"
            let zip = try await office.get(path)
            #expect(zip.headers["content-disposition"]?.contains("summer-night-mails.zip") == true)
            let text = String(decoding: zip.body, as: UTF8.self)
            #expect(text.hasPrefix("PK\u{3}\u{4}") && text.contains("PK\u{5}\u{6}"))
            #expect(text.contains(".eml") && text.contains("X-Unsent: 1"))
            #expect(text.lowercased().contains("ada@example.org"))
            #expect(!text.contains("bo@example.org"))
            #expect(try await office.get(path).status == 404)
            let state = try await state(office, event)
            #expect(state.sent == 0 && state.mails == 1)
            // What was sent is not in the file.
            #expect(try await send(office, event, receiver).sent == 2)
            #expect(try await office.post(files, form).status == 409)
        }
    }

    @Test("A refused address is listed, the others get their mails, and it is tried again only when somebody says so")
    func refused() async throws {
        let isRefusing = Mutex(true)
        let receiver = try MailReceiver { command in
            let isBo = command.hasPrefix("RCPT") && command.contains("bo@")
            return isBo && isRefusing.withLock { $0 } ? "550 no such user" : nil
        }
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList(Self.list, to: event)
            let first = try await send(office, event, receiver)
            #expect(first.sent == 2 && first.mails == 0 && first.sending?.state == "finished")
            #expect(first.refused.count == 1 && first.refused.tickets.first?.reply == 550)
            isRefusing.withLock { $0 = false }
            #expect(try await send(office, event, receiver).refused.count == 1)
            let again = try await office.post("/office/events/\(event)/mail/again", ["kind": "refused"])
            #expect(again.object["mails"] as? Int == 1)
            #expect(try await send(office, event, receiver).sent == 3)
            #expect(receiver.mails.count == 2)
        }
    }

    @Test("A server that refuses one mail after the other is at fault, and no address counts as refused")
    func refusesAll() async throws {
        let receiver = try Self.receiver(refusing: "@", with: "554 sender unknown")
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            let rows = (0..<9).map { "Guest \($0),g\($0)@example.org\n" }.joined()
            try await office.importList("name,email\n" + rows, to: event)
            let after = try await send(office, event, receiver)
            #expect(after.sending?.state == "stopped" && after.sending?.said?.contains("reply 554") == true)
            #expect(after.mails == 9 && after.refused.count == 0 && after.sending?.failed == 0)
            #expect(receiver.mails.isEmpty)
        }
    }

    @Test("A server that takes no mail for the moment gets them later")
    func later() async throws {
        let receiver = try Self.receiver(refusing: "bo@", with: "451 try later")
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList(Self.list, to: event)
            let after = try await send(office, event, receiver)
            #expect(after.sending?.state == "stopped" && after.sending?.said?.contains("reply 451") == true)
            #expect(after.mails == 1 && after.sent == 2 && after.refused.count == 0)
        }
    }

    @Test("A mail whose answer is lost is not sent again until somebody says so")
    func unknown() async throws {
        let isLosing = Mutex(true)
        let receiver = try MailReceiver { $0 == "." && isLosing.withLock { $0 } ? "" : nil }
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name,email\nAda,ada@example.org\nBo,bo@example.org\n", to: event)
            let lost = try await send(office, event, receiver)
            #expect(lost.sending?.state == "stopped" && lost.unknown.count == 1 && lost.mails == 1 && lost.sent == 0)
            isLosing.withLock { $0 = false }
            let rest = try await send(office, event, receiver)
            #expect(rest.sent == 1 && rest.unknown.count == 1 && receiver.mails.count == 2)
            let again = try await office.post("/office/events/\(event)/mail/again", ["kind": "unknown"])
            #expect(again.object["mails"] as? Int == 1)
            #expect(try await send(office, event, receiver).sent == 2)
        }
    }

    @Test("A server that is not there keeps every mail, and says so")
    func unreached() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList(Self.list, to: event)
            let by: [String: Any] = ["server": "smtp://127.0.0.1:1", "from": "tickets@example.org"]
            #expect(try await office.post("/office/events/\(event)/mail", ["by": by]).status == 200)
            let after = try await ended(office, event)
            #expect(after.mails == 2 && after.unknown.count == 0 && after.refused.count == 0)
            #expect(after.sending?.said?.contains("cannot be reached") == true)
        }
    }

    @Test("A ticket that is revoked while mails are sent is not mailed")
    func revokedMeanwhile() async throws {
        let (isTaken, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isFirst = Mutex(true)
        let receiver = try MailReceiver { command in
            guard command == ".", isFirst.withLock({ $0 }) else { return nil }
            isFirst.withLock { $0 = false }
            isTaken.signal()
            goOn.wait()
            return nil
        }
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name,email\nAda,ada@example.org\nBo,bo@example.org\n", to: event)
            let bo = try #require(try await office.tickets(of: event, ["text": "bo"]).first?["id"] as? String)
            #expect(try await office.post("/office/events/\(event)/mail", form(receiver)).status == 200)
            await Waiting().wait(for: isTaken)
            let version = try await office.get("/office/tickets/\(bo)").text("version")
            let revoked = try await office.post(
                "/office/tickets/\(bo)", ["action": "revoke", "why": "refunded", "version": version])
            #expect(revoked.status == 200, "\(revoked.said)")
            goOn.signal()
            let after = try await ended(office, event)
            #expect(after.sending?.state == "finished" && after.sent == 1 && receiver.mails.count == 1)
        }
    }

    /// Waits on a thread of its own.
    private actor Waiting {
        private let queue = BlockingQueue(label: "waiting")

        nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

        func wait(for signal: DispatchSemaphore) { signal.wait() }
    }

    @Test("Whoever sees that the sending has ended can begin again at once")
    func endsWithoutTheLock() async throws {
        let receiver = try Self.receiver()
        try await RunningOffice.open { office in
            _ = try await office.importList(Self.list, to: office.makeEvent())
            let text = "ledger = \"\(office.ledgerPath)\"\nkeys = \"\(office.keysPath)\"\n"
            let file = try ConfigurationFile(path: office.folder + "/doorcheck.toml", text: text)
            let context = try CommandContext(Configuration(file: file, environment: [:]), for: .reading, as: "test")
            let event = try #require(try await context.ledger.events().first)
            let from = try #require(MailAddress("tickets@example.org"))
            let url = "smtp://127.0.0.1:\(receiver.port)"
            let server = try #require(MailServer(url, user: nil, password: nil, from: from))
            let path = context.mailJournalPath(of: event.id)
            let wasFree = Mutex<[Bool]>([])
            try await TicketMailing().send(event, in: context, by: server, text: nil) { progress in
                guard progress.state != .running else { return }
                wasFree.withLock { $0.append((try? MailJournal(at: path)) != nil) }
            }
            #expect(wasFree.withLock { $0 } == [true])
        }
    }

    @Test("The password is in no answer and in no file, and a wrong field is named")
    func secrets() async throws {
        let receiver = try Self.receiver()
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList(Self.list, to: event)
            let by: [String: Any] = [
                "server": "smtp://127.0.0.1:\(receiver.port)", "from": "tickets@example.org", "user": "me",
                "password": "hunter2hunter2",
            ]
            let path = "/office/events/\(event)/mail"
            for (field, wrong) in [("server", "http://x"), ("server", "a b"), ("server", ""), ("from", "nobody")] {
                let refused = try await office.post(path, ["by": by.merging([field: wrong]) { $1 }])
                #expect(refused.status == 422 && refused.field == field, "\(field): \(refused.said)")
            }
            #expect(try await office.post(path, ["by": by]).status == 200)
            #expect(try await ended(office, event).sent == 3)
            #expect(receiver.commands.contains { $0.hasPrefix("AUTH PLAIN") })
            let answers = try await office.get(path).body + office.get("/office/state").body
            #expect(!String(decoding: answers, as: UTF8.self).contains("hunter2"))
            let files = try FileManager.default.subpathsOfDirectory(atPath: office.folder)
            #expect(files.contains { $0.hasSuffix(".journal") })
            for file in files {
                guard let bytes = FileManager.default.contents(atPath: office.folder + "/" + file) else { continue }
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(!text.contains("hunter2"), "\(file)")
                #expect(!file.hasSuffix(".journal") || !text.contains("@"), "an address is in \(file)")
            }
        }
    }

    @Test("A line that the power cut is as if it had not been written, and two programs never send at once")
    func journal() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/mail.journal"
            let (one, other) = (TicketID.random(), TicketID.random())
            do {
                let journal = try MailJournal(at: path)
                try journal.begin([one, other])
                try journal.noteSent([one])
                #expect(throws: (any Error).self) { try MailJournal(at: path) }
            }
            let whole = try Data(contentsOf: URL(filePath: path))
            try (whole + Data("\(other) se".utf8)).write(to: URL(filePath: path))
            let states = try MailJournal(at: path).states
            guard case .sent = states[one], case .unknown = states[other] else {
                Issue.record("\(states)")
                return
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == whole)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }
}
