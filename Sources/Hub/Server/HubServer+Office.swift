// The way to the office of the same machine.

import HTTPSupport
import Hummingbird

extension HubServer {
    /// Adds the way to the office.
    func addOffice(_ sessions: OrganiserSessions, to router: some RouterMethods<HubContext>) {
        router.group("/office").add(middleware: OrganiserMiddleware(sessions: sessions)).get { request, context in
            guard let way = await way(toOfficeFor: request, context) else {
                throw ProblemResponse(
                    .notFound,
                    "No office that you can reach from here runs as a service on the hub's machine; `systemctl enable "
                        + "--now doorcheck-office` there starts it.")
            }
            return way
        }
    }

    /// Returns a redirect to the office; `nil` if no office runs that the browser can reach.
    func way(toOfficeFor request: Request, _ context: HubContext) async -> Response? {
        await office()?.redirect(
            for: request, from: context.address, at: context.local, hasSession: context.session != nil)
    }
}

extension OfficePlace {
    /// Returns a redirect to the office; `nil` if the browser cannot reach it.
    ///
    /// Strangers find it only under the name that they have for this machine already: its own address is not for those
    /// who reach the hub through a reverse proxy.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - peer: The browser's address; `nil` if unknown.
    ///   - local: The address of this machine that the browser is connected to; `nil` if unknown.
    ///   - hasSession: Whether somebody is logged in.
    /// - Returns: The redirect.
    func redirect(for request: Request, from peer: PeerAddress?, at local: String?, hasSession: Bool) -> Response? {
        redirect(for: request, at: hasSession ? local : nil, isThisMachine: peer?.isThisMachine ?? false)
    }
}
