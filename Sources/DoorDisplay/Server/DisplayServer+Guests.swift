// The routes of the guest page.

import FoundationEssentials
import HTTPTypes
import Hummingbird

extension DisplayServer {
    func addGuestPage(to router: RouterGroup<GuestContext>) {
        router.get("/page.json") { _, _ in try guestTexts }
        router.get("/events") { request, context in
            try await events(
                for: .guests(withNames: options.showsNames), request, isThisMachine: context.isThisMachine)
        }
        router.get("/preview.jpg") { _, _ in
            guard let picture = await preview?.picture() else { throw HTTPError(.notFound) }
            return Response(
                status: .ok,
                headers: [.contentType: "image/jpeg"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture))
            )
        }
    }

    /// Returns a stream of server-sent events from the position that the browser states.
    func events(for audience: Audience, _ request: Request, isThisMachine: Bool) async throws -> Response {
        let stream = EventStream(board: board, audience: audience, now: now)
        let last = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
        guard await board.hasRoom(isThisMachine: isThisMachine) else {
            throw HTTPError(.serviceUnavailable, message: "Too many pages are open.")
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream"],
            // The subscription begins here, so that a HEAD request or a client that has already left uses none.
            body: ResponseBody { writer in
                if let subscription = await board.join(after: stream.lastNumber(last), isThisMachine: isThisMachine) {
                    do {
                        try await stream.write(subscription, to: &writer)
                        await board.leave(subscription.id)
                    } catch {
                        await board.leave(subscription.id)
                        throw error
                    }
                }
                try await writer.finish(nil)
            }
        )
    }

    private struct GuestPage: Encodable {
        let language: String
        let direction: String
        let texts: [String: String]
        let playsSound: Bool
        let hasPreview: Bool
        /// The number of seconds for which each style is shown.
        let hold: [String: Double]
        let pulseSeconds: Double
    }

    private var guestTexts: Response {
        get throws {
            let holds = VerdictStyle.allCases.map { ($0.rawValue, $0.hold / .seconds(1)) }
            let page = GuestPage(
                language: options.language.tag,
                direction: options.language.isRightToLeft ? "rtl" : "ltr",
                texts: Dictionary(
                    uniqueKeysWithValues: PageLabel.allCases.map { ($0.rawValue, options.language.text($0)) }
                ),
                playsSound: options.playsSound,
                hasPreview: preview != nil,
                hold: Dictionary(uniqueKeysWithValues: holds),
                pulseSeconds: Self.pulseInterval / .seconds(1)
            )
            return try json(page)
        }
    }

    func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(value)))
        )
    }
}
