// The files of the organiser's page.

import HTTPSupport
import Hummingbird

/// A file of the organiser's page.
enum OrganiserFile: String, CaseIterable {
    case page = "/"
    case style = "/style.css"
    case formStyle = "/forms.css"
    case lightStyle = "/light.css"
    case organiserStyle = "/organiser.css"
    case sharedScript = "/page.js"
    case script = "/organiser.js"
    case chart = "/chart.js"
    case live = "/live.js"
    case liveStyle = "/live.css"
    case words = "/words.js"
    case swahiliWords = "/words-sw.json"
    case lugandaWords = "/words-lg.json"
    case frenchWords = "/words-fr.json"
    case germanWords = "/words-de.json"
    case spanishWords = "/words-es.json"
    case arabicWords = "/words-ar.json"
    case rules = "/rules.js"
    case icon = "/icon.svg"

    private var file: PageFile {
        switch self {
        case .page: PageFile(PackageResources.organiser_html, .page)
        case .style: .style
        case .formStyle: .formStyle
        case .lightStyle: .lightStyle
        case .organiserStyle: PageFile(PackageResources.organiser_css, .style)
        case .sharedScript: .script
        case .script: PageFile(PackageResources.organiser_js, .script)
        case .chart: .chartScript
        case .live: .liveScript
        case .liveStyle: .liveStyle
        case .words: .wordsScript
        case .swahiliWords: .swahiliWords
        case .lugandaWords: .lugandaWords
        case .frenchWords: .frenchWords
        case .germanWords: .germanWords
        case .spanishWords: .spanishWords
        case .arabicWords: .arabicWords
        case .rules: PageFile(PackageResources.rules_js, .script)
        case .icon: .icon
        }
    }

    /// The file as a response.
    var response: Response { file.response }
}
