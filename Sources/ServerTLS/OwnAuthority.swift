// An authority that a server makes for itself.

import Glibc

/// An authority of one server's own. Whoever trusts its certificate trusts the server under all names that it gets
/// later.
package struct OwnAuthority: Sendable {
    /// From 2020 to 2049, which a certificate writes with two digits: it does not depend on a clock, and a machine does
    /// not live longer.
    static let (begin, end) = (1_577_836_800, 2_524_608_000 - 1)

    /// The file with the certificate, which is no secret.
    package let certificatePath: String
    private let keyPath: String
    private let subject: String

    /// - Parameters:
    ///   - certificate: The file with its certificate, in an existing folder.
    ///   - key: The file with its key.
    ///   - subject: What it is the authority of, for people.
    package init(certificate: String, key: String, of subject: String) {
        (certificatePath, keyPath, self.subject) = (certificate, key, subject)
    }

    /// Makes the authority, unless it is there. Blocks its thread.
    ///
    /// - Throws: ``ServerCertificateError`` if a file cannot be written, or if what is there is not a pair: another
    ///   authority would shut out everybody who trusts this one.
    package func make() throws(ServerCertificateError) {
        guard access(certificatePath, F_OK) != 0 else {
            _ = try signer()
            return
        }
        guard let made = NewCertificate.authority(subject, from: Self.begin, to: Self.end) else {
            throw .notMade(path: certificatePath, reason: "libcrypto could not make it")
        }
        // Nobody has the certificate of a key that is alone.
        try NewCertificate.save(made.key, to: keyPath)
        try NewCertificate.save(made.certificate, to: certificatePath)
    }

    /// Returns what signs certificates.
    ///
    /// - Throws: ``ServerCertificateError``.
    func signer() throws(ServerCertificateError) -> NewCertificate.Signer {
        for path in [certificatePath, keyPath] where access(path, R_OK) != 0 {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        guard let signer = NewCertificate.Signer(certificate: certificatePath, key: keyPath) else {
            throw .notAPair(chain: certificatePath, key: keyPath)
        }
        return signer
    }

    /// Returns whether the first certificate in a PEM file is signed by its own key, so that whoever is to trust it
    /// needs itself.
    ///
    /// - Parameter path: The file.
    /// - Returns: `false` also for a file that cannot be read.
    package static func isSelfSigned(_ path: String) -> Bool { NewCertificate.isSelfSigned(path) }

    /// Whether it has signed the certificate in a file.
    func hasSigned(_ path: String) -> Bool {
        (try? signer())?.hasSigned(path) ?? false
    }
}
