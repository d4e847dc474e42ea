// Reasons why a key file cannot be read or written.

internal import Glibc

/// A key file that is missing, exposed, damaged or already exists; holds none of the file's contents.
public enum KeyFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A system call failed; `action` is the attempted action, as in "read", and `errno` is the reason.
    case io(action: String, path: String, errno: Int32)
    /// The path is a folder, a device, a pipe or a socket.
    case notRegularFile(path: String)
    /// The file grants more than reading and writing by its owner; `mode` is its permission bits.
    case exposed(path: String, mode: UInt32)
    /// The file belongs neither to the user of this process nor to root.
    case foreignOwner(path: String, owner: UInt32, user: UInt32)
    /// The file is larger than any key file.
    case tooLarge(path: String, limitBytes: Int)
    /// A line, counted from 1, is not what the format requires there.
    case malformed(path: String, line: Int, expected: String)
    /// The key id does not match the key, or its signature is not valid.
    case damaged(path: String)
    /// The file holds an event key, but a master key is needed.
    case notMasterKey(path: String)
    /// The file holds a master key, but an event key is needed.
    case notEventKey(path: String)
    /// A partner's key is needed, but the file holds another one.
    case notPartnerKey(path: String)
    /// The public half of a partner's key is needed, but the file holds another key.
    case notPartnerPublicKey(path: String)
    /// A secret key was given where the public half of a partner's is needed.
    case secretInPlaceOfPublicKey(path: String)
    /// The file is valid, but its key cannot be used.
    case unusable(path: String, cause: SigningError)
    /// The path already exists.
    case exists(path: String)

    public var description: String {
        switch self {
        case .io(let action, let path, let errno):
            "Cannot \(action) key file \(path): \(String(cString: strerror(errno)))"
                + (errno == EACCES ? UserName.advice : "") + "."
        case .notRegularFile(let path):
            "Key file \(path) is not a regular file: name the file that contains the key."
        case .exposed(let path, let mode):
            "Key file \(path) has mode \(octal(mode)), but only its owner must be able to read and write it: "
                + "run `chmod 600 \(path)`."
        case .foreignOwner(let path, let owner, let user):
            "Key file \(path) belongs to \(UserName.text(owner)), not to \(UserName.text(user)), who needs it, or "
                + "to root: "
                + (user == 0
                    ? "run this command as its user, `sudo -u \(UserName.known(owner) ?? "'#\(owner)'") doorcheck …`."
                    : "if you trust the key, run `sudo chown \(user) \(path)`.")
        case .tooLarge(let path, let limitBytes):
            "Key file \(path) is larger than \(limitBytes) bytes, so it is not a key file: check the path."
        case .malformed(let path, let line, let expected):
            "Key file \(path), line \(line): expected \(expected)."
        case .damaged(let path):
            "Key file \(path) is damaged (its key does not match its key id or its signature): copy it again from the "
                + "issuer."
        case .notMasterKey(let path):
            "Key file \(path) contains an event key, but this needs a master key: name the issuer's own key file."
        case .notEventKey(let path):
            "Key file \(path) contains a master key, but this needs an event key: `doorcheck key export` writes one."
        case .notPartnerKey(let path):
            "Key file \(path) is not a partner's secret key: name the file that `doorcheck partner key new` wrote, "
                + "which ends in .key."
        case .notPartnerPublicKey(let path):
            "Key file \(path) is not a partner's public key: the partner creates it with `doorcheck partner key new`, "
                + "in the file that ends in .pub."
        case .secretInPlaceOfPublicKey(let path):
            "Key file \(path) is a SECRET key, which must not be sent: delete it, have the partner make a new key with "
                + "`doorcheck partner key new`, and ask for the file that ends in .pub."
        case .unusable(let path, let cause):
            "The key in key file \(path) cannot be used: \(cause)"
        case .exists(let path):
            "Key file \(path) already exists, and keys are never overwritten: choose another path."
        }
    }

    private func octal(_ mode: UInt32) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
