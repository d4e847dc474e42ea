// Compression of what is sent.

import CZstd

/// One zstd frame (RFC 8878), in memory.
package enum ZstdFrame {
    /// The name of the coding in HTTP.
    package static let coding = "zstd"
    /// What is shorter fits into one packet as it is.
    package static let worthwhile = 1000

    /// - Parameters:
    ///   - plain: Any bytes.
    ///   - level: 1 for the fastest to 19 for the smallest.
    /// - Returns: A frame that says how long it is when opened; `nil` where the library fails.
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

    /// Opens a frame that says its length.
    ///
    /// - Parameters:
    ///   - packed: From anybody: never more than the limit is written, whatever the frame says.
    ///   - limit: The most bytes when opened.
    /// - Returns: `nil` for what is no such frame, or is longer or shorter than it says.
    package static func open(_ packed: [UInt8], atMost limit: Int) -> [UInt8]? {
        // Unknown lengths and errors are the greatest numbers there are.
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

    /// 8 MiB: what ``pack(_:level:)`` needs at any level that is used here, and no more memory for anybody.
    private static let longestWindowLog: Int32 = 23

    /// Opens a frame piece by piece; only one piece is in memory.
    ///
    /// - Parameters:
    ///   - packed: From anybody.
    ///   - body: Gets one piece after the other.
    /// - Returns: Whether it was one frame, whole, with nothing behind it.
    /// - Throws: What `body` throws.
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
            // It wants more than there is.
            if place == packed.count, written < piece.count { return false }
        }
    }
}
