// Hashes of passwords.

internal import BlockingCalls
internal import CSodium
internal import Glibc
internal import TicketSigning

/// The argon2id hash of a password, with its salt and its cost, in the form of libsodium.
///
/// libsodium's interactive cost: two passes over 64 MiB, 0.06 to 0.08 s on a core of an Intel Xeon.
package struct PasswordHash: Hashable, Sendable {
    /// The hash in ASCII letters.
    package let text: String

    /// A hash that no password has: whether an account exists does not show in the time of an answer.
    package static let ofNobody = PasswordHash(
        text: "$argon2id$v=19$m=65536,t=2,p=1$RG9vckNoZWNrTm9ib2R5IQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")

    /// - Parameter text: The form of libsodium.
    package init(text: String) { self.text = text }

    /// Hashes a password with a random salt; occupies a core and 64 MiB meanwhile.
    ///
    /// - Throws: ``AccountError/outOfMemory`` if there is too little memory, or libsodium does not work.
    fileprivate init(of password: Password) throws(AccountError) {
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let characters = password.characters
        let status = crypto_pwhash_str(
            &text, characters, UInt64(characters.count), UInt64(crypto_pwhash_OPSLIMIT_INTERACTIVE),
            Int(crypto_pwhash_MEMLIMIT_INTERACTIVE))
        guard Ed25519.isAvailable, status == 0 else { throw AccountError.outOfMemory }
        self.text = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns whether a password has this hash; occupies a core and 64 MiB meanwhile.
    ///
    /// - Throws: ``AccountError/outOfMemory`` if there is too little memory.
    fileprivate func isHash(of password: Password) throws(AccountError) -> Bool {
        let characters = password.characters
        errno = 0
        let status = crypto_pwhash_str_verify(text, characters, UInt64(characters.count))
        guard status == 0 || errno != ENOMEM else { throw AccountError.outOfMemory }
        return status == 0
    }
}

/// Hashes passwords one after the other, on a thread of its own: however many people log in, boxes have the other
/// cores.
package actor PasswordHasher {
    private let queue = BlockingQueue(label: "passwords")

    /// Creates a hasher with a thread of its own.
    package init() {}

    /// The thread.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Hashes a password with a random salt.
    ///
    /// - Parameter password: The password.
    /// - Returns: Its hash, another one each time.
    /// - Throws: ``AccountError/outOfMemory`` if there is too little memory.
    package func hash(_ password: Password) throws(AccountError) -> PasswordHash { try PasswordHash(of: password) }

    /// Returns whether a password has a hash.
    ///
    /// - Parameters:
    ///   - hash: The hash.
    ///   - password: The password.
    /// - Returns: Whether it has.
    /// - Throws: ``AccountError/outOfMemory`` if there is too little memory.
    package func isHash(_ hash: PasswordHash, of password: Password) throws(AccountError) -> Bool {
        try hash.isHash(of: password)
    }
}

extension Password {
    /// The bytes as C has them.
    fileprivate var characters: [CChar] { bytes.map { CChar(bitPattern: $0) } }
}
