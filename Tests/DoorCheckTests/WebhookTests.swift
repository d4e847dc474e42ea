// The organiser's server, as real servers are.

import Admission
import FoundationEssentials
import Glibc
import Ledger
import Logging
import ServiceLifecycle
import ServiceLifecycleTestKit
import TestSupport
import Testing
import TicketSigning
import Webhook

@testable import DoorDaemon
@testable import DoorInstallation
@testable import DoorOutput

@Suite(.timeLimit(.minutes(30))) struct WebhookTests {
    /// A part of what is sent.
    struct Line: Decodable, Equatable {
        let schema: Int
        let verdict: String
        let enters: Bool
        let gate: String
        let box: String
        let holder: String?
    }

    /// A door that tells a server.
    struct Hooked {
        let board = EventBus()
        let log = HookTests.LogBook()
        let queue: WebhookQueue
        let service: WebhookService

        init(_ url: String, in folder: String, seconds: Int = 5, secret: WebhookSecret? = nil) async throws {
            queue = try WebhookQueue(path: folder + "/queue")
            let book = log
            var service = WebhookService(
                news: await board.subscribe(.unbounded),
                queue: queue,
                sender: WebhookSender(
                    client: WebhookClient(url: url, authority: nil, seconds: seconds), secret: secret),
                box: "box-1", gate: "north",
                logger: Logger(label: "test") { _ in book }
            )
            service.firstPause = .milliseconds(1)
            service.longestPause = .milliseconds(10)
            self.service = service
        }

        /// Shows verdicts.
        func show(_ verdicts: [Verdict]) async {
            await board.post(.opened)
            for verdict in verdicts { await board.post(.judged(verdict, source: "cam", elapsed: .seconds(1))) }
        }

        /// Shows verdicts and closes the door when the server has had some requests and taken all deliveries.
        func hand(_ verdicts: [Verdict], to receiver: Receiver, requests: Int) async {
            await show(verdicts)
            await withTaskGroup { group in
                group.addTask { await service.handOver() }
                while receiver.requests.count < requests { await Task.yield() }
                while (try? await queue.count()) != 0 { try? await Task.sleep(for: .milliseconds(5)) }
                await board.close()
            }
        }

        static func body(of verdict: Verdict) throws -> String {
            try JSONLine.text(
                WebhookLine(verdict, source: "cam", elapsed: .seconds(1), box: "box-1", gate: "north"))
        }
    }

    func verdicts(_ count: Int, in folder: String) async throws -> [Verdict] {
        try await HookTests().verdicts(count, in: folder)
    }

    @Test("Every verdict is posted once, in order, signed, with its door and without a name")
    func order() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/secret"
            try Data("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n".utf8).write(to: URL(filePath: path))
            chmod(path, 0o600)
            let secret = try WebhookSecret(at: path)
            let receiver = try Receiver { _, _ in .status(200) }
            let hooked = try await Hooked(receiver.url, in: folder, secret: secret)
            let verdicts = try await verdicts(5, in: folder)
            #expect(verdicts.allSatisfy { $0.history?.listed?.holder != nil })
            await hooked.hand(verdicts, to: receiver, requests: 5)
            #expect(receiver.requests.map(\.body) == (try verdicts.map(Hooked.body)))
            #expect(Set(receiver.requests.compactMap { $0.headers["webhook-id"] }).count == 5)
            for request in receiver.requests {
                let line = try JSONDecoder().decode(Line.self, from: Data(request.body.utf8))
                #expect(
                    line == Line(schema: 1, verdict: "admit", enters: true, gate: "north", box: "box-1", holder: nil))
                let id = try #require(request.headers["webhook-id"])
                let seconds = try #require(request.headers["webhook-timestamp"].flatMap { Int64($0) })
                let signature = secret.signature(id: id, seconds: seconds, body: request.body)
                #expect(request.headers["webhook-signature"] == signature)
                #expect(request.headers["content-type"] == "application/json")
            }
            #expect(hooked.log.texts.isEmpty)
            #expect(try await hooked.queue.count() == 0)
        }
    }

    @Test("A server that fails gets the same delivery again until it takes it, is told once, and its return as well")
    func failing() async throws {
        try await withTemporaryFolder { folder in
            let receiver = try Receiver { _, before in
                switch before {
                case 0, 1: .status(500)
                case 2: .half
                case 3: .status(302)
                case 4: .silence
                default: .status(204)
                }
            }
            let hooked = try await Hooked(receiver.url, in: folder, seconds: 3)
            let verdicts = try await verdicts(3, in: folder)
            await hooked.hand(verdicts, to: receiver, requests: 8)
            // A busy machine may be too slow for the limit once more: the server then gets a delivery again.
            let deliveries = receiver.requests.reduce(into: [[String?]]()) { deliveries, request in
                let delivery = [request.headers["webhook-id"], request.body]
                if deliveries.last != delivery { deliveries.append(delivery) }
            }
            let bodies = try verdicts.map(Hooked.body)
            #expect(deliveries.map(\.last) == bodies)
            #expect(receiver.requests.prefix(6).allSatisfy { $0.body == bodies[0] })
            let failures = [
                WebhookFailure.refused(host: "127.0.0.1", status: 500).description,
                WebhookFailure.refused(host: "127.0.0.1", status: 302).description,
                WebhookFailure.tooSlow(host: "127.0.0.1").description,
            ]
            // libcurl itself repeats what it sent over a kept connection that broke.
            let told = hooked.log.texts
            let works = "webhook works again "
            #expect(told.prefix { $0 != works }.sorted() == failures.map { "webhook failed \($0)" }.sorted())
            #expect(told.last == works)
            // On a busy machine, the same once more for a later delivery.
            for (place, text) in told.dropFirst(4).enumerated() {
                #expect(text == (place.isMultiple(of: 2) ? "webhook failed \(failures[2])" : works))
            }
            #expect(!hooked.log.texts.joined().contains("Aarti"))
        }
    }

    @Test("What a server that was away did not get is sent first when the door opens again, under the same id")
    func restart() async throws {
        try await withTemporaryFolder { folder in
            let port = try Receiver.freePort()
            let verdicts = try await verdicts(4, in: folder)
            let first = try await Hooked("http://127.0.0.1:\(port)/", in: folder)
            try await testGracefulShutdown { trigger in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await first.service.run() }
                    await first.show(Array(verdicts.prefix(2)))
                    while try await first.queue.count() < 2 || first.log.texts.isEmpty { await Task.yield() }
                    await first.board.close()
                    trigger.triggerGracefulShutdown()
                    try await group.waitForAll()
                }
            }
            #expect(first.log.texts.first?.contains("cannot be reached") == true)
            let waiting = try #require(try await first.queue.first())
            let receiver = try Receiver(port: port) { _, _ in .status(200) }
            let second = try await Hooked(receiver.url, in: folder)
            await second.hand(Array(verdicts.suffix(2)), to: receiver, requests: 4)
            #expect(receiver.requests.map(\.body) == (try verdicts.map(Hooked.body)))
            #expect(receiver.requests.first?.headers["webhook-id"] == waiting.id)
        }
    }

    @Test("Shutdown does not wait for a server that does not answer")
    func shutdown() async throws {
        try await withTemporaryFolder { folder in
            let receiver = try Receiver { _, _ in .silence }
            let hooked = try await Hooked(receiver.url, in: folder, seconds: 1000)
            let verdicts = try await verdicts(2, in: folder)
            try await testGracefulShutdown { trigger in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await hooked.service.run() }
                    await hooked.show(verdicts)
                    while receiver.requests.isEmpty { await Task.yield() }
                    while try await hooked.queue.count() < 2 { await Task.yield() }
                    await hooked.board.close()
                    trigger.triggerGracefulShutdown()
                    try await group.waitForAll()
                }
            }
            #expect(try await hooked.queue.count() == 2)
            #expect(hooked.log.texts == ["webhook failed \(WebhookFailure.cutShort(host: "127.0.0.1"))"])
        }
    }

    @Test("A queue that is full leaves out the oldest, and no id is used again")
    func bound() async throws {
        try await withTemporaryFolder { folder in
            let queue = try WebhookQueue(path: folder + "/queue", longest: 3)
            var lost = 0
            for number in 1...5 { lost += try await queue.append("\(number)") }
            #expect(lost == 2)
            #expect(try await queue.count() == 3)
            var (bodies, ids): ([String], [String]) = ([], [])
            while let next = try await queue.first() {
                bodies.append(next.body)
                ids.append(next.id)
                try await queue.remove(next)
            }
            #expect(bodies == ["3", "4", "5"])
            try await queue.append("6")
            let again = try WebhookQueue(path: folder + "/queue")
            let next = try #require(try await again.first())
            #expect(next.number == 6 && !ids.contains(next.id))
            #expect(next.id.split(separator: "-").first == ids[0].split(separator: "-").first)
            let other = try WebhookQueue(path: folder + "/other")
            try await other.append("6")
            #expect(try await other.first()?.id.split(separator: "-").first != ids[0].split(separator: "-").first)
        }
    }

    @Test("A damaged queue is set aside with what it holds, and told; the door opens")
    func damaged() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/queue"
            let rubbish = Data(repeating: 7, count: 5000)
            try rubbish.write(to: URL(filePath: path))
            let book = HookTests.LogBook()
            let queue = try CommandContext.queue(at: path, logger: Logger(label: "test") { _ in book })
            try await queue.append("1")
            #expect(book.texts.map { $0.hasPrefix("webhook queue damaged") } == [true])
            let aside = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains("damaged") }
            #expect(try aside.map { try Data(contentsOf: URL(filePath: folder + "/" + $0)) } == [rubbish])
            #expect(throws: WebhookQueueError.self) { try WebhookQueue(path: folder + "/none/queue") }
        }
    }
}
