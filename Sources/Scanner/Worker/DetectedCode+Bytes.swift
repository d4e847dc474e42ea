// The serialised form of codes, for another process.

internal import QRReader

extension DetectedCode {
    /// Writes codes as bytes: for each code, the numbers of corners, parts and bytes, the corners, the parts, then the
    /// bytes.
    ///
    /// - Parameters:
    ///   - codes: The codes.
    ///   - memory: The destination.
    /// - Returns: The number of bytes written; codes that do not fit are omitted.
    static func write(_ codes: [DetectedCode], to memory: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        for code in codes {
            let words =
                [UInt64(code.corners.count), UInt64(code.parts.count), UInt64(code.bytes.count)]
                + code.corners.flatMap { [$0.x.bitPattern, $0.y.bitPattern] }
                + code.parts.flatMap { [UInt64($0.count), $0.interpretation.map { UInt64($0) } ?? undeclared] }
            let size = words.count * wordSize + code.bytes.count
            guard count + size <= memory.count else { break }
            for word in words {
                memory.storeBytes(of: word, toByteOffset: count, as: UInt64.self)
                count += wordSize
            }
            UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyBytes(from: code.bytes)
            count += code.bytes.count
        }
        return count
    }

    /// Reads codes from bytes.
    ///
    /// - Parameter bytes: Bytes written by ``write(_:to:)``, or arbitrary ones.
    /// - Returns: The codes; nil if the bytes are malformed.
    static func read(_ bytes: [UInt8]) -> [DetectedCode]? {
        bytes.withUnsafeBytes { memory in
            var (codes, next) = ([DetectedCode](), 0)
            func word() -> UInt64? {
                guard memory.count - next >= wordSize else { return nil }
                defer { next += wordSize }
                return memory.loadUnaligned(fromByteOffset: next, as: UInt64.self)
            }
            while next < memory.count {
                guard let corners = word(), let partCount = word(), let count = word(), corners <= mostCorners,
                    partCount <= count, count <= mostBytes
                else { return nil }
                var points: [Point] = []
                for _ in 0..<corners {
                    guard let x = word(), let y = word() else { return nil }
                    let point = Point(x: Double(bitPattern: x), y: Double(bitPattern: y))
                    guard abs(point.x) < farthest, abs(point.y) < farthest else { return nil }
                    points.append(point)
                }
                var parts: [TextPart] = []
                for _ in 0..<partCount {
                    guard let length = word(), let number = word(), 1...count ~= length,
                        number <= highestInterpretation || number == undeclared
                    else { return nil }
                    parts.append(
                        TextPart(count: Int(length), interpretation: number == undeclared ? nil : Int(number)))
                }
                let size = Int(count)
                guard memory.count - next >= size else { return nil }
                codes.append(DetectedCode(bytes: Array(memory[next..<next + size]), parts: parts, corners: points))
                next += size
            }
            return codes
        }
    }

    private static let wordSize = MemoryLayout<UInt64>.size
    private static let mostCorners = UInt64(64)
    /// The largest ECI number, and what stands for none.
    private static let highestInterpretation = UInt64(999_999)
    private static let undeclared = UInt64.max
    /// The maximum length of a code's content: twice what the largest QR code holds (ISO/IEC 18004, table 7).
    private static let mostBytes = UInt64(2 * 7089)
    /// The maximum coordinate, larger than any picture; the same comparison rejects NaN.
    private static let farthest = 1e9
}
