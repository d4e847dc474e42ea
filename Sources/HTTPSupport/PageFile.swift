// A page's files, which are compiled into the program.

import CEmbedded
import HTTPTypes
package import Hummingbird

/// A file of a page, compiled into the program so that it can be moved and needs no folder next to it.
package struct PageFile: Sendable {
    private let bytes: [UInt8]
    private let type: String

    /// - Parameters:
    ///   - text: The file, a text of `CEmbedded`. In a page, `{load.js}` stands for that script, the only one that
    ///     ``SecurityPolicy/page`` allows within a page.
    ///   - type: Its media type.
    package init(_ text: UnsafePointer<CChar>, _ type: PageFileType) {
        let text = String(cString: text)
        bytes = Array((type == .page ? text.replacing("{load.js}", with: Self.loadScript) : text).utf8)
        self.type = type.rawValue
    }

    private static var loadScript: String { String(cString: embedded_load_js()) }

    /// The style sheet with the colours and type of every page, and the marks of verdicts.
    package static var style: PageFile { PageFile(embedded_style_css(), .style) }
    /// The style sheet of pages with forms and lists.
    package static var formStyle: PageFile { PageFile(embedded_forms_css(), .style) }
    /// The colours of pages for a desk, by day.
    package static var lightStyle: PageFile { PageFile(embedded_light_css(), .style) }
    /// The script that pages share.
    package static var script: PageFile { PageFile(embedded_page_js(), .script) }
    /// The script that shows an event while it runs.
    package static var liveScript: PageFile { PageFile(embedded_live_js(), .script) }
    /// The script that draws arrivals.
    package static var chartScript: PageFile { PageFile(embedded_chart_js(), .script) }
    /// The style sheet of an event while it runs.
    package static var liveStyle: PageFile { PageFile(embedded_live_css(), .style) }
    /// The icon in the browser's tab.
    package static var icon: PageFile { PageFile(embedded_icon_svg(), .picture) }

    /// The file as a response, which may load other files of its server; browsers revalidate it each time, because
    /// another version of the program may have a different file.
    package var response: Response {
        var headers: HTTPFields = [.contentType: type, .cacheControl: "no-cache"]
        headers[.contentSecurityPolicy] = SecurityPolicy.page
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

/// The media types of page files.
package enum PageFileType: String, Sendable {
    case page = "text/html; charset=utf-8"
    case style = "text/css; charset=utf-8"
    case script = "text/javascript; charset=utf-8"
    case picture = "image/svg+xml"
    case words = "application/json"
}
