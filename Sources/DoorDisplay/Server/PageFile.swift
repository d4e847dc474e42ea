// The files of the pages, which are part of the program.

import HTTPTypes
import Hummingbird

/// A file below `Pages`, compiled in, so that the program can be moved and needs no folder beside it.
enum PageFile: String, CaseIterable {
    case guest = "/"
    case guestStyle = "/guest.css"
    case guestScript = "/guest.js"
    case link = "/link.js"
    case style = "/style.css"
    case icon = "/icon.svg"

    private var bytes: [UInt8] {
        switch self {
        case .guest: PackageResources.guest_html
        case .guestStyle: PackageResources.guest_css
        case .guestScript: PackageResources.guest_js
        case .link: PackageResources.link_js
        case .style: PackageResources.style_css
        case .icon: PackageResources.icon_svg
        }
    }

    private var type: String {
        switch self {
        case .guest: "text/html; charset=utf-8"
        case .guestStyle, .style: "text/css; charset=utf-8"
        case .guestScript, .link: "text/javascript; charset=utf-8"
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
