// The contexts of requests.

import HTTPSupport
import Hummingbird
import NIOCore

/// A request's context with its sender.
///
/// Routes with this context are open to everyone. Routes for boxes or for people with a session are in groups with
/// their own contexts, ``BoxContext`` and ``PermitContext``, which can only be created from an authenticated request.
struct HubContext: SessionRequestContext {
    var coreContext: CoreRequestContextStorage
    /// The client's IP address.
    let peer: String
    /// The client's address as rate limits are counted for it; `nil` if it has none.
    let address: PeerAddress?
    /// The network that rate limits are counted for.
    var network: String { address?.description ?? "unknown" }
    /// The address of this machine that the client is connected to; `nil` if unknown.
    let local: String?
    /// The enrolled box that signed the request.
    var box: EnrolledBox?
    /// The session of the organiser's pages.
    var session: OrganiserSession?

    static var noSession: any Error {
        ProblemResponse(.unauthorized, "Log in on the hub's page first; this session has ended.")
    }

    /// Enough for 500 records of usual length; ``HubServer`` explains the limit to a client that exceeds it.
    var maxUploadSize: Int { 4 << 20 }

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress?.ipAddress ?? "unknown"
        address = source.channel.remoteAddress.flatMap { PeerAddress($0) }
        local = source.channel.localAddress?.ipAddress
    }
}

/// The context of routes for boxes; it cannot be created for a request that no enrolled box signed.
struct BoxContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    /// The box that signed the request.
    let box: EnrolledBox

    /// The same as ``HubContext/maxUploadSize``.
    var maxUploadSize: Int { 4 << 20 }

    init(context: HubContext) throws {
        guard let box = context.box else {
            throw ProblemResponse(.unauthorized, "No enrolled box signed this request.")
        }
        coreContext = context.coreContext
        self.box = box
    }
}
