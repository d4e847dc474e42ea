// The signature of webhooks, by somebody else's vector.

import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TicketSigning

struct WebhookSecretTests {
    func secret(_ text: String, mode: mode_t = 0o600) throws -> WebhookSecret {
        try withTemporaryFolder { folder in
            let path = folder + "/secret"
            try Data(text.utf8).write(to: URL(filePath: path))
            chmod(path, mode)
            return try WebhookSecret(at: path)
        }
    }

    @Test("The signature is that of the vector which libraries of Standard Webhooks are tested with")
    func vector() throws {
        let secret = try secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n")
        let signature = secret.signature(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", seconds: 1_614_265_330, body: "{\"test\": 2432232314}")
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test(
        "Anything else than one line of a secret is refused",
        arguments: [
            "", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_MfKQ", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS",
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa?w", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\nmore",
            "whsec_" + String(repeating: "A", count: 88),
        ]
    )
    func malformed(text: String) {
        let error = #expect(throws: KeyFileError.self) { try secret(text) }
        if case .malformed(_, 1, WebhookSecret.expectation) = error {
        } else {
            Issue.record("\(String(describing: error))")
        }
    }

    @Test("A secret of 24 and one of 64 bytes are taken; a file that others may read is not")
    func limits() throws {
        _ = try secret("whsec_" + String(repeating: "A", count: 32))
        _ = try secret("whsec_" + String(repeating: "A", count: 86) + "==")
        let error = #expect(throws: KeyFileError.self) {
            try secret("whsec_" + String(repeating: "A", count: 32), mode: 0o644)
        }
        if case .exposed = error {} else { Issue.record("\(String(describing: error))") }
    }
}
