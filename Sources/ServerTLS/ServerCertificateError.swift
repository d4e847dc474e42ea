// Why a server has no usable certificate.

import Glibc
import TicketSigning

/// A certificate's files cannot be used.
package enum ServerCertificateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A file cannot be read.
    case unreadable(path: String, reason: String)
    /// The file contains no certificate.
    case noCertificate(path: String)
    /// The file contains no key, or the key is encrypted.
    case noKey(path: String)
    /// Every user of the machine can read the key.
    case keyOpenToAll(path: String)
    /// The key does not match the certificate.
    case notAPair(chain: String, key: String)
    /// A server could not make a certificate of its own.
    case notMade(path: String, reason: String)
    /// The secret of a server's own authority is damaged, or not that of the certificate that others trust.
    case authorityLost(certificate: String, secret: String)

    /// One sentence: what failed, on what, and what to do.
    package var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "The certificate file \(path) cannot be read (\(reason)); check that it exists and this user may read it."
        case .noCertificate(let path):
            "\(path) contains no certificate; name a PEM file with '-----BEGIN CERTIFICATE-----'."
        case .noKey(let path):
            "\(path) contains no usable key; name a PEM file with an unencrypted private key."
        case .keyOpenToAll(let path):
            "Every user of this machine can read the key \(path); run `chmod o= \(path)`."
        case .notAPair(let chain, let key):
            "The key \(key) does not match the certificate \(chain); name a certificate and its own key."
        case .notMade(let path, let reason):
            "No certificate could be made in \(path): \(reason). Check its folder, or name a certificate."
        case .authorityLost(let certificate, let secret):
            "\(secret) is missing, damaged, or not the secret of \(certificate), which boxes trust; put your copy of "
                + "both back, or remove both and give every box new settings."
        }
    }
}

extension ServerCertificateError {
    init(_ error: KeyFileError, making path: String) {
        self = .notMade(path: path, reason: Self.reason(error))
    }

    init(_ error: KeyFileError, reading path: String) {
        switch error {
        case .exposed: self = .keyOpenToAll(path: path)
        default: self = .unreadable(path: path, reason: Self.reason(error))
        }
    }

    private static func reason(_ error: KeyFileError) -> String {
        if case .io(_, _, let code) = error { String(cString: strerror(code)) } else { "\(error)" }
    }
}
