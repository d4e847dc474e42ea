// The files inside a workbook.

import CZip
import Glibc

/// A ZIP archive whose entries are read as streams, never whole.
final class ZipArchive {
    private let archive: OpaquePointer

    /// 2 GiB: twice what a full sheet takes. An entry that unpacks to more is no list, whatever its packed size.
    static let largestEntryByteCount = 1 << 31

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

    /// Unpacks a file into a reader of XML.
    ///
    /// - Parameters:
    ///   - name: Of the file in the archive.
    ///   - elements: Gets what is in it.
    ///   - limit: The most bytes that it may unpack to.
    ///   - afterPiece: Called after every 64 KiB.
    /// - Throws: ``ListError`` and what `afterPiece` throws.
    func read(
        _ name: String,
        into elements: any XMLElements,
        limit: Int = largestEntryByteCount,
        afterPiece: () throws -> Void = {}
    ) throws {
        guard let file = zip_fopen(archive, name, 0) else { throw ListError.damagedWorkbook(part: name) }
        defer { zip_fclose(file) }
        let stream = try XMLStream(name, elements: elements)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var total = 0
        while true {
            let count = zip_fread(file, &buffer, UInt64(buffer.count))
            guard count >= 0 else { throw ListError.damagedWorkbook(part: name) }
            total += Int(count)
            guard total <= limit else {
                throw ListError.tooLarge(what: "The workbook's \(name)", limit: "2 GiB")
            }
            try buffer.withUnsafeBytes { bytes throws in
                try stream.feed(UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(count))), isLast: count == 0)
            }
            try afterPiece()
            if count == 0 { return }
        }
    }
}
