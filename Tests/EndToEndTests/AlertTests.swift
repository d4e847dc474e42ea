// A hub that tells a server what goes wrong.

import Foundation
import TestSupport
import Testing

struct AlertTests {
    /// Waits until a server has got so many messages, for a minute at most.
    private func messages(_ receiver: Receiver, _ count: Int) async throws -> [[String: Any]] {
        for _ in 0..<1200 where receiver.requests.count < count { try await Task.sleep(for: .milliseconds(50)) }
        return receiver.requests.compactMap {
            (try? JSONSerialization.jsonObject(with: Data($0.body.utf8))) as? [String: Any]
        }
    }

    /// Waits until a hub has written a word as a value into its file of alerts, for a minute at most; members have the
    /// same names.
    private func noted(_ word: String, in folder: String) async throws {
        for _ in 0..<1200 {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            let file = names.first { $0.hasSuffix(".alerts") }
            let text = file.flatMap { try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) } ?? ""
            if text.contains(":\"\(word)\"") { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("the hub has not noted \(word)")
    }

    private func join(_ name: String, _ office: Program, in folder: String) async throws {
        let code = try await office.run(["hub", "enroll", "--name", name]).output
        var box = Program.doorcheck
        box.environment["DOORCHECK_LEDGER"] = folder + "/\(name).sqlite"
        box.environment["DOORCHECK_KEYS"] = folder + "/\(name)-keys"
        box.environment["DOORCHECK_BOX"] = name
        try FileManager.default.createDirectory(
            atPath: folder + "/\(name)-keys", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let joined = try await box.run(["hub", "join", String(code.dropLast())])
        #expect(joined.status == 0, "\(joined.errors)")
    }

    @Test("A hub tells each thing once, also after it was killed, and a server that hangs does not keep it from ending")
    func restart() async throws {
        try await withTemporaryFolder(holding: ["hub"]) { folder in
            let event = try await SampleEvent(in: folder + "/hub", tickets: 1)
            let receiver = try Receiver { _, before in before < 2 ? .status(200) : .silence }
            var office = event.doorcheck
            office.environment["DOORCHECK_HUB_DATABASE"] = folder + "/hub.sqlite"
            office.environment["DOORCHECK_HUB_LISTEN"] = "127.0.0.1:\(try Receiver.freePort())"
            office.environment["DOORCHECK_HUB_ALERTS_WEBHOOK"] = receiver.url
            let first = try office.start(["hub", "serve"])
            _ = await first.complaints(until: "hub at")
            for name in ["north-1", "south-1", "west-1"] { try await join(name, office, in: folder) }
            #expect(try await office.run(["hub", "revoke", "north-1"]).status == 0)
            #expect(try await messages(receiver, 1).map { $0["subject"] as? String } == ["north-1"])
            // Killed before it has noted that it told, a hub tells again.
            try await noted("beginning", in: folder + "/hub")
            first.send(SIGKILL)
            _ = await first.finish()

            #expect(try await office.run(["hub", "revoke", "south-1"]).status == 0)
            let second = try office.start(["hub", "serve"])
            _ = await second.complaints(until: "hub at")
            let both = try await messages(receiver, 2)
            #expect(both.map { $0["subject"] as? String } == ["north-1", "south-1"])
            #expect(both.allSatisfy { $0["alert"] as? String == "BoxRevoked" && $0["state"] as? String == "firing" })
            #expect(try await office.run(["hub", "revoke", "west-1"]).status == 0)
            #expect(try await messages(receiver, 3).count == 3)
            second.send(SIGTERM)
            let begin = ContinuousClock.now
            #expect(await second.finish().status == 0)
            // The server would be given up after 15 s.
            #expect(begin.duration(to: .now) < .seconds(12))
        }
    }

    @Test("A channel that lacks a setting, and a password that others can read, keep the hub from starting")
    func settings() async throws {
        try await withTemporaryFolder(holding: ["hub"]) { folder in
            let event = try await SampleEvent(in: folder + "/hub", tickets: 1)
            var office = event.doorcheck
            office.environment["DOORCHECK_HUB_DATABASE"] = folder + "/hub.sqlite"
            let nobody = try await office.run(["hub", "alert"])
            #expect(nobody.status == 78 && nobody.errors.contains("[hub.alerts]"), "\(nobody.errors)")
            office.environment["DOORCHECK_HUB_ALERTS_MAIL_TO"] = "ada@example.org"
            let missing = try await office.run(["hub", "serve"])
            #expect(missing.status == 78 && missing.errors.contains("hub.alerts.smtp"), "\(missing.errors)")
            office.environment["DOORCHECK_HUB_ALERTS_MAIL_FROM"] = "hub@example.org"
            office.environment["DOORCHECK_HUB_ALERTS_SMTP"] = "smtps://mail.example:465"
            office.environment["DOORCHECK_HUB_ALERTS_SMTP_USER"] = "hub"
            let unknown = try await office.run(["hub", "serve"])
            #expect(unknown.status == 78 && unknown.errors.contains("hub.alerts.smtp_password"), "\(unknown.errors)")
            try "s3cret\n".write(toFile: folder + "/password", atomically: true, encoding: .utf8)
            chmod(folder + "/password", 0o644)
            office.environment["DOORCHECK_HUB_ALERTS_SMTP_PASSWORD"] = folder + "/password"
            let exposed = try await office.run(["hub", "serve"])
            #expect(exposed.status == 77 && exposed.errors.contains("0644"), "\(exposed.errors)")
            #expect(!exposed.errors.contains("s3cret"))
        }
    }
}
