// A certificate that a server makes for itself.

import Glibc
import TicketSigning

/// A certificate with its key, in one file of mode 0600, for a server that no public authority vouches for. It is
/// signed by itself, or by an authority of the server's own.
///
/// Whoever opens the server's page compares the certificate's ``ServerCertificate/fingerprint`` with the one that the
/// machine shows itself; programs trust the authority.
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
    private let subject: String
    private let authority: OwnAuthority?
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
    ///   - subject: What it is the certificate of, for people.
    ///   - authority: What signs it; `nil` for itself.
    ///   - names: Returns the names that the machine has now.
    ///   - clock: Returns the time, in seconds since 1970-01-01 00:00:00 UTC.
    package init(
        at path: String, of subject: String, signedBy authority: OwnAuthority? = nil,
        names: @escaping @Sendable () -> Names, clock: @escaping @Sendable () -> Int = { time(nil) }
    ) {
        (self.path, self.subject, self.authority) = (path, subject, authority)
        (self.names, self.clock) = (names, clock)
    }

    /// Returns the certificate, and makes another one if there is none, if it is damaged, exposed, ends soon or begins
    /// later, or if it lacks a name or its authority's signature. Blocks its thread.
    ///
    /// - Throws: ``ServerCertificateError`` if the file cannot be written, or if the authority's files are not a pair.
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
            && certificate.names.isSuperset(of: usable) && authority?.hasSigned(path) ?? true
    }

    /// The names that can be in a certificate, in order, each once: DNS names are letters, digits, hyphens and dots, so
    /// that none of them is more than a name.
    private static func usable(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return Array(names.filter { (isAddress($0) || isDNSName($0)) && seen.insert($0).inserted }.prefix(mostNames))
    }

    static func isAddress(_ text: String) -> Bool {
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
        let (begin, signer) = (clock() - Self.margin, try authority?.signer())
        guard
            let text = NewCertificate.server(
                subject, for: Self.usable(names.lasting + names.passing), from: begin, to: begin + Self.lifetime,
                signedBy: signer)
        else { throw .notMade(path: path, reason: "libcrypto could not make it") }
        do throws(KeyFileError) {
            try PrivateFile.create(path, contents: text, replacing: true)
        } catch {
            throw ServerCertificateError(error, making: path)
        }
    }
}
