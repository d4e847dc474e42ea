// The routes of what comes after an event.

import Attendance
import HTTPSupport
import HTTPTypes
import Hummingbird
import Ledger
import Paper
import TicketLists

extension OfficeServer {
    private struct Purge: Decodable {
        let slug: String
    }

    func addAfterwards(to routes: OfficeRoutes) {
        routes.viewer.get("/events/:event/figures") { _, context in
            try json(try await desk.figures(of: Self.event(in: context), for: context.permit))
        }
        routes.organiser.get("/events/:event/report.html") { _, context in
            let report = try await desk.report(of: Self.event(in: context))
            return file(
                Array(ReportPage(report).html.utf8), name: "\(report.event.slug)-report.html", type: "text/html")
        }
        routes.organiser.get("/events/:event/report.pdf") { _, context in
            let report = try await desk.report(of: Self.event(in: context))
            return file(try Self.pages(of: report), name: "\(report.event.slug)-report.pdf", type: "application/pdf")
        }
        routes.viewer.get("/events/:event/arrivals.csv") { _, context in
            let report = try await desk.report(of: Self.event(in: context))
            return file(
                Array(Self.arrivals(in: report).utf8), name: "\(report.event.slug)-arrivals.csv",
                type: "text/csv; charset=utf-8")
        }
        routes.organiser.get("/events/:event/personal") { _, context in
            try json(try await desk.personal(of: Self.event(in: context)))
        }
        routes.organiser.post("/events/:event/purge") { request, context in
            let slug = try await request.decode(as: Purge.self, context: context).slug
            return try json(try await desk.purge(Self.event(in: context), typed: slug))
        }
    }

    private static func pages(of report: AttendanceReport) throws -> [UInt8] {
        try PaperDocument.file(title: "\(report.event.name) – attendance") { try ReportSheet(report, on: $0).draw() }
            .bytes
    }

    private static func arrivals(in report: AttendanceReport) -> String {
        guard let table = report.tables.first(where: { $0.name == "arrivals" }) else { return "" }
        let rows = table.rows.map { row in row.map { ReportTable.field(of: $0, in: report.zone) } }
        return ([table.columns.map(\.title)] + rows).map(CSVWriter.row).joined()
    }
}
