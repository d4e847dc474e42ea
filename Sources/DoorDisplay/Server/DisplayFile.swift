// The display's files.

import CEmbedded
import HTTPSupport
import Hummingbird

/// A file of the display's pages.
enum DisplayFile: String, CaseIterable {
    case guest = "/"
    case guestStyle = "/guest.css"
    case guestScript = "/guest.js"
    case link = "/link.js"
    case turns = "/turns.js"
    case style = "/style.css"
    case formStyle = "/forms.css"
    case script = "/page.js"
    case icon = "/icon.svg"
    case staff = "/staff"
    case staffStyle = "/staff.css"
    case staffScript = "/staff.js"
    case queueScript = "/queue.js"
    case awayStyle = "/away.css"
    case saleScript = "/sale.js"

    /// Whether only the staff page needs the file.
    var isForStaff: Bool { [.staff, .staffStyle, .staffScript, .queueScript, .saleScript, .formStyle].contains(self) }

    /// Whether only the guest page needs the file.
    var isForGuests: Bool { [.guest, .guestStyle, .guestScript].contains(self) }

    private var file: PageFile {
        switch self {
        case .guest: PageFile(embedded_guest_html(), .page)
        case .guestStyle: PageFile(embedded_guest_css(), .style)
        case .guestScript: PageFile(embedded_guest_js(), .script)
        case .link: PageFile(embedded_link_js(), .script)
        case .turns: PageFile(embedded_turns_js(), .script)
        case .style: .style
        case .formStyle: .formStyle
        case .script: .script
        case .icon: .icon
        case .staff: PageFile(embedded_staff_html(), .page)
        case .staffStyle: PageFile(embedded_staff_css(), .style)
        case .staffScript: PageFile(embedded_staff_js(), .script)
        case .awayStyle: PageFile(embedded_away_css(), .style)
        case .queueScript: PageFile(embedded_queue_js(), .script)
        case .saleScript: PageFile(embedded_sale_js(), .script)
        }
    }

    /// The file as a response.
    var response: Response { file.response }
}
