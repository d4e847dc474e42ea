// The message about characters that no font has.

internal import CPango

extension PaperDocument {
    /// One sentence about the characters that could not be drawn and the fonts that would help; it quotes no text.
    ///
    /// - Returns: `nil` if every character was drawn.
    public var missingFonts: String? { Self.missingFonts(for: missing) }

    /// Returns the same sentence for several documents.
    ///
    /// - Parameter missing: The characters of these documents that no font has.
    /// - Returns: The sentence; `nil` if no characters are missing.
    public static func missingFonts(for missing: Set<Unicode.Scalar>) -> String? {
        guard !missing.isEmpty else { return nil }
        let scripts = Set(missing.map(script))
        let names = Set(scripts.map(\.name)).sorted().joined(separator: ", ")
        let packages = Set(scripts.map(\.package)).sorted().joined(separator: " ")
        return "No font on this machine has some \(names) characters, which are drawn as boxes; install \(packages) "
            + "and run this again."
    }

    private struct Script: Hashable {
        let name: String
        let package: String
    }

    private static func script(of scalar: Unicode.Scalar) -> Script {
        if scalar.properties.isEmojiPresentation { return Script(name: "emoji", package: "fonts-noto-color-emoji") }
        switch g_unichar_get_script(scalar.value) {
        case G_UNICODE_SCRIPT_HAN: return Script(name: "Chinese", package: "fonts-noto-cjk")
        case G_UNICODE_SCRIPT_HIRAGANA, G_UNICODE_SCRIPT_KATAKANA:
            return Script(name: "Japanese", package: "fonts-noto-cjk")
        case G_UNICODE_SCRIPT_HANGUL: return Script(name: "Korean", package: "fonts-noto-cjk")
        case let script:
            // ISO 15924, four letters in a 32-bit number.
            let code = g_unicode_script_to_iso15924(script)
            let letters = stride(from: 24, through: 0, by: -8).map { UInt8(code >> $0 & 0xFF) }
            return Script(name: String(decoding: letters, as: UTF8.self), package: "fonts-noto-core fonts-noto-extra")
        }
    }
}
