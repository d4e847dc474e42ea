// Ownership of a box's files.

import DoorOutput
import Glibc
import TicketSigning

/// Prevents root from creating files among those of another user, who then could not use them.
package enum Ownership {
    /// - Parameter path: An existing or future file; folders above it may be missing too.
    /// - Throws: ``CommandError`` if the process runs as root and the file, or else the nearest existing folder above
    ///   it, belongs to another user.
    package static func check(_ path: String) throws {
        guard geteuid() == 0 else { return }
        var place = path[...]
        var status = stat()
        while stat(String(place), &status) != 0 {
            guard let slash = place.lastIndex(of: "/"), slash > place.startIndex else { return }
            place = place[..<slash]
        }
        guard status.st_uid != 0 else { return }
        let owner = UserName.known(status.st_uid).map { "-u \($0)" } ?? "-u '#\(status.st_uid)'"
        throw CommandError(
            .noPermission,
            "\(place) belongs to \(UserName.text(status.st_uid)), who could not use files that root creates there; "
                + "run this as that user, `sudo \(owner) doorcheck …`.")
    }
}
