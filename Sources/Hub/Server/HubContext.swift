// What is known of a request beside the request itself.

import DoorDisplay
import Hummingbird
import NIOCore

/// A request's context with who sent it.
///
/// What answers with this context answers everybody. What is for boxes or for the organiser is in a group of routes with
/// a context of its own, ``BoxContext`` or ``OrganiserContext``, which is made of no other request.
struct HubContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The IP address the request came from.
    let peer: String
    /// What limits count it as.
    let network: String
    /// The enrolled box that signed it.
    var box: EnrolledBox?
    /// Who of the organisers is behind the request.
    var session: OrganiserSession?

    /// 500 records of usual length; ``HubServer`` says it in words where it is too little.
    var maxUploadSize: Int { 4 << 20 }

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress?.ipAddress ?? "unknown"
        network = source.channel.remoteAddress.flatMap { PeerAddress($0) }?.description ?? "unknown"
    }
}

/// The context of what only boxes ask; there is none for a request that no enrolled box signed.
struct BoxContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    /// The box that signed it.
    let box: EnrolledBox

    /// As ``HubContext`` has it.
    var maxUploadSize: Int { 4 << 20 }

    init(context: HubContext) throws {
        guard let box = context.box else {
            throw ProblemResponse(.unauthorized, "No enrolled box signed this request.")
        }
        coreContext = context.coreContext
        self.box = box
    }
}

/// The context of what only the organiser sees and does; there is none without a session.
struct OrganiserContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    /// Who is behind the request.
    let session: OrganiserSession

    /// As ``HubContext`` has it.
    var maxUploadSize: Int { 4 << 20 }

    init(context: HubContext) throws {
        guard let session = context.session else {
            throw ProblemResponse(.unauthorized, "Log in with the token that `doorcheck hub token` shows.")
        }
        coreContext = context.coreContext
        self.session = session
    }
}
