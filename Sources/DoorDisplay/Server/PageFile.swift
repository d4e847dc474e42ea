// The pages' files, which are compiled into the program.

import HTTPTypes
import Hummingbird

/// A file in `Pages`, compiled into the program so that it can be moved and needs no folder next to it.
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

    /// Whether only the staff page needs the file.
    var isForStaff: Bool { self == .staff || self == .staffStyle || self == .staffScript }

    /// Whether only the guest page needs the file.
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

    /// The file as a response; browsers revalidate it each time, because another version of the program may have a
    /// different file.
    var response: Response {
        Response(
            status: .ok,
            headers: [.contentType: type, .cacheControl: "no-cache"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}
