// The settings of a box as the text of a QR code.

import Sync
import TicketSigning

extension BoxSetup {
    /// How a code begins.
    package static let codePrefix = "DCB1:"
    /// The maximum number of bytes in a code: with more, its modules are too small for a camera that is not near.
    package static let codeLimit = 700

    /// The text of a QR code: `DCB1:` and ``text``, packed with zstd, in base45.
    ///
    /// - Returns: Characters of a QR code's alphanumeric mode; `nil` if they were more than a camera reads easily.
    package var code: String? {
        guard let packed = ZstdFrame.pack(Array(text.utf8), level: 19), packed.count <= Self.codeLimit else {
            return nil
        }
        return Self.codePrefix + Base45.encode(packed)
    }

    /// Reads the text of a QR code.
    ///
    /// - Parameter code: The text of any code.
    /// - Returns: The settings; `nil` if the code is not one with settings.
    /// - Throws: ``BoxSetupError`` if it is one, and its settings are faulty.
    package static func read(code: String) throws(BoxSetupError) -> BoxSetup? {
        guard code.hasPrefix(codePrefix) else { return nil }
        guard let packed = try? Base45.decode(code.dropFirst(codePrefix.count)), packed.count <= codeLimit,
            let bytes = ZstdFrame.open(packed, atMost: limit), let text = String(validating: bytes, as: UTF8.self)
        else { throw BoxSetupError("The code is damaged, or a later doorcheck made it; make a new one.") }
        return try BoxSetup(text: text)
    }
}
