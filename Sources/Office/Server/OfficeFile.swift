// The files of the office's pages.

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
        case .page: PageFile(PackageResources.office_html, .page)
        case .style: .style
        case .formStyle: .formStyle
        case .lightStyle: .lightStyle
        case .officeStyle: PageFile(PackageResources.office_css, .style)
        case .icon: .icon
        case .sharedScript: .script
        case .office: PageFile(PackageResources.office_js, .script)
        case .addingScript: PageFile(PackageResources.adding_js, .script)
        case .afterScript: PageFile(PackageResources.after_js, .script)
        case .askingScript: PageFile(PackageResources.asking_js, .script)
        case .boxesScript: PageFile(PackageResources.boxes_js, .script)
        case .chartScript: .chartScript
        case .duringScript: PageFile(PackageResources.during_js, .script)
        case .liveScript: .liveScript
        case .liveStyle: .liveStyle
        case .designScript: PageFile(PackageResources.design_js, .script)
        case .doorScript: PageFile(PackageResources.door_js, .script)
        case .conflictScript: PageFile(PackageResources.conflict_js, .script)
        case .eventScript: PageFile(PackageResources.event_js, .script)
        case .firstScript: PageFile(PackageResources.first_js, .script)
        case .listScript: PageFile(PackageResources.list_js, .script)
        case .mailScript: PageFile(PackageResources.mail_js, .script)
        case .peopleScript: PageFile(PackageResources.people_js, .script)
        case .partsScript: PageFile(PackageResources.parts_js, .script)
        case .picturesScript: PageFile(PackageResources.pictures_js, .script)
        case .previewScript: PageFile(PackageResources.preview_js, .script)
        case .printScript: PageFile(PackageResources.print_js, .script)
        case .rowsScript: PageFile(PackageResources.rows_js, .script)
        case .sellScript: PageFile(PackageResources.sell_js, .script)
        case .startScript: PageFile(PackageResources.start_js, .script)
        case .thumbnailsScript: PageFile(PackageResources.thumbnails_js, .script)
        case .ticketScript: PageFile(PackageResources.ticket_js, .script)
        case .ticketsScript: PageFile(PackageResources.tickets_js, .script)
        }
    }

    /// The file as a response.
    var response: Response { file.response }
}
