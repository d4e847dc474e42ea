// The display's files.

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
        case .guest: PageFile(PackageResources.guest_html, .page)
        case .guestStyle: PageFile(PackageResources.guest_css, .style)
        case .guestScript: PageFile(PackageResources.guest_js, .script)
        case .link: PageFile(PackageResources.link_js, .script)
        case .turns: PageFile(PackageResources.turns_js, .script)
        case .style: .style
        case .formStyle: .formStyle
        case .script: .script
        case .icon: .icon
        case .staff: PageFile(PackageResources.staff_html, .page)
        case .staffStyle: PageFile(PackageResources.staff_css, .style)
        case .staffScript: PageFile(PackageResources.staff_js, .script)
        case .awayStyle: PageFile(PackageResources.away_css, .style)
        case .queueScript: PageFile(PackageResources.queue_js, .script)
        case .saleScript: PageFile(PackageResources.sale_js, .script)
        }
    }

    /// The file as a response.
    var response: Response { file.response }
}
