// What is known of a request beside the request itself.

import Hummingbird
import NIOCore

/// A request's context with the other side's address, for the limit on PINs that are tried.
///
/// What answers with this context answers everybody. What is for guests or for staff is in a group of routes with a
/// context of its own, ``GuestContext`` or ``StaffContext``, which only requests that may have it get: the door's desk
/// and its names cannot be had without.
struct DisplayContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The IP address the request came from.
    let peer: String
    /// What limits count it as.
    let network: String
    /// Whether it came from this machine: its own screen, or a reverse proxy.
    let isThisMachine: Bool
    /// Who of the staff is behind the request, if anybody.
    var session: StaffSession?
    /// Whether only this machine can reach the pages.
    var isLocal = false

    /// A guest list's look-up needs a few hundred bytes.
    var maxUploadSize: Int { 16 << 10 }

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress?.ipAddress ?? "unknown"
        let address = source.channel.remoteAddress.flatMap { PeerAddress($0) }
        network = address?.description ?? "unknown"
        isThisMachine = address?.isThisMachine ?? false
    }
}

/// The context of what guests see: open to all where only this machine can reach it, else to who is logged in.
struct GuestContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    /// As in ``DisplayContext``.
    let isThisMachine: Bool

    init(context: DisplayContext) throws {
        guard context.isLocal || context.session != nil else { throw HTTPError(.unauthorized) }
        coreContext = context.coreContext
        isThisMachine = context.isThisMachine
    }
}

/// The context of what only staff see and do; there is none without a session.
struct StaffContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    /// Who is behind the request.
    let session: StaffSession
    /// As in ``DisplayContext``.
    let isThisMachine: Bool

    var maxUploadSize: Int { 16 << 10 }

    init(context: DisplayContext) throws {
        guard let session = context.session else { throw HTTPError(.unauthorized) }
        coreContext = context.coreContext
        self.session = session
        isThisMachine = context.isThisMachine
    }
}
