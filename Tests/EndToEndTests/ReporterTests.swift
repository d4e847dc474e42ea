// What the built program tells ears and servers.

import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct ReporterTests {
    @Test("A sound card that is missing is told once; when it comes, the next verdict is heard")
    func sound() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 2)
            let (cards, heard) = (folder + "/asound.conf", folder + "/heard.raw")
            try Data().write(to: URL(filePath: cards))
            var doorcheck = event.doorcheck
            doorcheck.environment["DOORCHECK_SOUND_MUTE"] = nil
            doorcheck.environment["DOORCHECK_SOUND_DEVICE"] = "door"
            doorcheck.environment["ALSA_CONFIG_PATH"] = "/usr/share/alsa/alsa.conf:" + cards
            let run = try doorcheck.start(["run", "--stdin", "--json"])
            run.type("menu\n" + (try event.codes[0]) + "\n")
            try await run.wait(for: "not-a-ticket", "admitted")
            let card = "pcm.door { type file slave.pcm null file \"\(heard)\" format raw }"
            try Data(card.utf8).write(to: URL(filePath: cards))
            // ALSA looks at the file's time, in seconds.
            let later = Date(timeIntervalSinceNow: 10)
            try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: cards)
            run.type(try event.codes[1] + "\n")
            while !FileManager.default.fileExists(atPath: heard) { await Task.yield() }
            run.send(SIGTERM)
            let end = await run.finish()
            #expect(end.status == 0)
            #expect(end.errors.split(separator: "\n").filter { $0.contains("no sound") }.count == 1, "\(end.errors)")
            #expect(try Data(contentsOf: URL(filePath: heard)).contains { $0 != 0 })
        }
    }

    @Test("What the program had queued when it was killed is posted after it was started again, in order")
    func webhook() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 3)
            let port = try Receiver.freePort()
            var doorcheck = event.doorcheck
            doorcheck.environment["DOORCHECK_WEBHOOK_URL"] = "http://127.0.0.1:\(port)/"
            let codes = try event.codes
            let first = try doorcheck.start(["run", "--stdin", "--json"])
            first.type(codes[0] + "\n" + codes[1] + "\n")
            try await first.wait(for: "admitted")
            let queue = folder + "/ledger.sqlite.webhook"
            let look = Program(path: "/usr/bin/env")
            while try await look.run(["python3", "-c", Self.count, queue]).output != "2\n" {}
            first.send(SIGKILL)
            _ = await first.finish()

            let receiver = try Receiver(port: port) { _, _ in .status(200) }
            let second = try await doorcheck.run(["run", "--stdin", "--json"], input: codes[2] + "\n")
            #expect(second.status == 0)
            let posted = receiver.requests.compactMap { Program.object($0.body) }
            #expect(posted.compactMap { $0["reason"] as? String } == ["admitted", "admitted", "admitted"])
            #expect(Set(posted.compactMap { $0["ticket"] as? String }).count == 3)
            #expect(posted.allSatisfy { $0["holder"] == nil && $0["gate"] as? String == "main" })
            #expect(try FileManager.default.attributesOfItem(atPath: queue)[.posixPermissions] as? Int == 0o600)
        }
    }

    private static let count =
        "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT COUNT(*) FROM "
        + "delivery').fetchone()[0])"

    @Test("A server is believed by its certificate only", arguments: [true, false])
    func certificate(isTrusted: Bool) async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let (key, certificate) = (folder + "/server.pem", folder + "/authority.pem")
            let made = try await Program(path: "/usr/bin/openssl").run([
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
            ])
            try #require(made.status == 0, "\(made.errors)")
            let port = try Receiver.freePort()
            let server = try Program(path: "/usr/bin/openssl").start([
                "s_server", "-accept", "127.0.0.1:\(port)", "-cert", certificate, "-key", key, "-rev",
            ])
            try await server.wait(for: "ACCEPT")
            var doorcheck = event.doorcheck
            doorcheck.environment["DOORCHECK_WEBHOOK_URL"] = "https://127.0.0.1:\(port)/"
            if isTrusted { doorcheck.environment["DOORCHECK_WEBHOOK_AUTHORITY"] = certificate }
            let door = try doorcheck.start(["run", "--stdin", "--json"])
            door.type(try event.codes[0] + "\n")
            // The server answers with what it gets, turned round, which is no HTTP: it was reached and believed.
            let said = await door.complaints(until: isTrusted ? "webhook failed" : "is not trusted")
            door.send(SIGTERM)
            let end = await door.finish()
            server.send(SIGKILL)
            _ = await server.finish()
            #expect(end.status == 0)
            #expect((said + end.errors).contains("is not trusted") == !isTrusted, "\(said)")
            #expect((said + end.errors).contains("webhook failed"))
        }
    }
}
