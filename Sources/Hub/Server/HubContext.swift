// What is known of a request beside the request itself.

import Hummingbird
import NIOCore

/// A request's context with who sent it.
struct HubContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The IP address the request came from.
    let peer: String
    /// The enrolled box that signed it.
    var box: EnrolledBox?
    /// Who of the organisers is behind the request.
    var organiser: String?

    /// 500 records of usual length; ``HubServer`` says it in words where it is too little.
    var maxUploadSize: Int { 4 << 20 }

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress?.ipAddress ?? "unknown"
    }
}
