// What guests read, in every language: the only place with texts for guests.

import Admission

/// Words and sentences for guests. They hold nothing about the holder, no note and no reason of the organiser's.
enum GuestTexts {
    /// The large word of a look.
    ///
    /// - Parameters:
    ///   - look: Of the verdict.
    ///   - language: The guest's.
    /// - Returns: One to three words.
    static func word(_ look: Look, in language: Language) -> String {
        switch language {
        case .english: englishWord(look)
        case .swahili: swahiliWord(look)
        case .luganda: lugandaWord(look)
        case .french: frenchWord(look)
        case .german: germanWord(look)
        case .spanish: spanishWord(look)
        case .arabic: arabicWord(look)
        }
    }

    /// The sentence under it.
    ///
    /// - Parameters:
    ///   - reason: Why the verdict is what it is.
    ///   - language: The guest's.
    /// - Returns: At most 60 characters before its gaps are filled.
    static func sentence(_ reason: Reason, in language: Language) -> Template {
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
}
