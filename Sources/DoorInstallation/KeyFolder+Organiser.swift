// The organiser that a box belongs to, beside the box's key.

package import Ledger
import TicketSigning

extension KeyFolder {
    private var organiserPath: String { path + "/organiser.pub" }

    /// Returns the organiser that this box belongs to; `nil` for none yet.
    ///
    /// - Throws: `KeyFileError` for a file that is exposed or damaged.
    package func organiser() throws -> Root? {
        try Self.line(at: organiserPath, expected: "an organiser's key") { text in
            Root(base64url: text).flatMap { $0.bytes.count == 32 ? $0 : nil }
        }
    }

    /// Stores the organiser that this box belongs to, in place of an earlier one.
    ///
    /// - Throws: `KeyFileError`.
    package func keep(_ organiser: Root) throws {
        guard (try? self.organiser()) != organiser else { return }
        try PrivateFile.create(organiserPath, contents: "\(organiser.base64url)\n", replacing: true, shareable: true)
    }
}
