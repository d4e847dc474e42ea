// The contexts of requests.

import HTTPSupport
import Hummingbird
import NIOCore

/// A request's context with the client's address, for the limit on PIN attempts.
///
/// Routes with this context are open to everyone. Routes for guests or for staff are in groups with their own
/// contexts, ``GuestContext`` and ``StaffContext``, which only permitted requests get: without them, the door's desk
/// and its names are out of reach.
struct DisplayContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The client's IP address.
    let peer: String
    /// The network that rate limits are counted for.
    let network: String
    /// Whether it came from this machine: its own screen, or a reverse proxy.
    let isThisMachine: Bool
    /// The address of this machine that the client is connected to; `nil` if unknown.
    let local: String?
    /// The staff session, if there is one.
    var session: StaffSession?
    /// Whether only this machine can reach the pages.
    var isLocal = false

    /// A search of the guest list needs a few hundred bytes.
    var maxUploadSize: Int { 16 << 10 }

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress?.ipAddress ?? "unknown"
        let address = source.channel.remoteAddress.flatMap { PeerAddress($0) }
        network = address?.description ?? "unknown"
        local = source.channel.localAddress?.ipAddress
        isThisMachine = address?.isThisMachine ?? false
    }
}

/// The context of routes for guests: open to all if only this machine can reach the pages, otherwise to logged-in
/// staff.
struct GuestContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    /// The same as ``DisplayContext/isThisMachine``.
    let isThisMachine: Bool

    init(context: DisplayContext) throws {
        guard context.isLocal || context.session != nil else { throw HTTPError(.unauthorized) }
        coreContext = context.coreContext
        isThisMachine = context.isThisMachine
    }
}

/// The context of routes for staff; it cannot be created without a session.
struct StaffContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    /// The staff session.
    let session: StaffSession
    /// The same as ``DisplayContext/isThisMachine``.
    let isThisMachine: Bool

    var maxUploadSize: Int { 16 << 10 }

    init(context: DisplayContext) throws {
        guard let session = context.session else { throw HTTPError(.unauthorized) }
        coreContext = context.coreContext
        self.session = session
        isThisMachine = context.isThisMachine
    }
}
