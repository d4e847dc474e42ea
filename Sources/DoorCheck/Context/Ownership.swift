// Whose the files of a box are.

import Glibc
import TicketSigning

/// Keeps root from leaving files among those of another user, who then could not use them.
enum Ownership {
    /// - Parameter path: A file, or one that is to be made; it may be missing, and so may folders above it.
    /// - Throws: ``CommandError`` where this is root and the file, or else the nearest folder above it, is another user's.
    static func check(_ path: String) throws {
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
            "\(place) belongs to \(UserName.text(status.st_uid)), who could not use what root leaves there; run this as "
                + "that user, `sudo \(owner) doorcheck …`.")
    }
}
