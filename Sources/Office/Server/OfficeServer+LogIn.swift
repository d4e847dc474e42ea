// Logging in and out.

import Accounts
import HTTPSupport
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

extension OfficeServer {
    private struct LogIn: Decodable {
        /// The one-time code; absent for an account.
        let code: String?
        let name: String?
        let password: String?
    }

    /// What the log-in asks for.
    private struct EntranceState: Encodable {
        /// Whether there are accounts.
        let accounts: Bool
        /// Whether the one-time link can be opened here.
        let link: Bool
        /// Whether the first account can be made with the code on the machine's screen.
        let first: Bool
    }

    /// Adds what needs no session.
    func addLogIn(to router: Router<OfficeContext>) {
        router.get("/office/entrance") { _, context in
            // Accounts that cannot be read are there; the log-in says what is wrong with them.
            let hasAccounts = (try? await !accounts.all().isEmpty) ?? true
            return try json(
                EntranceState(
                    accounts: hasAccounts, link: firstAccount == nil && PeerUser.isLocal(context.peer),
                    first: await firstAccount?.isOpen ?? false))
        }
        router.post("/office/session") { request, context in
            let wanted = try await request.decode(as: LogIn.self, context: context)
            let person = OfficeSessionMiddleware.person.flatMap { request.headers[$0] }
            switch try await entrance(wanted, for: person, request, context) {
            case .opened(let session, let secret, let browser):
                context.logger.notice(
                    "logged in to the office",
                    metadata: ["by": "\(session.person.name)", "peer": "\(context.peer?.ipAddress ?? "unknown")"])
                // What the browser had before is nobody's now.
                if let old = request.cookies[cookie]?.value { await close(old, for: session) }
                return logIn(secret, browser)
            case .wrong:
                // Not with the name: some type their password there.
                context.logger.warning(
                    "wrong log-in", metadata: ["peer": "\(context.peer?.ipAddress ?? "unknown")"])
                throw OfficeRefusal(
                    wanted.code == nil
                        ? "The name or the password is wrong."
                        : "This link was used before, or is another office's. Start `doorcheck office` again, and open "
                            + "the link that it shows.", because: .noSession)
            case .tooManyTries: throw OfficeRefusal("Too many attempts; wait a minute.", because: .tooManyTries)
            case .otherPerson:
                throw OfficeRefusal(
                    "This page belongs to another person.", because: .conflict, kind: .otherPerson)
            }
        }
        router.post("/office/logout") { request, _ in
            if let secret = request.cookies[cookie]?.value { await close(secret, for: nil) }
            return Response(status: .noContent)
        }
    }

    private func entrance(
        _ wanted: LogIn, for person: String?, _ request: Request, _ context: OfficeContext
    ) async throws -> OfficeSessions.Entrance {
        if let code = wanted.code {
            // A service has no link to hand out.
            guard firstAccount == nil, PeerUser.isLocal(context.peer) else { return .wrong }
            let entrance = await sessions.open(with: code, for: person)
            if case .opened = entrance { await onOpened() }
            return entrance
        }
        guard let name = try? AccountName(wanted.name ?? "") else { return .wrong }
        return try await sessions.open(
            LogInGuard.Attempt(
                name: name, password: wanted.password ?? "", network: context.network,
                browser: request.cookies[browserCookie]?.value), for: person)
    }

    private func logIn(_ secret: String, _ browser: String?) -> Response {
        var response = Response(status: .noContent)
        if let browser {
            response.setCookie(
                .hidden(browserCookie, browser, for: KnownBrowser.length, isEncrypted: isEncrypted))
        }
        response.setCookie(.hidden(cookie, secret, for: SessionLimits.length, isEncrypted: isEncrypted))
        return response
    }

    /// Ends a session of this browser. What its person has sent stays for a session of the same person that follows.
    private func close(_ secret: String, for next: OfficeSession?) async {
        guard let session = await sessions.close(secret) else { return }
        if let next, next.person == session.person {
            await desk.give(session, to: next)
        } else {
            await desk.forget(session)
        }
    }
}
