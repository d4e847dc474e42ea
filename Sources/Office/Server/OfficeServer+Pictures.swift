// The routes of pictures.

import HTTPSupport
import HTTPTypes
import Hummingbird

extension OfficeServer {
    private struct Batch: Encodable {
        let batch: String
    }

    func addPictures(to routes: OfficeRoutes) {
        routes.desk.post("/events/:event/pictures") { request, context in
            let wanted = try await request.decode(as: BatchRequest.self, context: context)
            let batch = try await desk.beginBatch(
                wanted, at: Self.event(in: context), by: context.permit.session)
            return try json(Batch(batch: batch))
        }
        routes.desk.post("/pictures/:batch") { request, context in
            let name = request.uri.queryParameters.get("name") ?? "picture"
            return try json(
                try await desk.read(
                    request.body, named: name, in: Self.batch(in: context), by: context.permit.session))
        }
        routes.desk.post("/pictures/:batch/zips") { request, context in
            let name = request.uri.queryParameters.get("name") ?? "pictures.zip"
            let size = request.headers[.contentLength].flatMap { Int($0) } ?? 0
            return try json(
                try await desk.receiveZip(
                    request.body, named: name, expecting: size, in: Self.batch(in: context),
                    by: context.permit.session))
        }
        routes.desk.post("/pictures/:batch/zips/:zip/:entry") { _, context in
            guard let zip = context.parameters.get("zip", as: Int.self),
                let entry = context.parameters.get("entry", as: Int.self)
            else { throw OfficeRefusal.missing("picture") }
            return try json(
                try await desk.read(
                    entry: entry, ofZip: zip, in: Self.batch(in: context), by: context.permit.session))
        }
        routes.desk.post("/pictures/:batch/end") { _, context in
            await desk.endBatch(try Self.batch(in: context), of: context.permit.session)
            return Response(status: .noContent)
        }
    }

    private static func batch(in context: some RequestContext) throws -> String {
        guard let token = context.parameters.get("batch") else { throw OfficeRefusal.missing("batch") }
        return token
    }
}
