// Certificates that no public authority has signed.

import TestSupport
import Testing

/// Makes a certificate for 127.0.0.1 and its key in PEM form, as in a house without internet access.
func makeCertificate(_ certificate: String, key: String) async throws {
    let made = try await Program(path: "/usr/bin/openssl").run([
        "req", "-x509", "-newkey", "ed25519", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
        "-subj", "/CN=hub", "-addext", "subjectAltName=IP:127.0.0.1",
    ])
    try #require(made.status == 0, "\(made.errors)")
}
