// Why the hub has no usable certificate.

/// A certificate's files cannot be used.
public enum HubCertificateError: Error, Hashable, Sendable, CustomStringConvertible {
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

    /// One sentence: what failed, on what, and what to do.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "The file \(path) of the hub's certificate cannot be read (\(reason)); check that it exists and that this user may read it."
        case .noCertificate(let path):
            "\(path) has no certificate; hub.certificate names a PEM file that begins with '-----BEGIN CERTIFICATE-----'."
        case .noKey(let path):
            "\(path) has no key that can be read; hub.certificate_key names a PEM file with a private key and no password."
        case .keyOpenToAll(let path):
            "Everybody on this machine can read the key \(path); take that away with `chmod o= \(path)`."
        case .notAPair(let chain, let key):
            "The key \(key) does not belong to the certificate \(chain); give the two that were made together."
        }
    }
}
