// Making certificates with libcrypto.

internal import CX509
import Glibc
import TicketSigning

/// New certificates (RFC 5280) and their keys.
enum NewCertificate {
    /// A certificate and its key, which sign another certificate.
    final class Signer {
        fileprivate let certificate: OpaquePointer
        fileprivate let key: OpaquePointer

        /// - Parameter text: A certificate and its unencrypted key, as PEM. `nil` is returned if they are not a pair.
        init?(_ text: String) {
            guard let read = NewCertificate.reading(text: text, { PEM_read_bio_X509($0, nil, nil, nil) }) else {
                return nil
            }
            // Without a callback, libcrypto asks at the terminal for the password of an encrypted key.
            let secret = NewCertificate.reading(text: text) {
                PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in -1 }, nil)
            }
            guard let secret else {
                X509_free(read)
                return nil
            }
            (certificate, key) = (read, secret)
            // The fields are set, so that these two are freed.
            guard X509_check_private_key(read, secret) == 1 else { return nil }
        }

        deinit {
            EVP_PKEY_free(key)
            X509_free(certificate)
        }

        /// Whether it has signed a certificate.
        ///
        /// - Parameter path: The path of a PEM file, whose first certificate counts.
        /// - Returns: Whether that names it and has its signature.
        func hasSigned(_ path: String) -> Bool {
            guard let other = NewCertificate.certificate(in: path) else { return false }
            defer { X509_free(other) }
            return X509_check_issued(certificate, other) == X509_V_OK && X509_verify(other, key) == 1
        }

        /// Its certificate, as PEM; `nil` if libcrypto cannot write it.
        var pem: String? { NewCertificate.writing { PEM_write_bio_X509($0, certificate) == 1 } }

        /// Whether the first certificate in a PEM file is its own.
        func isCertificate(in path: String) -> Bool {
            guard let other = NewCertificate.certificate(in: path) else { return false }
            defer { X509_free(other) }
            return X509_cmp(certificate, other) == 0
        }
    }

    /// Returns a new key and a certificate of it in one text, as PEM: ECDSA on P-256, for TLS servers only.
    ///
    /// - Parameters:
    ///   - subject: What it is the certificate of, in ASCII.
    ///   - names: DNS names and IP addresses.
    ///   - begin: In seconds since 1970-01-01 00:00:00 UTC.
    ///   - end: In the same.
    ///   - signer: What signs it; `nil` for its own key.
    /// - Returns: `nil` if libcrypto cannot.
    static func server(
        _ subject: String, for names: [String], from begin: Int, to end: Int, signedBy signer: Signer?
    ) -> String? {
        guard let key = newKey("EC", group: "P-256") else { return nil }
        defer { EVP_PKEY_free(key) }
        return certificate(subject, of: key, from: begin, to: end, signedBy: signer) { add in
            add(NID_basic_constraints, "critical,CA:FALSE") && add(NID_key_usage, "critical,digitalSignature")
                && add(NID_ext_key_usage, "serverAuth")
                && (signer == nil || add(NID_authority_key_identifier, "keyid:always"))
                && (names.isEmpty || add(NID_subject_alt_name, alternatives(names)))
        }.flatMap { certificate in text(of: key).map { certificate + $0 } }
    }

    /// Returns the certificate and the key of a new authority for servers in one text, as PEM: Ed25519 (RFC 8410),
    /// which is short enough for a QR code of settings.
    ///
    /// - Parameters:
    ///   - subject: What it is the authority of, in ASCII.
    ///   - begin: In seconds since 1970-01-01 00:00:00 UTC.
    ///   - end: In the same.
    /// - Returns: `nil` if libcrypto cannot.
    static func authority(_ subject: String, from begin: Int, to end: Int) -> String? {
        guard let key = newKey("ED25519") else { return nil }
        defer { EVP_PKEY_free(key) }
        return certificate(subject, of: key, from: begin, to: end, signedBy: nil) { add in
            add(NID_basic_constraints, "critical,CA:TRUE,pathlen:0") && add(NID_key_usage, "critical,keyCertSign")
                && add(NID_subject_key_identifier, "hash")
        }.flatMap { certificate in text(of: key).map { certificate + $0 } }
    }

    /// Returns whether a certificate is signed by its own key.
    ///
    /// - Parameter path: A PEM file, whose first certificate counts.
    /// - Returns: `false` also for a file that cannot be read.
    static func isSelfSigned(_ path: String) -> Bool {
        guard let read = certificate(in: path) else { return false }
        defer { X509_free(read) }
        return X509_check_issued(read, read) == X509_V_OK && X509_verify(read, X509_get0_pubkey(read)) == 1
    }

    private static func certificate(
        _ subject: String, of key: OpaquePointer, from begin: Int, to end: Int, signedBy signer: Signer?,
        _ extend: (_ add: (Int32, String) -> Bool) -> Bool
    ) -> String? {
        guard let certificate = X509_new() else { return nil }
        defer { X509_free(certificate) }
        // What a key signs with: Ed25519 has its own hash.
        let signingKey = signer?.key ?? key
        let hash = EVP_PKEY_get_base_id(signingKey) == EVP_PKEY_ED25519 ? nil : EVP_sha256()
        guard X509_set_version(certificate, 2) == 1,
            // Another one each time: browsers reject two certificates of one issuer with the same number.
            ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), .random(in: 1...(.max >> 1))) == 1,
            ASN1_TIME_set(X509_getm_notBefore(certificate), begin) != nil,
            ASN1_TIME_set(X509_getm_notAfter(certificate), end) != nil,
            X509_set_pubkey(certificate, key) == 1,
            name(certificate, subject, issuer: signer?.certificate ?? certificate),
            extend({ add($0, $1, to: certificate, of: signer?.certificate ?? certificate) }),
            X509_sign(certificate, signingKey, hash) > 0
        else { return nil }
        return writing { PEM_write_bio_X509($0, certificate) == 1 }
    }

    private static func newKey(_ kind: String, group: String? = nil) -> OpaquePointer? {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, kind, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1,
            group.map({ EVP_PKEY_CTX_set_group_name(context, $0) == 1 }) ?? true,
            EVP_PKEY_generate(context, &key) == 1
        else { return nil }
        return key
    }

    /// `MBSTRING_ASC` of libcrypto, which Swift does not see.
    private static let ascii: Int32 = 0x1001

    private static func name(_ certificate: OpaquePointer, _ text: String, issuer: OpaquePointer) -> Bool {
        X509_NAME_add_entry_by_txt(
            X509_get_subject_name(certificate), "CN", ascii, Array(text.utf8), Int32(text.utf8.count), -1, 0) == 1
            && X509_set_issuer_name(certificate, X509_get_subject_name(issuer)) == 1
    }

    private static func alternatives(_ names: [String]) -> String {
        names.map { (OwnCertificate.isAddress($0) ? "IP:" : "DNS:") + $0 }.joined(separator: ",")
    }

    private static func add(
        _ kind: Int32, _ value: String, to certificate: OpaquePointer, of issuer: OpaquePointer
    ) -> Bool {
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, issuer, certificate, nil, nil, 0)
        guard let field = X509V3_EXT_conf_nid(nil, &context, kind, value) else { return false }
        defer { X509_EXTENSION_free(field) }
        return X509_add_ext(certificate, field, -1) == 1
    }

    private static func text(of key: OpaquePointer) -> String? {
        writing { PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) == 1 }
    }

    private static func certificate(in path: String) -> OpaquePointer? {
        reading(path) { PEM_read_bio_X509($0, nil, nil, nil) }
    }

    private static func reading(_ path: String, _ read: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? {
        guard let file = BIO_new_file(path, "r") else { return nil }
        defer { BIO_free(file) }
        return read(file)
    }

    private static func reading(text: String, _ read: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBytes { bytes in
            guard let memory = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else { return nil }
            defer { BIO_free(memory) }
            return read(memory)
        }
    }

    /// Returns what is written to a place in memory; `nil` if that fails.
    private static func writing(_ write: (OpaquePointer) -> Bool) -> String? {
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
