// The organiser page's files, which are compiled into the program.

import DoorDisplay
import HTTPTypes
import Hummingbird

/// A file of the page; colours and type are shared with the door display.
enum OrganiserFile: String, CaseIterable {
    case page = "/"
    case style = "/style.css"
    case organiserStyle = "/organiser.css"
    case script = "/organiser.js"
    case chart = "/chart.js"
    case icon = "/icon.svg"

    private var bytes: [UInt8] {
        switch self {
        case .page: PackageResources.organiser_html
        case .style: SharedStyle.style
        case .organiserStyle: PackageResources.organiser_css
        case .script: PackageResources.organiser_js
        case .chart: PackageResources.chart_js
        case .icon: SharedStyle.icon
        }
    }

    private var type: String {
        switch self {
        case .page: "text/html; charset=utf-8"
        case .style, .organiserStyle: "text/css; charset=utf-8"
        case .script, .chart: "text/javascript; charset=utf-8"
        case .icon: "image/svg+xml"
        }
    }

    /// The file as a response; browsers revalidate it each time, because another version of the hub may have a
    /// different file.
    var response: Response {
        var response = Response(
            status: .ok,
            headers: [.contentType: type, .cacheControl: "no-cache"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
        for (name, value) in SharedStyle.securityHeaders {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
        return response
    }
}
