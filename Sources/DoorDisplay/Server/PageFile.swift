// The files of the pages, which are part of the program.

import HTTPTypes
import Hummingbird

/// A file below `Pages`, compiled in, so that the program can be moved and needs no folder beside it.
enum PageFile: String, CaseIterable {
    case guest = "/"
    case guestStyle = "/guest.css"
    case guestScript = "/guest.js"
    case link = "/link.js"
    case turns = "/turns.js"
    case style = "/style.css"
    case icon = "/icon.svg"
    case staff = "/staff"
    case staffStyle = "/staff.css"
    case staffScript = "/staff.js"

    /// The files that the staff page alone needs.
    var isForStaff: Bool { self == .staff || self == .staffStyle || self == .staffScript }

    /// The files that the guest page alone needs.
    var isForGuests: Bool { self == .guest || self == .guestStyle || self == .guestScript }

    private var bytes: [UInt8] {
        switch self {
        case .guest: PackageResources.guest_html
        case .guestStyle: PackageResources.guest_css
        case .guestScript: PackageResources.guest_js
        case .link: PackageResources.link_js
        case .turns: PackageResources.turns_js
        case .style: PackageResources.style_css
        case .icon: PackageResources.icon_svg
        case .staff: PackageResources.staff_html
        case .staffStyle: PackageResources.staff_css
        case .staffScript: PackageResources.staff_js
        }
    }

    private var type: String {
        switch self {
        case .guest, .staff: "text/html; charset=utf-8"
        case .guestStyle, .style, .staffStyle: "text/css; charset=utf-8"
        case .guestScript, .link, .turns, .staffScript: "text/javascript; charset=utf-8"
        case .icon: "image/svg+xml"
        }
    }

    /// The file as a response; browsers ask again each time, since the next version of the box may have another.
    var response: Response {
        Response(
            status: .ok,
            headers: [.contentType: type, .cacheControl: "no-cache"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}
