// The certificate's files under a running hub.

import Glibc
import Logging
import TestSupport
import Testing

@testable import Hub
@testable import HubClient
@testable import HubProtocol
@testable import ServerTLS

struct CertificateTests {
    private func makeCertificate(in folder: String, days: Int) throws {
        try runProgram([
            "openssl", "req", "-x509", "-newkey", "ed25519", "-nodes", "-keyout", folder + "/both.pem", "-out",
            folder + "/chain.pem", "-days", "\(days)", "-subj", "/CN=hub",
        ])
        try runProgram(["sh", "-c", "cat '\(folder)/chain.pem' >> '\(folder)/both.pem'"])
    }

    @Test("A renewed certificate is taken up, and until it is whole the one before is shown", .timeLimit(.minutes(30)))
    func renewal() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/both.pem"
            try makeCertificate(in: folder, days: 1)
            let first = try ServerCertificate(chain: path, key: path)
            let watch = CertificateReloader(first, every: .milliseconds(1), logger: Logger(label: "test"))
            let watching = Task { await watch.run() }
            try runProgram(["sh", "-c", "echo nothing > '\(path)'"])
            while await watch.trouble == nil { await Task.yield() }
            #expect(await watch.trouble == .noCertificate(path: path) && watch.certificate.end == first.end)
            try makeCertificate(in: folder, days: 90)
            while watch.certificate.end == first.end { await Task.yield() }
            #expect(watch.certificate.end - first.end >= 88 * 86_400)
            watching.cancel()
            await watching.value
        }
    }
}
