// Server-sent events out of a chunked response.

import NIOCore

/// One event as a page gets it.
struct PageEvent {
    let id: String
    let name: String
    let data: String
}

/// Takes events one by one from a connection.
struct EventReader {
    var pieces: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var text = ""

    init(pieces: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator) {
        self.pieces = pieces
    }

    /// - Returns: The next event that is no pulse; `nil` at the end of the stream.
    mutating func next() async throws -> PageEvent? {
        var event = try await nextOfAnyKind()
        while event?.name == "pulse" { event = try await nextOfAnyKind() }
        return event
    }

    /// - Returns: The next event; `nil` at the end of the stream.
    mutating func nextOfAnyKind() async throws -> PageEvent? {
        while true {
            // An event begins with its id and ends with an empty line; sizes of chunks between events are skipped.
            if let begin = text.range(of: "id: "), let end = text[begin.lowerBound...].range(of: "\n\n") {
                let lines = text[begin.lowerBound..<end.lowerBound].split(separator: "\n")
                text.removeSubrange(..<end.upperBound)
                func value(_ name: String) -> String {
                    lines.first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) } ?? ""
                }
                return PageEvent(id: value("id"), name: value("event"), data: value("data"))
            }
            guard let piece = try await pieces.next() else { return nil }
            text += String(buffer: piece)
        }
    }
}

extension Substring {
    func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}

extension String {
    func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}
