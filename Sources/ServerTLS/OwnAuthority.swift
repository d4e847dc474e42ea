// An authority that a server makes for itself.

import Glibc
import TicketSigning

/// An authority of one server's own. Whoever trusts its certificate trusts the server under all names that it gets
/// later.
///
/// Its certificate and its key are in one secret file, so that they are made together or not at all, also by two
/// processes at once. The file with the certificate alone is a copy for those who trust it.
package struct OwnAuthority: Sendable {
    /// From 2020 to 2049, in seconds since 1970-01-01 00:00:00 UTC: it does not depend on a clock, and a machine does
    /// not live longer. Later years are written in another way (RFC 5280, 4.1.2.5).
    static let (begin, end) = (1_577_836_800, 2_524_608_000 - 1)

    /// The file with the certificate, which is no secret.
    package let certificatePath: String
    private let secretPath: String
    private let subject: String

    /// - Parameters:
    ///   - certificate: The file with its certificate, in an existing folder.
    ///   - secret: The file with its certificate and its key, in the same folder.
    ///   - subject: What it is the authority of, for people.
    package init(certificate: String, secret: String, of subject: String) {
        (certificatePath, secretPath, self.subject) = (certificate, secret, subject)
    }

    /// Makes the authority, unless it is there. Blocks its thread.
    ///
    /// - Throws: ``ServerCertificateError`` if a file cannot be written, or if the secret is not that of the
    ///   certificate: another authority would shut out everybody who trusts this one.
    package func make() throws(ServerCertificateError) {
        // Looked at first: another process makes the secret before the certificate.
        let isKnown = access(certificatePath, F_OK) == 0
        if access(secretPath, F_OK) != 0 {
            guard !isKnown else { throw .authorityLost(certificate: certificatePath, secret: secretPath) }
            try makeSecret()
        }
        let signer = try signer()
        if !isKnown { try copyCertificate(of: signer) }
        guard signer.isCertificate(in: certificatePath) else {
            throw .authorityLost(certificate: certificatePath, secret: secretPath)
        }
    }

    /// Makes the secret file, unless another process has made it meanwhile.
    ///
    /// - Throws: ``ServerCertificateError/notMade(path:reason:)``.
    func makeSecret() throws(ServerCertificateError) {
        guard let made = NewCertificate.authority(subject, from: Self.begin, to: Self.end) else {
            throw .notMade(path: secretPath, reason: "libcrypto could not make it")
        }
        do throws(KeyFileError) {
            try PrivateFile.create(secretPath, contents: made, shareable: true)
        } catch .exists {
            // Another process was faster; its authority counts.
        } catch {
            throw ServerCertificateError(error, making: secretPath)
        }
    }

    private func copyCertificate(of signer: NewCertificate.Signer) throws(ServerCertificateError) {
        guard let text = signer.pem else {
            throw .notMade(path: certificatePath, reason: "libcrypto could not write it")
        }
        do throws(KeyFileError) {
            try PrivateFile.create(certificatePath, contents: text, replacing: true, public: true)
        } catch {
            throw ServerCertificateError(error, making: certificatePath)
        }
    }

    /// Returns what signs certificates.
    ///
    /// - Throws: ``ServerCertificateError``.
    func signer() throws(ServerCertificateError) -> NewCertificate.Signer {
        let bytes: [UInt8]
        do throws(KeyFileError) {
            bytes = try PrivateFile.readShareable(secretPath).bytes
        } catch {
            throw ServerCertificateError(error, reading: secretPath)
        }
        guard let signer = NewCertificate.Signer(String(decoding: bytes, as: UTF8.self)) else {
            throw .authorityLost(certificate: certificatePath, secret: secretPath)
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
