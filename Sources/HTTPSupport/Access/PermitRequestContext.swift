// What a session may do.

package import Hummingbird

/// A request's context with the session that the request names.
package protocol SessionRequestContext: RequestContext {
    /// Who is logged in.
    associatedtype Session: Sendable

    /// The session; `nil` for none.
    var session: Session? { get }
    /// What a request without a session is told.
    static var noSession: any Error { get }
}

/// Proof that a session's role permits something. Routes are in groups whose context has a permit, and a permit checks
/// the role when it is made, so a new route cannot forget to.
package protocol SessionPermit: Sendable {
    /// Who is logged in.
    associatedtype Session: Sendable

    /// Who looks and acts.
    var session: Session { get }

    /// - Parameter session: Who asks.
    /// - Throws: The server's refusal if the role does not permit it.
    init(of session: Session) throws
}

/// The context of routes for sessions; it cannot be created without a session whose role has the permit.
package struct PermitRequestContext<Parent: SessionRequestContext, Permit: SessionPermit>: ChildRequestContext
where Permit.Session == Parent.Session {
    /// Hummingbird's part.
    package var coreContext: CoreRequestContextStorage
    /// What the session may do.
    package let permit: Permit
    /// The context without the permit.
    package let parent: Parent
    /// The same as the parent's.
    package var maxUploadSize: Int { parent.maxUploadSize }

    /// - Parameter context: The request's context.
    /// - Throws: `noSession` of the parent without a session; the permit's refusal.
    package init(context: Parent) throws {
        guard let session = context.session else { throw Parent.noSession }
        coreContext = context.coreContext
        parent = context
        permit = try Permit(of: session)
    }
}
