// The PIN that the configuration names.

import DoorOutput
import Glibc
package import TicketSigning

extension StaffPIN {
    /// Reads the file that `display.pin` names.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: The PIN.
    /// - Throws: ``CommandError`` that names the configuration key.
    package static func configured(at path: String) throws -> StaffPIN {
        do {
            return try StaffPIN(at: path)
        } catch {
            throw CommandError(ExitStatus(error), "The PIN file \(path) (`display.pin`) \(trouble(error)).")
        }
    }

    private static func trouble(_ error: KeyFileError) -> String {
        switch error {
        case .io(_, _, let code):
            "cannot be read (\(String(cString: strerror(code)))); write a PIN into a file of mode 0600 owned by "
                + "\(UserName.text(geteuid())), and set `display.pin` to it"
        case .exposed: "can be read by other users; run `chmod 600` on it"
        case .foreignOwner(_, let owner, let user):
            "belongs to \(UserName.text(owner)), not to \(UserName.text(user)), who needs it"
        case .notRegularFile: "is not a regular file; name a file with a PIN"
        default: "must contain only a PIN of 6 to 64 characters in one line"
        }
    }
}
