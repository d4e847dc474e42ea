// Users as people know them.

internal import Glibc

/// The names of this machine's users.
package enum UserName {
    /// A user in a sentence: the name, or the number where there is none.
    package static func text(_ user: UInt32) -> String {
        known(user) ?? "user \(user)"
    }

    /// The name that belongs to a number; `nil` where this machine has no such user.
    package static func known(_ user: UInt32) -> String? {
        withEntry {
            getpwuid_r(user, $0, $1, $2, $3)
        } read: {
            $0.pw_name.map { String(cString: $0) }
        }
    }

    /// What to do about a file that this user may not use, to be put behind a sentence.
    ///
    /// The Debian package makes a user that everything on a box belongs to; empty where there is none, and for that user.
    package static var advice: String {
        let box = withEntry {
            getpwnam_r("doorcheck", $0, $1, $2, $3)
        } read: {
            $0.pw_uid
        }
        guard let box, box != geteuid() else { return "" }
        return "; a box's commands are run as its user, `sudo -u doorcheck doorcheck …`"
    }

    /// Reads a line of the table of users (getpwnam_r(3)).
    private static func withEntry<Value>(
        _ find: (
            UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
            UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
        ) -> Int32,
        read: (passwd) -> Value?
    ) -> Value? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        // 16 KiB hold what a directory service may say of a user.
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { texts in
            guard let start = texts.baseAddress else { return nil }
            return find(&entry, start, texts.count, &found) == 0 && found != nil ? read(entry) : nil
        }
    }
}
