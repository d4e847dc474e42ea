// The languages of the guest texts.

/// A language of the guest texts, by its ISO 639-1 code.
package enum Language: String, CaseIterable {
    case english = "en"
    case swahili = "sw"
    case luganda = "lg"
    case french = "fr"
    case german = "de"
    case spanish = "es"
    case arabic = "ar"

    /// Whether the language is written from right to left.
    package var isRightToLeft: Bool { self == .arabic }
}
