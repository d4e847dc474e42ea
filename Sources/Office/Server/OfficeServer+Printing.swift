// The routes of tickets on paper.

import HTTPSupport
import HTTPTypes
import Hummingbird
import NIOCore
import Organising
import TicketPrinting
import TicketSigning

extension OfficeServer {
    func addPrinting(to routes: OfficeRoutes) {
        routes.desk.get("/tickets/:ticket/code.png") { _, context in
            picture(try await desk.codePicture(of: Self.ticket(in: context), for: context.permit))
        }
        routes.desk.get("/events/:event/preview.png") { request, context in
            picture(
                try await desk.preview(
                    Self.wanted(in: request), of: Self.event(in: context), for: context.permit))
        }
        routes.desk.get("/events/:event/tickets.pdf") { request, context in
            try await tickets(
                try Self.wanted(in: request), asPictures: false, of: Self.event(in: context), for: context.permit)
        }
        // Pictures for phones: one as it is, several in a ZIP file.
        routes.desk.get("/events/:event/tickets.zip") { request, context in
            try await tickets(
                try Self.wanted(in: request), asPictures: true, of: Self.event(in: context), for: context.permit)
        }
    }

    private func tickets(
        _ wanted: PrintRequest, asPictures: Bool, of id: EventID, for permit: DeskPermit
    ) async throws -> Response {
        guard try TicketPaper(wanted.size).isPicture == asPictures else { throw PrintingError.paper(wanted.size) }
        let pages = try await desk.pages(wanted, of: id, for: permit)
        let (ending, type) =
            !asPictures
            ? ("pdf", "application/pdf") : wanted.ticket == nil ? ("zip", "application/zip") : ("png", "image/png")
        let what = wanted.ticket.map { "ticket-\($0.description.prefix(8))" } ?? "tickets"
        return download(name: "\(pages.slug)-\(what).\(ending)", type: type) {
            try pages.file.bytes(at: $0)
        } then: {
            try await desk.markPrinted(pages.tickets, of: id)
        }
    }

    private static func wanted(in request: Request) throws -> PrintRequest {
        let query = request.uri.queryParameters
        let ticket = query.get("ticket")
        let id = ticket.flatMap { TicketID($0) }
        guard (ticket == nil) == (id == nil) else { throw OfficeRefusal.missing("ticket") }
        return PrintRequest(
            size: query.get("size") ?? "A6", tier: query.get("tier").flatMap { $0.isEmpty ? nil : $0 }, ticket: id)
    }

    func picture(_ bytes: [UInt8]) -> Response {
        Response(
            status: .ok, headers: [.contentType: "image/png"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Returns a file for the browser to save, piece by piece.
    ///
    /// - Parameters:
    ///   - name: ASCII letters, digits, `-`, `_` and `.`.
    ///   - type: Its media type.
    ///   - next: Returns the bytes at an offset; none or `nil` at the end.
    ///   - done: Called once the browser has the whole file.
    /// - Returns: The response.
    func download(
        name: String, type: String, by next: @escaping @Sendable (_ offset: Int) async throws -> [UInt8]?,
        then done: @escaping @Sendable () async throws -> Void
    ) -> Response {
        let body = ResponseBody { writer in
            var offset = 0
            while let piece = try await next(offset), !piece.isEmpty {
                offset += piece.count
                try await writer.write(ByteBuffer(bytes: piece))
            }
            try await writer.finish(nil)
            try await done()
        }
        return Response(
            status: .ok,
            headers: [.contentType: type, .contentDisposition: "attachment; filename=\"\(name)\""], body: body)
    }
}
