// The routes of an office that has no account yet.

import Accounts
import HTTPTypes
import Hummingbird
import Logging

extension OfficeServer {
    private struct FirstCode: Decodable {
        let code: String
    }

    private struct NewAccount: Decodable {
        let code: String
        let name: String
        let password: String
    }

    /// Adds what needs the one-time code of the machine's screen and no session. The code is in bodies: addresses are
    /// in logs and in the browser's history.
    func addFirstAccount(to router: Router<OfficeContext>) {
        // People type what the display's address is; this one has nothing else there.
        router.get("/office") { _, _ in Response(status: .seeOther, headers: [.location: "/"]) }
        router.post("/office/first/code") { request, context in
            let code = try await request.decode(as: FirstCode.self, context: context).code
            try refuse(await firstAccount?.check(code, from: context.network) ?? .gone, context)
            return Response(status: .noContent)
        }
        router.post("/office/first") { request, context in
            let new = try await request.decode(as: NewAccount.self, context: context)
            guard let firstAccount else { throw Self.noFirstAccount }
            let (name, password) = (try AccountName(new.name), try Password(new.password))
            try refuse(
                await firstAccount.make(name, password: password, with: new.code, from: context.network), context)
            context.logger.notice(
                "first account made", metadata: ["by": "\(name)", "peer": "\(context.peer?.ipAddress ?? "unknown")"])
            return Response(status: .noContent)
        }
    }

    private static let noFirstAccount = OfficeRefusal(
        "The first account was made already. If nobody you know has made it, do not use this machine until it is "
            + "written anew.", because: .conflict)

    private func refuse(_ outcome: FirstAccount.Outcome, _ context: OfficeContext) throws(OfficeRefusal) {
        switch outcome {
        case .right: return
        case .gone: throw Self.noFirstAccount
        case .unknown:
            throw OfficeRefusal(
                "It cannot be known now whether this machine is new; try again in a moment.", because: .unavailable)
        case .tooManyTries: throw OfficeRefusal("Too many attempts; wait a minute.", because: .tooManyTries)
        case .wrong:
            context.logger.warning("wrong code", metadata: ["peer": "\(context.peer?.ipAddress ?? "unknown")"])
            throw OfficeRefusal(
                "This is not the code that the machine’s screen shows now.", field: "code", because: .noSession)
        }
    }
}
