// A server's TLS certificate.

import Glibc
import NIOSSL
import TicketSigning

/// A certificate and its key, from PEM files that may be renewed while the server runs.
package struct ServerCertificate: Sendable {
    let chainPath: String
    let keyPath: String
    let chain: [NIOSSLCertificateSource]
    let key: NIOSSLPrivateKeySource
    /// The DNS names and IP addresses of the chain's first certificate, in lower case; IPv6 addresses without brackets.
    package let names: Set<String>
    /// The beginning of the SHA-256 hash of the chain's first certificate, for people who compare: eight pairs of
    /// hexadecimal digits in capitals, with spaces.
    package let fingerprint: String
    /// When the chain's first certificate begins to be valid, in seconds since 1970-01-01 00:00:00 UTC.
    let begin: Int
    /// The expiry time of the chain's first certificate, in seconds since 1970-01-01 00:00:00 UTC.
    let end: Int
    /// The version of the files when they were read.
    let stamp: FileVersion

    /// Reads the files. Blocks its thread.
    ///
    /// - Parameters:
    ///   - chain: The path of a PEM file with the server's certificate, followed by its intermediate certificates.
    ///   - key: The path of a PEM file with the certificate's unencrypted key.
    /// - Throws: ``ServerCertificateError``.
    package init(chain: String, key: String) throws(ServerCertificateError) {
        (chainPath, keyPath) = (chain, key)
        stamp = try FileVersion(chain: chain, key: key)
        guard let certificates = try? NIOSSLCertificate.fromPEMFile(chain), let first = certificates.first else {
            throw .noCertificate(path: chain)
        }
        guard let secret = try? NIOSSLPrivateKey(file: key, format: .pem) else { throw .noKey(path: key) }
        self.chain = certificates.map { .certificate($0) }
        self.key = .privateKey(secret)
        (begin, end) = (first.notValidBefore, first.notValidAfter)
        guard let bytes = try? first.toDERBytes() else { throw .noCertificate(path: chain) }
        fingerprint = SHA256.hash(bytes).prefix(8).map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return byte < 16 ? "0" + digits : digits
        }.joined(separator: " ")
        names = Set(first._subjectAlternativeNames().compactMap(Self.name))
        guard (try? NIOSSLContext(configuration: configuration)) != nil else {
            throw .notAPair(chain: chain, key: key)
        }
    }

    private static func name(_ name: _SubjectAlternativeName) -> String? {
        let bytes = Array(name.contents)
        switch name.nameType {
        case .dnsName: return String(decoding: bytes, as: UTF8.self).lowercased()
        case .ipAddress:
            var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            let family = bytes.count == 4 ? AF_INET : AF_INET6
            guard [4, 16].contains(bytes.count), inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else {
                return nil
            }
            return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        default: return nil
        }
    }

    /// Returns whether the certificate is for a host.
    ///
    /// - Parameter host: A DNS name or an IP address as URLs have it, in lower case and without a port.
    /// - Returns: Whether one of its names is the host, or is it with `*` for the first label.
    package func names(_ host: String) -> Bool {
        let plain = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        if names.contains(plain) { return true }
        guard let dot = plain.firstIndex(of: "."), dot > plain.startIndex else { return false }
        return names.contains("*" + plain[dot...])
    }

    /// The names as they are in addresses, without patterns, in order.
    package var hosts: [String] {
        names.filter { !$0.hasPrefix("*") }.map { $0.contains(":") ? "[\($0)]" : $0 }.sorted()
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
    func renewed() throws(ServerCertificateError) -> ServerCertificate? {
        guard try FileVersion(chain: chainPath, key: keyPath) != stamp else { return nil }
        return try ServerCertificate(chain: chainPath, key: keyPath)
    }

    /// Identifies one version of the files.
    struct FileVersion: Equatable {
        private let parts: [Int]

        fileprivate init(chain: String, key: String) throws(ServerCertificateError) {
            let (chainFacts, keyFacts) = (try Self.facts(chain), try Self.facts(key))
            guard keyFacts.st_mode & S_IROTH == 0 else { throw .keyOpenToAll(path: key) }
            parts = [chainFacts, keyFacts].flatMap { facts in
                [Int(facts.st_ino), Int(facts.st_size), facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec]
            }
        }

        private static func facts(_ path: String) throws(ServerCertificateError) -> stat {
            var facts = stat()
            guard stat(path, &facts) == 0, access(path, R_OK) == 0 else {
                throw .unreadable(path: path, reason: String(cString: strerror(errno)))
            }
            return facts
        }
    }
}
