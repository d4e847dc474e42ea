// Whether the master key has a copy elsewhere.

import DoorOutput
import Glibc

extension KeyFolder {
    /// A file that exists as long as somebody has put off saving a copy of the master key.
    private var delayedCopyPath: String { path + "/master.copy-later" }

    /// Whether somebody has put off saving a copy of the master key.
    package var isMasterCopyDelayed: Bool { access(delayedCopyPath, F_OK) == 0 }

    /// Remembers whether the master key still needs a copy elsewhere; the doctor asks for it until then.
    ///
    /// - Parameter isDelayed: Whether there is none yet.
    /// - Throws: ``FileError``.
    package func delayMasterCopy(_ isDelayed: Bool) throws {
        guard isDelayed else {
            guard unlink(delayedCopyPath) == 0 || errno == ENOENT else {
                throw FileError("remove \(delayedCopyPath)", errno: errno)
            }
            return
        }
        try OutputFile.save([], to: delayedCopyPath)
    }
}
