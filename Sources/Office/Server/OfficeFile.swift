// The files of the office's pages.

import CEmbedded
import HTTPSupport
import Hummingbird

/// A file of the office's pages.
enum OfficeFile: String, CaseIterable {
    case page = "/"
    case style = "/style.css"
    case formStyle = "/forms.css"
    case lightStyle = "/light.css"
    case officeStyle = "/office.css"
    case icon = "/icon.svg"
    case sharedScript = "/page.js"
    case office = "/office.js"
    case addingScript = "/adding.js"
    case afterScript = "/after.js"
    case askingScript = "/asking.js"
    case boxesScript = "/boxes.js"
    case chartScript = "/chart.js"
    case duringScript = "/during.js"
    case liveScript = "/live.js"
    case liveStyle = "/live.css"
    case designScript = "/design.js"
    case doorScript = "/door.js"
    case conflictScript = "/conflict.js"
    case eventScript = "/event.js"
    case firstScript = "/first.js"
    case listScript = "/list.js"
    case mailScript = "/mail.js"
    case peopleScript = "/people.js"
    case partsScript = "/parts.js"
    case picturesScript = "/pictures.js"
    case previewScript = "/preview.js"
    case printScript = "/print.js"
    case rowsScript = "/rows.js"
    case sellScript = "/sell.js"
    case startScript = "/start.js"
    case thumbnailsScript = "/thumbnails.js"
    case ticketScript = "/ticket.js"
    case ticketsScript = "/tickets.js"

    /// The paths of all files, with those of ``WordsFile``.
    static let paths = allCases.map(\.rawValue) + WordsFile.allCases.map(\.rawValue)

    private var file: PageFile {
        switch self {
        case .page: PageFile(embedded_office_html(), .page)
        case .style: .style
        case .formStyle: .formStyle
        case .lightStyle: .lightStyle
        case .officeStyle: PageFile(embedded_office_css(), .style)
        case .icon: .icon
        case .sharedScript: .script
        case .office: PageFile(embedded_office_js(), .script)
        case .addingScript: PageFile(embedded_adding_js(), .script)
        case .afterScript: PageFile(embedded_after_js(), .script)
        case .askingScript: PageFile(embedded_asking_js(), .script)
        case .boxesScript: PageFile(embedded_boxes_js(), .script)
        case .chartScript: .chartScript
        case .duringScript: PageFile(embedded_during_js(), .script)
        case .liveScript: .liveScript
        case .liveStyle: .liveStyle
        case .designScript: PageFile(embedded_design_js(), .script)
        case .doorScript: PageFile(embedded_door_js(), .script)
        case .conflictScript: PageFile(embedded_conflict_js(), .script)
        case .eventScript: PageFile(embedded_event_js(), .script)
        case .firstScript: PageFile(embedded_first_js(), .script)
        case .listScript: PageFile(embedded_list_js(), .script)
        case .mailScript: PageFile(embedded_mail_js(), .script)
        case .peopleScript: PageFile(embedded_people_js(), .script)
        case .partsScript: PageFile(embedded_parts_js(), .script)
        case .picturesScript: PageFile(embedded_pictures_js(), .script)
        case .previewScript: PageFile(embedded_preview_js(), .script)
        case .printScript: PageFile(embedded_print_js(), .script)
        case .rowsScript: PageFile(embedded_rows_js(), .script)
        case .sellScript: PageFile(embedded_sell_js(), .script)
        case .startScript: PageFile(embedded_start_js(), .script)
        case .thumbnailsScript: PageFile(embedded_thumbnails_js(), .script)
        case .ticketScript: PageFile(embedded_ticket_js(), .script)
        case .ticketsScript: PageFile(embedded_tickets_js(), .script)
        }
    }

    /// The file as a response.
    var response: Response { file.response }
}
