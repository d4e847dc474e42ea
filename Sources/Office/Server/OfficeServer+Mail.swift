// The routes of tickets by mail.

import HTTPSupport
import HTTPTypes
import Hummingbird
import Ledger
import Organising

extension OfficeServer {
    private struct Sending: Decodable {
        /// Absent to go on with the server that the office knows.
        let by: MailForm?
    }

    private struct Again: Decodable {
        let kind: UndeliveredKind
    }

    func addMail(to routes: OfficeRoutes) {
        routes.organiser.get("/events/:event/mail") { _, context in
            try json(try await desk.mailing(of: Self.event(in: context)))
        }
        routes.organiser.post("/events/:event/mail") { request, context in
            let form = try await request.decode(as: Sending.self, context: context).by
            return try json(try await desk.sendMails(of: Self.event(in: context), form))
        }
        routes.organiser.post("/events/:event/mail/files") { request, context in
            let form = try await request.decode(as: MailFilesForm.self, context: context)
            return try json(
                try await desk.prepareMailFiles(of: Self.event(in: context), form, by: context.permit.session))
        }
        routes.organiser.get("/mail-files/:file") { _, context in
            guard let token = context.parameters.get("file") else { throw OfficeRefusal.missing("file") }
            let files = try await desk.takeMailFiles(token, of: context.permit.session)
            return download(name: "\(files.event.slug)-mails.zip", type: "application/zip") { _ in
                try await files.next()
            } then: {
                try await files.noteTaken()
            }
        }
        routes.organiser.post("/events/:event/mail/pause") { _, context in
            try json(try await desk.pauseMails(of: Self.event(in: context)))
        }
        routes.organiser.post("/events/:event/mail/again") { request, context in
            let kind = try await request.decode(as: Again.self, context: context).kind
            return try json(try await desk.reopenMails(of: Self.event(in: context), kind))
        }
    }
}
