// The hub's TLS certificate.

internal import Glibc
internal import NIOSSL

/// A certificate and its key, from PEM files that may be renewed while the hub runs.
public struct HubCertificate: Sendable {
    let chainPath: String
    let keyPath: String
    let chain: [NIOSSLCertificateSource]
    let key: NIOSSLPrivateKeySource
    /// The expiry time of the chain's first certificate, in seconds since 1970-01-01 00:00:00 UTC.
    let end: Int
    /// The version of the files when they were read.
    let stamp: FileVersion

    /// Reads the files. Blocks its thread.
    ///
    /// - Parameters:
    ///   - chain: The path of a PEM file with the hub's certificate, followed by its intermediate certificates.
    ///   - key: The path of a PEM file with the certificate's unencrypted key.
    /// - Throws: ``HubCertificateError``.
    public init(chain: String, key: String) throws(HubCertificateError) {
        (chainPath, keyPath) = (chain, key)
        stamp = try FileVersion(chain: chain, key: key)
        guard let certificates = try? NIOSSLCertificate.fromPEMFile(chain), let first = certificates.first else {
            throw .noCertificate(path: chain)
        }
        guard let secret = try? NIOSSLPrivateKey(file: key, format: .pem) else { throw .noKey(path: key) }
        self.chain = certificates.map { .certificate($0) }
        self.key = .privateKey(secret)
        end = first.notValidAfter
        guard (try? NIOSSLContext(configuration: configuration)) != nil else {
            throw .notAPair(chain: chain, key: key)
        }
    }

    /// TLS 1.2 and later (RFC 9325 section 3.1.1).
    var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: key)
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        return configuration
    }

    /// Overrides the configuration of a handshake that began with an older certificate.
    var override: NIOSSLContextConfigurationOverride {
        var override = NIOSSLContextConfigurationOverride()
        override.certificateChain = chain
        override.privateKey = key
        return override
    }

    /// Returns the certificate read again from the same files; `nil` if they have not changed.
    func renewed() throws(HubCertificateError) -> HubCertificate? {
        guard try FileVersion(chain: chainPath, key: keyPath) != stamp else { return nil }
        return try HubCertificate(chain: chainPath, key: keyPath)
    }

    /// Identifies one version of the files.
    struct FileVersion: Equatable {
        private let parts: [Int]

        fileprivate init(chain: String, key: String) throws(HubCertificateError) {
            let (chainFacts, keyFacts) = (try Self.facts(chain), try Self.facts(key))
            guard keyFacts.st_mode & S_IROTH == 0 else { throw .keyOpenToAll(path: key) }
            parts = [chainFacts, keyFacts].flatMap { facts in
                [Int(facts.st_ino), Int(facts.st_size), facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec]
            }
        }

        private static func facts(_ path: String) throws(HubCertificateError) -> stat {
            var facts = stat()
            guard stat(path, &facts) == 0, access(path, R_OK) == 0 else {
                throw .unreadable(path: path, reason: String(cString: strerror(errno)))
            }
            return facts
        }
    }
}
