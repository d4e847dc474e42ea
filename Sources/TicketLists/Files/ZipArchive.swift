// The files inside a workbook.

import CZip
import Glibc

/// A ZIP archive whose entries are read as streams, never whole.
final class ZipArchive {
    private let archive: OpaquePointer

    /// 2 GiB: twice what a full sheet takes. An entry that unpacks to more is no list, whatever its packed size.
    static let largestEntryByteCount = 1 << 31
    /// What a small entry may unpack to, and how many times its packed size a large one: lists reach about twenty.
    private static let smallEntryByteCount = 1 << 25
    private static let mostExpansion = 50
    /// Rows are handed on after every piece; small ones, for a cell of a few bytes may name a long text.
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

    /// Whether there is a file of this name.
    func has(_ name: String) -> Bool {
        zip_name_locate(archive, name, 0) >= 0
    }

    /// How many bytes a file may unpack to.
    ///
    /// - Parameter name: Of the file in the archive.
    /// - Returns: Bytes.
    func limit(of name: String) -> Int {
        var facts = zip_stat_t()
        guard zip_stat(archive, name, 0, &facts) == 0 else { return Self.smallEntryByteCount }
        let packed = Int(clamping: min(facts.comp_size, UInt64(Self.largestEntryByteCount)))
        return min(max(packed * Self.mostExpansion, Self.smallEntryByteCount), Self.largestEntryByteCount)
    }

    /// Unpacks a file into a reader of XML.
    ///
    /// - Parameters:
    ///   - name: Of the file in the archive.
    ///   - elements: Gets what is in it.
    ///   - limit: The most bytes that it may unpack to; fifty times its packed size, and not less than 32 MiB, where it
    ///     is not said.
    ///   - afterPiece: Called after every 8 KiB, with how many bytes there were so far.
    /// - Throws: ``ListError`` and what `afterPiece` throws.
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
