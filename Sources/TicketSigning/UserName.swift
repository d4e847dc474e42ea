// User names for messages.

internal import Glibc

/// The names of this machine's users.
package enum UserName {
    /// Returns a user for use in a sentence: the name, or the number if there is no name.
    package static func text(_ user: UInt32) -> String {
        known(user) ?? "user \(user)"
    }

    /// Returns the name that belongs to a number; `nil` if this machine has no such user.
    package static func known(_ user: UInt32) -> String? {
        withEntry {
            getpwuid_r(user, $0, $1, $2, $3)
        } read: {
            $0.pw_name.map { String(cString: $0) }
        }
    }

    /// Advice about a file that this user may not use, to be appended to a sentence.
    ///
    /// The Debian package creates a user that owns everything on a box, and one for the hub, which may use what the
    /// first has shared with it; empty if there is no such user, and for the owner.
    package static var advice: String {
        let box = withEntry {
            getpwnam_r("doorcheck", $0, $1, $2, $3)
        } read: {
            $0.pw_uid
        }
        guard let box, box != geteuid() else { return "" }
        if known(geteuid()) == "doorcheck-hub" { return "; `sudo systemctl restart doorcheck-hub` shares it" }
        return "; run `doorcheck` commands as the box's user, `sudo -u doorcheck doorcheck …`"
    }

    /// Reads an entry of the user database (getpwnam_r(3)).
    private static func withEntry<Value>(
        _ find: (
            UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
            UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
        ) -> Int32,
        read: (passwd) -> Value?
    ) -> Value? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        // 16 KiB are enough for what a directory service stores about a user.
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { texts in
            guard let start = texts.baseAddress else { return nil }
            return find(&entry, start, texts.count, &found) == 0 && found != nil ? read(entry) : nil
        }
    }
}
