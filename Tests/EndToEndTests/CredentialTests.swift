// Secrets as systemd hands them over.

import Foundation
import TestSupport
import Testing

struct CredentialTests {
    @Test("Keys, PIN and secret are taken from a folder of credentials, which nobody may write")
    func folder() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let credentials = folder + "/credentials"
            try FileManager.default.moveItem(atPath: folder + "/keys", toPath: credentials)
            let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n"
            for (name, text) in ["pin": "271828\n", "webhook": secret] {
                try Data(text.utf8).write(to: URL(filePath: credentials + "/" + name))
            }
            func allow(_ mode: Int, _ path: String) throws {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            }
            for name in try FileManager.default.contentsOfDirectory(atPath: credentials) {
                try allow(0o400, credentials + "/" + name)
            }
            try allow(0o500, credentials)
            defer { try? allow(0o700, credentials) }

            let receiver = try Receiver { _, _ in .status(200) }
            var doorcheck = event.doorcheck
            doorcheck.environment["DOORCHECK_KEYS"] = credentials
            doorcheck.environment["DOORCHECK_WEBHOOK_URL"] = receiver.url
            doorcheck.environment["DOORCHECK_WEBHOOK_SECRET"] = credentials + "/webhook"
            doorcheck.environment["DOORCHECK_DISPLAY_PIN"] = credentials + "/pin"
            doorcheck.environment["DOORCHECK_DISPLAY_ENABLED"] = "true"
            doorcheck.environment["DOORCHECK_DISPLAY_ADDRESS"] = "127.0.0.1:\(try Receiver.freePort())"
            let run = try await doorcheck.run(["run", "--stdin", "--json"], input: try event.codes[0] + "\n")
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.objects.contains { $0["reason"] as? String == "admitted" })
            #expect(receiver.requests.count == 1)
            #expect(receiver.requests.first?.headers["webhook-signature"]?.hasPrefix("v1,") == true)
        }
    }
}
