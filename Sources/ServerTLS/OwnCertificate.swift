// A certificate that a server makes for itself.

internal import CX509
import Glibc
import TicketSigning

/// A self-signed certificate with its key, in one file of mode 0600, for a server whose browsers know no authority that
/// would sign one.
///
/// Whoever opens the server's page compares the certificate's ``ServerCertificate/fingerprint`` with the one that the
/// machine shows itself.
package struct OwnCertificate: Sendable {
    /// Browsers accept no certificate that is valid for longer than 398 days.
    static let lifetime = 397 * 86_400
    /// A certificate that ends within this time is replaced.
    static let remainder = 30 * 86_400
    /// How much earlier than the machine's clock it begins: other clocks are a little behind.
    static let margin = 86_400
    /// More names than a machine has; the certificate stays small.
    static let mostNames = 30

    private let path: String
    private let names: @Sendable () -> Names
    private let clock: @Sendable () -> Int

    /// The names of a machine.
    package struct Names: Sendable {
        /// Without these, a certificate is replaced: DNS names in lower case, and IP addresses without brackets.
        let lasting: [String]
        /// Those that a new certificate has as well, though they come and go.
        let passing: [String]

        /// - Parameters:
        ///   - lasting: Names without which a certificate is replaced.
        ///   - passing: Further names of a new certificate.
        package init(lasting: [String], passing: [String] = []) {
            (self.lasting, self.passing) = (lasting, passing)
        }
    }

    /// - Parameters:
    ///   - path: The file, in an existing folder.
    ///   - names: Returns the names that the machine has now.
    ///   - clock: Returns the time, in seconds since 1970-01-01 00:00:00 UTC.
    package init(
        at path: String, names: @escaping @Sendable () -> Names, clock: @escaping @Sendable () -> Int = { time(nil) }
    ) {
        (self.path, self.names, self.clock) = (path, names, clock)
    }

    /// Returns the certificate, and makes another one if there is none, if it is damaged, exposed, ends soon or begins
    /// later, or if it lacks a name. Blocks its thread.
    ///
    /// - Throws: ``ServerCertificateError`` if the file cannot be written.
    package func current() throws(ServerCertificateError) -> ServerCertificate {
        let names = names()
        if let kept = try? ServerCertificate(chain: path, key: path), isGood(kept, for: names) { return kept }
        try make(for: names)
        let made = try ServerCertificate(chain: path, key: path)
        // Otherwise each look would make another one, which nobody could compare.
        guard isGood(made, for: names) else {
            throw .notMade(path: path, reason: "what is written there is not kept as it was, or others may read it")
        }
        return made
    }

    private func isGood(_ certificate: ServerCertificate, for names: Names) -> Bool {
        let now = clock()
        let usable = Self.usable(names.lasting)
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & 0o077 == 0
            && certificate.begin <= now && certificate.end - now > Self.remainder
            && certificate.names.isSuperset(of: usable)
    }

    /// The names that can be in a certificate, in order, each once: DNS names are letters, digits, hyphens and dots, so
    /// that none of them is more than a name.
    private static func usable(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return Array(names.filter { (isAddress($0) || isDNSName($0)) && seen.insert($0).inserted }.prefix(mostNames))
    }

    fileprivate static func isAddress(_ text: String) -> Bool {
        var bytes = in6_addr()
        return inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
    }

    private static func isDNSName(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
            }
    }

    private func make(for names: Names) throws(ServerCertificateError) {
        let now = clock()
        guard
            let text = SelfSigned.pem(
                for: Self.usable(names.lasting + names.passing), from: now - Self.margin,
                to: now - Self.margin + Self.lifetime)
        else { throw .notMade(path: path, reason: "libcrypto could not make it") }
        do throws(KeyFileError) {
            try PrivateFile.create(path, contents: text, replacing: true)
        } catch .io(_, _, let code) {
            throw .notMade(path: path, reason: String(cString: strerror(code)))
        } catch {
            throw .notMade(path: path, reason: "\(error)")
        }
    }
}

/// Makes self-signed certificates with libcrypto.
private enum SelfSigned {
    /// Returns a new key and a certificate of it, as PEM: ECDSA on P-256, for TLS servers only.
    ///
    /// - Parameters:
    ///   - names: DNS names and IP addresses; the first one is shown as its subject, if there is one.
    ///   - begin: In seconds since 1970-01-01 00:00:00 UTC.
    ///   - end: In the same.
    /// - Returns: `nil` if libcrypto cannot.
    static func pem(for names: [String], from begin: Int, to end: Int) -> String? {
        guard let key = newKey() else { return nil }
        defer { EVP_PKEY_free(key) }
        guard let certificate = X509_new() else { return nil }
        defer { X509_free(certificate) }
        guard X509_set_version(certificate, 2) == 1,
            // Another one each time: browsers reject two certificates of one issuer with the same number.
            ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), .random(in: 1...(.max >> 1))) == 1,
            ASN1_TIME_set(X509_getm_notBefore(certificate), begin) != nil,
            ASN1_TIME_set(X509_getm_notAfter(certificate), end) != nil,
            X509_set_pubkey(certificate, key) == 1,
            name(certificate, "DoorCheck office"),
            add(NID_basic_constraints, "critical,CA:FALSE", to: certificate),
            add(NID_key_usage, "critical,digitalSignature", to: certificate),
            add(NID_ext_key_usage, "serverAuth", to: certificate),
            names.isEmpty || add(NID_subject_alt_name, alternatives(names), to: certificate),
            X509_sign(certificate, key, EVP_sha256()) > 0
        else { return nil }
        return text {
            PEM_write_bio_X509($0, certificate) == 1 && PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) == 1
        }
    }

    private static func newKey() -> OpaquePointer? {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
            EVP_PKEY_generate(context, &key) == 1
        else { return nil }
        return key
    }

    /// `MBSTRING_ASC` of libcrypto, which Swift does not see.
    private static let ascii: Int32 = 0x1001

    /// Names the subject, which is the issuer too.
    private static func name(_ certificate: OpaquePointer, _ text: String) -> Bool {
        let subject = X509_get_subject_name(certificate)
        return X509_NAME_add_entry_by_txt(subject, "CN", ascii, Array(text.utf8), Int32(text.utf8.count), -1, 0) == 1
            && X509_set_issuer_name(certificate, subject) == 1
    }

    private static func alternatives(_ names: [String]) -> String {
        names.map { (OwnCertificate.isAddress($0) ? "IP:" : "DNS:") + $0 }.joined(separator: ",")
    }

    private static func add(_ kind: Int32, _ value: String, to certificate: OpaquePointer) -> Bool {
        guard let field = X509V3_EXT_conf_nid(nil, nil, kind, value) else { return false }
        defer { X509_EXTENSION_free(field) }
        return X509_add_ext(certificate, field, -1) == 1
    }

    /// Returns what is written to a place in memory; `nil` if that fails.
    private static func text(_ write: (OpaquePointer) -> Bool) -> String? {
        guard let memory = BIO_new(BIO_s_mem()) else { return nil }
        defer { BIO_free(memory) }
        guard write(memory) else { return nil }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while case let count = BIO_read(memory, &piece, Int32(piece.count)), count > 0 {
            bytes += piece.prefix(Int(count))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
