// Files that browsers send.

import BlockingCalls
import Hummingbird
import NIOCore
import Organising

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
    ///   - expected: The size that the browser announces, in bytes.
    /// - Returns: The file.
    /// - Throws: ``OfficeRefusal`` for a body that is too large, also for the space that is left; ``FileError``;
    ///   rethrows errors of the connection. The file is gone then.
    func store(
        _ body: RequestBody, atMost most: Int = mostBytes, expecting expected: Int = 0
    ) async throws -> TemporaryFile {
        let file = try TemporaryFile()
        var (count, nextCheck) = (0, 0)
        let expected = min(max(expected, 0), most)
        var pieces = body.makeAsyncIterator()
        while let piece = try await Self.next(of: &pieces) {
            count += piece.readableBytes
            guard count <= most else {
                throw OfficeRefusal(
                    "The file is larger than \(most >> 20) MB; choose a smaller one.",
                    because: .tooLarge)
            }
            if count >= nextCheck {
                try checkSpace(for: file, max(expected - count, 0))
                nextCheck = count + Self.mostBytes
            }
            try piece.withUnsafeReadableBytes { try file.append($0) }
        }
        return file
    }

    /// What other programs need: a ledger on the same disk must go on.
    private static let reservedBytes = 256 << 20

    private func checkSpace(for file: TemporaryFile, _ rest: Int) throws {
        guard let free = file.freeBytes, free < rest + Self.reservedBytes else { return }
        throw OfficeRefusal(
            "There is not enough space for this file in the folder for temporary files of this machine "
                + "(\(free >> 20) MB are free); free some, or choose a smaller file.", because: .tooLarge)
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
