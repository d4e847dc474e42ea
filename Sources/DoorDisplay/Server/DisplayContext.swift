// What is known of a request beside the request itself.

import Hummingbird
import NIOCore

/// A request's context with the other side's address, for the limit on PINs that are tried.
struct DisplayContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The IP address the request came from.
    let peer: String
    /// Who of the staff is behind the request, if anybody.
    var staff: String?

    /// A guest list's look-up needs a few hundred bytes.
    var maxUploadSize: Int { 16 << 10 }

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress?.ipAddress ?? "unknown"
    }
}
