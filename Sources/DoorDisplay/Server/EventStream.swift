// The board as server-sent events.

import FoundationEssentials
import Hummingbird
import NIOCore

/// Writes changes to one page until the page or the board ends the stream.
///
/// Each event's ID consists of run and number. A browser that reconnects sends the last ID it received, and gets the
/// changes it missed. If they are no longer kept, it gets the whole state, as does a slow page in place of the
/// changes it did not read in time.
///
/// - SeeAlso: html.spec.whatwg.org/multipage/server-sent-events.html
struct EventStream {
    let board: DisplayBoard
    let audience: Audience
    /// This box's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    let now: @Sendable () -> Int64

    /// - Parameter lastEventID: The ID that the browser sent.
    /// - Returns: The number of the last change that the page has; `nil` if there is none, or if it is of another
    ///   run.
    func lastNumber(_ lastEventID: String?) -> Int? {
        guard let parts = lastEventID?.split(separator: "-"), parts.count == 2, parts[0] == board.run else {
            return nil
        }
        return Int(parts[1])
    }

    /// - Parameters:
    ///   - subscription: A subscription to the board, which the caller ends.
    ///   - writer: The writer of the response body.
    /// - Throws: The error of writing to a page that has disconnected.
    func write(_ subscription: Subscription, to writer: inout any ResponseBodyWriter) async throws {
        var last = subscription.snapshot.number
        try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
        if let missed = subscription.missed {
            for item in missed { try await write(item, to: &writer) }
        } else {
            try await writer.write(event(subscription.snapshot))
        }
        for await item in subscription.changes {
            // Each change is sent once and in order; a pulse never replaces changes that were not sent.
            let expected = item.isPulse ? last : last + 1
            if item.number == expected {
                last = item.number
                try await write(item, to: &writer)
            } else if item.number > expected {
                let snapshot = await board.snapshot
                last = snapshot.number
                try await writer.write(event(snapshot))
            }
        }
    }

    private func write(_ item: BoardItem, to writer: inout any ResponseBodyWriter) async throws {
        if let event = try event(item) { try await writer.write(event) }
    }

    private struct VerdictMessage: Encodable {
        let now: Int64
        let verdict: ShownVerdict
        let isRepeat: Bool
    }

    private struct StateMessage: Encodable {
        let now: Int64
        let state: DoorState
        var scans: [ShownVerdict]?
        var waiting: [WaitingGuest]?
        var unlisted: Int?
    }

    private struct QueueMessage: Encodable {
        let now: Int64
        let change: QueueChange
    }

    /// Returns an event; `nil` for a change that this audience does not hear of.
    private func event(_ item: BoardItem) throws -> ByteBuffer? {
        switch item.content {
        case .verdict(let verdict, let isRepeat):
            try text(
                "verdict", item.number,
                VerdictMessage(now: now(), verdict: verdict.shown(to: audience), isRepeat: isRepeat)
            )
        case .state(let state):
            try text("state", item.number, StateMessage(now: now(), state: state.shown(to: audience)))
        case .undone(let number): try text("undone", item.number, ["now": now(), "number": Int64(number)])
        case .queue(let change):
            audience.isStaff ? try text("queue", item.number, QueueMessage(now: now(), change: change)) : nil
        case .pulse: try text("pulse", item.number, ["now": now()])
        }
    }

    private func event(_ snapshot: Snapshot) throws -> ByteBuffer {
        let scans = snapshot.scans.prefix(audience.scanCount).map { $0.shown(to: audience) }
        var message = StateMessage(now: now(), state: snapshot.state.shown(to: audience), scans: scans)
        if audience.isStaff { (message.waiting, message.unlisted) = (snapshot.waiting, snapshot.unlisted) }
        return try text("state", snapshot.number, message)
    }

    /// Returns an event as text. The encoded JSON contains no line breaks, so one `data` line holds it.
    private func text(_ name: String, _ number: Int, _ message: some Encodable) throws -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = String(decoding: try encoder.encode(message), as: UTF8.self)
        return ByteBuffer(string: "id: \(board.run)-\(number)\nevent: \(name)\ndata: \(data)\n\n")
    }
}

extension BoardItem {
    fileprivate var isPulse: Bool { if case .pulse = content { true } else { false } }
}
