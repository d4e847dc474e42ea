// Compression of the data sent.

import CZstd

/// One zstd frame (RFC 8878), in memory.
package enum ZstdFrame {
    /// The name of the content coding in HTTP.
    package static let coding = "zstd"
    /// The minimum size worth compressing; anything shorter fits into one packet uncompressed.
    package static let minimumByteCount = 1000

    /// - Parameters:
    ///   - plain: Any bytes.
    ///   - level: The compression level, from 1, the fastest, to 19, the smallest.
    /// - Returns: A frame that states its decompressed length; `nil` if the library fails.
    package static func pack(_ plain: [UInt8], level: Int32 = 1) -> [UInt8]? {
        let room = ZSTD_compressBound(plain.count)
        var isPacked = true
        let packed = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            let written = ZSTD_compress(buffer.baseAddress, room, plain, plain.count, level)
            isPacked = ZSTD_isError(written) == 0
            count = isPacked ? written : 0
        }
        return isPacked ? packed : nil
    }

    /// Decompresses a frame that states its length.
    ///
    /// - Parameters:
    ///   - packed: Bytes from any source: at most `limit` bytes are written, whatever the frame states.
    ///   - limit: The maximum number of decompressed bytes.
    /// - Returns: The decompressed bytes; `nil` if this is not such a frame, or if it is longer or shorter than it
    ///   states.
    package static func open(_ packed: [UInt8], atMost limit: Int) -> [UInt8]? {
        // zstd reports unknown lengths and errors as the largest values of the type.
        let said = ZSTD_getFrameContentSize(packed, packed.count)
        guard said <= UInt64(max(0, limit)) else { return nil }
        let room = Int(said)
        var isWhole = false
        let plain = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            let written = ZSTD_decompress(buffer.baseAddress, room, packed, packed.count)
            isWhole = ZSTD_isError(written) == 0 && written == room
            count = isWhole ? written : 0
        }
        return isWhole ? plain : nil
    }

    /// 8 MiB: enough for ``pack(_:level:)`` at any level used here, and a limit on the memory that a frame can
    /// demand.
    private static let longestWindowLog: Int32 = 23

    /// Decompresses a frame piece by piece; only one piece is in memory at a time.
    ///
    /// - Parameters:
    ///   - packed: Bytes from any source.
    ///   - body: Receives one piece after another.
    /// - Returns: Whether the bytes were exactly one complete frame.
    /// - Throws: Any error thrown by `body`.
    package static func open(_ packed: [UInt8], _ body: (ArraySlice<UInt8>) throws -> Void) rethrows -> Bool {
        guard let stream = ZSTD_createDStream() else { return false }
        defer { ZSTD_freeDStream(stream) }
        ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, longestWindowLog)
        var piece = [UInt8](repeating: 0, count: ZSTD_DStreamOutSize())
        var place = 0
        while true {
            var written = 0
            let left = packed.withUnsafeBytes { source in
                piece.withUnsafeMutableBytes { target in
                    var input = ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: place)
                    var output = ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
                    let left = ZSTD_decompressStream(stream, &output, &input)
                    (place, written) = (input.pos, output.pos)
                    return left
                }
            }
            guard ZSTD_isError(left) == 0 else { return false }
            try body(piece[..<written])
            if left == 0 { return place == packed.count }
            // The frame is incomplete.
            if place == packed.count, written < piece.count { return false }
        }
    }
}
