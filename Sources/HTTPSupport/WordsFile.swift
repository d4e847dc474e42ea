// The files that put pages into the reader's language.

import CEmbedded
package import Hummingbird

/// A file of every page that is in the reader's language: the script, and the words of a language other than English.
package enum WordsFile: String, CaseIterable, Sendable {
    case script = "/words.js"
    case swahili = "/words-sw.json"
    case luganda = "/words-lg.json"
    case french = "/words-fr.json"
    case german = "/words-de.json"
    case spanish = "/words-es.json"
    case arabic = "/words-ar.json"

    /// The file as a response.
    package var response: Response { file.response }

    private var file: PageFile {
        switch self {
        case .script: PageFile(embedded_words_js(), .script)
        case .swahili: PageFile(embedded_words_sw_json(), .words)
        case .luganda: PageFile(embedded_words_lg_json(), .words)
        case .french: PageFile(embedded_words_fr_json(), .words)
        case .german: PageFile(embedded_words_de_json(), .words)
        case .spanish: PageFile(embedded_words_es_json(), .words)
        case .arabic: PageFile(embedded_words_ar_json(), .words)
        }
    }
}

extension RouterMethods {
    /// Serves the words of pages in all languages.
    package func addWords() {
        for file in WordsFile.allCases { get(RouterPath(file.rawValue)) { _, _ in file.response } }
    }
}
