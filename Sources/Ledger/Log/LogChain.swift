// The hash chain over all lines of a log, and the bytes that it covers.

import TicketSigning

extension [UInt8] {
    mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }

    mutating func append(measured bytes: [UInt8]) {
        append(bigEndian: UInt16(clamping: bytes.count))
        append(contentsOf: bytes)
    }
}

/// SHA-256 over the chain so far and the canonical bytes of the next line; the first line follows 32 zero bytes.
struct LogChain: Hashable {
    /// 32 bytes, which the next line is chained to.
    let head: [UInt8]

    /// The chain of a log that has no lines yet.
    static let start = LogChain(head: [UInt8](repeating: 0, count: 32))

    /// - Parameter line: The canonical bytes of the next line.
    /// - Returns: The chain including it.
    func appending(_ line: [UInt8]) -> LogChain {
        LogChain(head: SHA256.hash(head + line))
    }
}
