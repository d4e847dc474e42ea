// Files that browsers send.

import BlockingCalls
import Hummingbird
import NIOCore

/// Writes what browsers send to files, on a thread of its own.
actor UploadWriter {
    private let queue = BlockingQueue(label: "upload")

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// The largest file, in bytes: 64 MB.
    static let mostBytes = 64 << 20

    /// Stores the body of a request.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - most: The largest file, in bytes; a whole number of MB.
    /// - Returns: The file.
    /// - Throws: ``OfficeRefusal`` for a body that is too large; ``FileError``; rethrows errors of the connection. The
    ///   file is gone then.
    func store(_ body: RequestBody, atMost most: Int = mostBytes) async throws -> TemporaryFile {
        let file = try TemporaryFile()
        var count = 0
        var pieces = body.makeAsyncIterator()
        while let piece = try await Self.next(of: &pieces) {
            count += piece.readableBytes
            guard count <= most else {
                throw OfficeRefusal(
                    "The file is larger than \(most >> 20) MB; choose a smaller one.",
                    because: .tooLarge)
            }
            try piece.withUnsafeReadableBytes { try file.append($0) }
        }
        return file
    }

    /// Returns the next piece; a browser that is closed meanwhile is nothing to report.
    private static func next(of pieces: inout RequestBody.AsyncIterator) async throws -> ByteBuffer? {
        do {
            return try await pieces.next()
        } catch {
            throw OfficeRefusal("The file has not arrived whole; choose it again.")
        }
    }
}
