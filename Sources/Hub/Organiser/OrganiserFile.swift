// The files of the organiser's page.

import CEmbedded
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
    case rules = "/rules.js"
    case icon = "/icon.svg"

    /// The paths of all files, with those of ``WordsFile``.
    static let paths = allCases.map(\.rawValue) + WordsFile.allCases.map(\.rawValue)

    private var file: PageFile {
        switch self {
        case .page: PageFile(embedded_organiser_html(), .page)
        case .style: .style
        case .formStyle: .formStyle
        case .lightStyle: .lightStyle
        case .organiserStyle: PageFile(embedded_organiser_css(), .style)
        case .sharedScript: .script
        case .script: PageFile(embedded_organiser_js(), .script)
        case .chart: .chartScript
        case .live: .liveScript
        case .liveStyle: .liveStyle
        case .rules: PageFile(embedded_rules_js(), .script)
        case .icon: .icon
        }
    }

    /// The file as a response.
    var response: Response { file.response }
}
