// Reads the files inside a workbook.

import CZip
import Glibc

/// A ZIP archive whose entries are read as streams, never as a whole.
final class ZipArchive {
    private let archive: OpaquePointer

    /// The maximum unpacked size, 2 GiB: twice the size of a full sheet. A larger entry is not a list, whatever its
    /// packed size.
    static let largestEntryByteCount = 1 << 31
    /// The maximum unpacked size of a small entry, and the maximum ratio for a large one: lists reach about twenty.
    private static let smallEntryByteCount = 1 << 25
    private static let mostExpansion = 50
    /// Rows are passed on after every piece. Pieces are small, because a cell of a few bytes may refer to a long
    /// text.
    private static let pieceByteCount = 1 << 13

    /// - Parameter source: The workbook.
    /// - Throws: ``ListError/damagedWorkbook(part:)``.
    init(_ source: ListSource) throws(ListError) {
        let descriptor = dup(source.descriptor)
        lseek(descriptor, 0, SEEK_SET)
        var code: Int32 = 0
        guard let opened = zip_fdopen(descriptor, 0, &code) else {
            close(descriptor)
            throw code == ZIP_ER_MEMORY ? .noMemory : .damagedWorkbook(part: "its table of contents")
        }
        archive = opened
    }

    deinit {
        zip_discard(archive)
    }

    /// Returns whether the archive has a file of this name.
    func has(_ name: String) -> Bool {
        zip_name_locate(archive, name, 0) >= 0
    }

    /// Returns the maximum unpacked size of a file.
    ///
    /// - Parameter name: The file's name in the archive.
    /// - Returns: The size in bytes.
    func limit(of name: String) -> Int {
        var facts = zip_stat_t()
        guard zip_stat(archive, name, 0, &facts) == 0 else { return Self.smallEntryByteCount }
        let packed = Int(clamping: min(facts.comp_size, UInt64(Self.largestEntryByteCount)))
        return min(max(packed * Self.mostExpansion, Self.smallEntryByteCount), Self.largestEntryByteCount)
    }

    /// Unpacks a file and parses it as XML.
    ///
    /// - Parameters:
    ///   - name: The file's name in the archive.
    ///   - elements: The handler for its elements.
    ///   - limit: The maximum unpacked size; by default fifty times the packed size, and at least 32 MiB.
    ///   - afterPiece: Called after every 8 KiB with the number of bytes so far.
    /// - Throws: ``ListError``, or what `afterPiece` throws.
    func read(
        _ name: String,
        into elements: any XMLElements,
        limit: Int? = nil,
        afterPiece: (Int) throws -> Void = { _ in }
    ) throws {
        guard let file = zip_fopen(archive, name, 0) else { throw ListError.damagedWorkbook(part: name) }
        defer { zip_fclose(file) }
        let limit = limit ?? self.limit(of: name)
        let stream = try XMLStream(name, elements: elements)
        var buffer = [UInt8](repeating: 0, count: Self.pieceByteCount)
        var total = 0
        while true {
            let count = zip_fread(file, &buffer, UInt64(buffer.count))
            guard count >= 0 else { throw ListError.damagedWorkbook(part: name) }
            total += Int(count)
            guard total <= limit else {
                throw ListError.tooLarge(what: "The workbook's \(name)", limit: "\(max(limit >> 20, 1)) MiB unpacked")
            }
            try buffer.withUnsafeBytes { bytes throws in
                try stream.feed(UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(count))), isLast: count == 0)
            }
            try afterPiece(total)
            if count == 0 { return }
        }
    }
}
