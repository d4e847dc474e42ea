// Many files in one, which is written as they are made.

/// A ZIP file (PKWARE APPNOTE 6.3) whose entries are stored as they are, since pictures and PDF pages are compressed
/// already.
///
/// Memory holds the names of the entries and nothing else of them. The same entries give the same bytes.
public struct ZipWriter {
    private let write: ([UInt8]) throws -> Void
    private var directory: [UInt8] = []
    private var count = 0
    private var offset = 0

    /// - Parameter write: Receives the bytes of the file, piece by piece.
    public init(_ write: @escaping ([UInt8]) throws -> Void) {
        self.write = write
    }

    /// Adds an entry.
    ///
    /// - Parameters:
    ///   - bytes: The entry's content, less than 4 GiB.
    ///   - name: Its name: ASCII, at most 200 characters, unique in the file.
    /// - Throws: The errors of `write`.
    public mutating func add(_ bytes: [UInt8], named name: String) throws {
        let name = Array(name.utf8)
        // Version 2.0, no flags, stored, 1980-01-01 00:00.
        let facts =
            Self.number(0, 2) + Self.number(0, 2) + Self.number(0, 2) + Self.number(0x21, 2)
            + Self.number(UInt64(Self.checksum(of: bytes)), 4) + Self.number(UInt64(bytes.count), 4)
            + Self.number(UInt64(bytes.count), 4) + Self.number(UInt64(name.count), 2)
        let local = Self.number(0x0403_4B50, 4) + Self.number(20, 2) + facts + Self.number(0, 2) + name
        // Beyond 4 GiB, the place is in the Zip64 field (section 4.5.3).
        let isFar = offset >= Int(UInt32.max)
        let extra = isFar ? Self.number(1, 2) + Self.number(8, 2) + Self.number(UInt64(offset), 8) : []
        directory += Self.number(0x0201_4B50, 4) + Self.number(45, 2) + Self.number(isFar ? 45 : 20, 2) + facts
        directory += Self.number(UInt64(extra.count), 2) + Self.number(0, 2) + Self.number(0, 2) + Self.number(0, 2)
        directory += Self.number(0, 4) + Self.number(isFar ? 0xFFFF_FFFF : UInt64(offset), 4) + name + extra
        try write(local)
        try write(bytes)
        offset += local.count + bytes.count
        count += 1
    }

    /// Writes the directory, which ends the file.
    ///
    /// - Throws: The errors of `write`.
    public func finish() throws {
        let (entries, size, start) = (UInt64(count), UInt64(directory.count), UInt64(offset))
        var end: [UInt8] = []
        if count >= 0xFFFF || start >= 0xFFFF_FFFF || size >= 0xFFFF_FFFF {
            end += Self.number(0x0606_4B50, 4) + Self.number(44, 8) + Self.number(45, 2) + Self.number(45, 2)
            end += Self.number(0, 4) + Self.number(0, 4) + Self.number(entries, 8) + Self.number(entries, 8)
            end += Self.number(size, 8) + Self.number(start, 8)
            end += Self.number(0x0706_4B50, 4) + Self.number(0, 4) + Self.number(start + size, 8) + Self.number(1, 4)
        }
        end += Self.number(0x0605_4B50, 4) + Self.number(0, 4)
        end += Self.number(min(entries, 0xFFFF), 2) + Self.number(min(entries, 0xFFFF), 2)
        end += Self.number(min(size, 0xFFFF_FFFF), 4) + Self.number(min(start, 0xFFFF_FFFF), 4) + Self.number(0, 2)
        try write(directory)
        try write(end)
    }

    /// Returns a number as little-endian bytes.
    private static func number(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }

    /// The remainders of CRC-32 (ISO/IEC 3309), by byte.
    private static let remainders: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }

    private static func checksum(of bytes: [UInt8]) -> UInt32 {
        let remainders = remainders
        return ~bytes.reduce(~UInt32(0)) { $0 >> 8 ^ remainders[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }
}
