// Why a text cannot be an account's.

/// A name or a password that no account can have, or a password that could not be hashed.
public enum AccountError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name is empty, too long, or has invisible characters.
    case name
    /// The password is too short or too long, or no keyboard types it.
    case password
    /// There is too little memory to hash a password, or libsodium does not work.
    case outOfMemory

    /// One sentence: what was wrong, what is expected, and what to do.
    public var description: String {
        switch self {
        case .name:
            "A name has 1 to \(AccountName.longest) visible characters in one line; enter another name."
        case .password:
            "A password has at least \(Password.shortest) characters, at most \(Password.longest) bytes and no control "
                + "characters; choose another one."
        case .outOfMemory:
            "A password could not be hashed, which takes 64 MiB of memory; free some, and try again."
        }
    }
}
