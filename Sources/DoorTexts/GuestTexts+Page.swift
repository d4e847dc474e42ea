// The texts of the guest page other than verdicts, in all languages.

package import DoorDisplay

extension GuestTexts {
    /// Returns a text of the guest page.
    ///
    /// - Parameters:
    ///   - text: The text to return.
    ///   - language: The guest's language.
    /// - Returns: A word or a sentence.
    package static func page(_ text: PageLabel, in language: Language) -> String {
        switch language {
        case .english: englishPage(text)
        case .swahili: swahiliPage(text)
        case .luganda: lugandaPage(text)
        case .french: frenchPage(text)
        case .german: germanPage(text)
        case .spanish: spanishPage(text)
        case .arabic: arabicPage(text)
        }
    }
}
