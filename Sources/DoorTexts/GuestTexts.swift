// The guest texts in all languages: the only place with texts for guests.

package import Admission
package import DoorDisplay

/// The words and sentences for guests. They contain nothing about the holder, no note and no reason of the
/// organiser's.
package enum GuestTexts {
    /// Returns the large word for a style of verdict.
    ///
    /// - Parameters:
    ///   - style: The style of the verdict.
    ///   - language: The guest's language.
    /// - Returns: One to three words.
    package static func word(_ style: VerdictStyle, in language: Language) -> String {
        switch language {
        case .english: englishWord(style)
        case .swahili: swahiliWord(style)
        case .luganda: lugandaWord(style)
        case .french: frenchWord(style)
        case .german: germanWord(style)
        case .spanish: spanishWord(style)
        case .arabic: arabicWord(style)
        }
    }

    /// Returns the sentence below the large word.
    ///
    /// - Parameters:
    ///   - reason: The reason for the verdict.
    ///   - language: The guest's language.
    /// - Returns: At most 60 characters before its placeholders are filled.
    package static func sentence(_ reason: Reason, in language: Language) -> Template {
        let text =
            switch language {
            case .english: english(reason)
            case .swahili: swahili(reason)
            case .luganda: luganda(reason)
            case .french: french(reason)
            case .german: german(reason)
            case .spanish: spanish(reason)
            case .arabic: arabic(reason)
            }
        return Template(text)
    }

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
