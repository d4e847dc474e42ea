// The routes for records.

import HubProtocol
import Hummingbird
import Ledger
import NIOCore
import TicketSigning

extension HubServer {
    /// The maximum number of records in an upload.
    static let uploadLimit = 1000
    /// The maximum length of a box's upload cursor, in bytes.
    private static let cursorLimit = 500
    /// The maximum time that a box may wait for new records, in seconds; shorter than the usual timeouts of proxies.
    private static let timeout = 25

    func addRecords(to router: RouterGroup<BoxContext>) {
        router.get("/have") { request, context in
            // As it is by now.
            guard let box = try await service.store.box(context.box.id) else { throw SignedRequest.notVerified }
            if let scans = try Self.number("scans", in: request, at: SequenceBounds.range), scans != box.scans {
                _ = try await service.journal.submit(.scanCount(box.id, scans: scans))
            }
            let state = try await service.store.logState(since: try Self.cursor(in: request), for: box.id)
            return try json(Wire.Have(state, for: box))
        }
        router.post("/records") { request, context in
            let (upload, records) = try await service.bulk.run {
                let plain = try await unpacked(request, atMost: context.maxUploadSize)
                let upload = try await plain.decode(as: Wire.Upload.self, context: context)
                return (upload, upload.records.compactMap(\.record))
            }
            guard records.count == upload.records.count, records.count <= Self.uploadLimit else {
                throw ProblemResponse(
                    .unprocessableContent, "Send at most \(Self.uploadLimit) well-formed records at a time.")
            }
            let cursor = upload.cursor ?? ""
            guard cursor.utf8.count <= Self.cursorLimit, cursor.utf8.allSatisfy({ (32...126).contains($0) })
            else {
                throw ProblemResponse(
                    .unprocessableContent, "`cursor` must have at most \(Self.cursorLimit) printable ASCII characters.")
            }
            let results = try await service.take(
                records, from: context.box, cursor: upload.cursor, at: upload.epoch)
            guard let epoch = upload.epoch, let rev = upload.after else {
                return try json(Wire.UploadAnswer(results: results))
            }
            let page = try await service.page(after: FeedCursor(epoch: epoch, rev: rev), for: context.box)
            return await service.bulk.run {
                json(PageEncoder(page.withoutLines(of: records), answering: results).bytes, packedFor: request)
            }
        }
        router.get("/records") { request, context in
            let page = try await service.page(
                after: try Self.cursor(in: request),
                for: context.box,
                of: try Self.kinds(in: request),
                knowing: try Self.number("least", in: request, at: SequenceBounds.range) ?? 0,
                timeout: try Self.wait(in: request)
            )
            return await service.bulk.run { json(PageEncoder(page).bytes, packedFor: request) }
        }
    }

    private static func wait(in request: Request) throws -> Duration {
        .seconds(try number("wait", in: request, at: 0...Int64(timeout)) ?? 0)
    }

    private static func kinds(in request: Request) throws -> Set<RecordKind> {
        guard let text = request.uri.queryParameters["kinds"] else { return Set(RecordKind.allCases) }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let kinds = names.compactMap { RecordKind(rawValue: $0) }
        guard kinds.count == names.count else {
            let all = RecordKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ProblemResponse(.badRequest, "`kinds` must be a comma-separated list of some of \(all).")
        }
        return Set(kinds)
    }

    private static func cursor(in request: Request) throws -> FeedCursor? {
        let rev = try number("rev", in: request, at: SequenceBounds.range)
        guard let text = request.uri.queryParameters["epoch"] else { return nil }
        guard let epoch = FeedCursor.Epoch(String(text)) else {
            throw ProblemResponse(.badRequest, "`epoch` must be the UUID from the previous page.")
        }
        return FeedCursor(epoch: epoch, rev: rev ?? 0)
    }

    static func number(_ name: String, in request: Request, at range: ClosedRange<Int64>) throws -> Int64? {
        guard let text = request.uri.queryParameters[Substring(name)] else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            throw ProblemResponse(
                .badRequest, "`\(name)` must be a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }
}
