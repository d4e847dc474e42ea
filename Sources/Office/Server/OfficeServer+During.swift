// The routes of an event while it runs.

import Attendance
import HTTPSupport
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore

extension OfficeServer {
    private struct Message: Decodable {
        let text: String
        let gate: String?
        let minutes: Int
    }

    func addDuring(to routes: OfficeRoutes) {
        routes.viewer.get("/events/:event/during") { request, context in
            let state = try await desk.during(Self.event(in: context), for: context.permit)
            guard request.uri.queryParameters.get("version") != state.version else {
                return Response(status: .noContent)
            }
            return try json(state)
        }
        routes.viewer.get("/events/:event/doubles") { request, context in
            let place = request.uri.queryParameters.get("before") ?? ""
            return try json(try await desk.doubles(before: place, of: Self.event(in: context)))
        }
        routes.desk.post("/events/:event/messages") { request, context in
            let message = try await request.decode(as: Message.self, context: context)
            try await desk.send(
                message.text, to: Self.event(in: context), gate: message.gate, minutes: message.minutes,
                by: context.permit.session)
            return Response(status: .noContent)
        }
        routes.desk.get("/events/:event/tables/:table") { _, context in
            let event = try await desk.event(Self.event(in: context))
            guard let export = context.parameters.get("table").flatMap(EventExport.init) else {
                throw OfficeRefusal.missing("table")
            }
            let body = ResponseBody { writer in
                try await desk.live.write(export, of: event.id) { rows in
                    try await writer.write(ByteBuffer(string: rows))
                }
                try await writer.finish(nil)
            }
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/csv; charset=utf-8",
                    .contentDisposition: "attachment; filename=\"\(event.slug)-\(export.rawValue).csv\"",
                ],
                body: body)
        }
    }
}
