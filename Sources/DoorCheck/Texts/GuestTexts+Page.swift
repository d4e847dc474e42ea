// What the guest page says apart from verdicts, in every language.

import DoorDisplay

extension GuestTexts {
    /// A text of the guest page.
    ///
    /// - Parameters:
    ///   - text: Which one.
    ///   - language: The guest's.
    /// - Returns: A word or a sentence.
    static func page(_ text: PageLabel, in language: Language) -> String {
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
