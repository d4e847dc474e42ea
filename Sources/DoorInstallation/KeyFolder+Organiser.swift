// The organiser that a box belongs to, beside the box's key.

package import Ledger
import TicketSigning

extension KeyFolder {
    private var organiserPath: String { path + "/organiser.pub" }

    /// Returns the organiser that this box belongs to; `nil` for none yet.
    ///
    /// - Throws: `KeyFileError` for a file that is exposed or damaged.
    package func organiser() throws -> Root? {
        do {
            let text = String(decoding: try PrivateFile.read(organiserPath), as: UTF8.self)
            guard text.hasSuffix("\n"), let root = Root(base64url: String(text.dropLast())), root.bytes.count == 32
            else {
                throw KeyFileError.malformed(path: organiserPath, line: 1, expected: "an organiser's key")
            }
            return root
        } catch KeyFileError.io(_, _, 2) {
            return nil
        }
    }

    /// Stores the organiser that this box belongs to, in place of an earlier one.
    ///
    /// - Throws: `KeyFileError`.
    package func keep(_ organiser: Root) throws {
        guard (try? self.organiser()) != organiser else { return }
        try PrivateFile.create(organiserPath, contents: "\(organiser.base64url)\n", replacing: true)
    }
}
