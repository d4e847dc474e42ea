// The pictures in a ZIP file.

import BlockingCalls
import CZip
import DoorOutput
import DoorTexts
import Glibc
package import Scanner

/// A ZIP file of pictures, whose entries are unpacked one after the other. What they are called is shown, and never
/// becomes the name of a file.
package actor PictureZip {
    /// A picture in the file, or what may be one.
    package struct Entry: Sendable {
        /// Its number in the file, from 0.
        package let number: Int
        /// Its name and the folders in the file, without characters that change other text; at most 200 characters.
        package let name: String
        /// Why it cannot be read, if that is known without unpacking it.
        package let fault: PictureZipError?
        /// The unpacked size that the file states, in bytes.
        fileprivate let byteCount: UInt64
    }

    /// What is in the file.
    package struct Contents: Sendable {
        /// What may be pictures, in the order of their names.
        package let entries: [Entry]
        /// The number of files that are certainly no pictures, such as those that a Mac adds.
        package let passedOver: Int
    }

    private let limits: ImageLimits
    private var archive: Archive?
    private var entries: [Int: Entry] = [:]
    private let queue = BlockingQueue(label: "zip")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// The most ZIP files at once: each one stays open, and has its table of contents in memory.
    package static let mostAtOnce = 20
    /// The most entries: five times the photographs of a large event.
    static let mostEntries = 10_000
    /// The most bytes of a table of contents, which libzip keeps in memory.
    static let mostContentsBytes: UInt64 = 8 << 20
    /// The most bytes of all entries together: a photograph of 1.6 MB for each.
    static let mostBytes: UInt64 = 16 << 30

    /// - Parameter limits: The size limits of a picture.
    package init(limits: ImageLimits) {
        self.limits = limits
    }

    /// Opens a file and reads its table of contents.
    ///
    /// - Parameter path: A regular file; it stays open, whatever happens to the path.
    /// - Returns: What is in it.
    /// - Throws: ``PictureZipError`` if nothing in the file can be read; ``FileError``.
    package func open(_ path: String) throws -> Contents {
        let archive = try Archive(path)
        let contents = try archive.contents(limits)
        (self.archive, entries) = (archive, Dictionary(uniqueKeysWithValues: contents.entries.map { ($0.number, $0) }))
        return contents
    }

    /// Returns what an entry is called.
    ///
    /// - Parameter number: The entry's number.
    /// - Returns: The name; `nil` if there is no such entry.
    package func name(of number: Int) -> String? { entries[number]?.name }

    /// Unpacks an entry into a file without a name.
    ///
    /// - Parameter number: The entry's number.
    /// - Returns: The file.
    /// - Throws: ``PictureZipError``; ``FileError`` if it cannot be stored.
    package func unpack(_ number: Int) throws -> TemporaryFile {
        guard let archive, let entry = entries[number] else { throw PictureZipError.damagedEntry }
        if let fault = entry.fault { throw fault }
        return try archive.unpack(entry)
    }
}

/// Why a ZIP file, or something in it, cannot be read.
package enum PictureZipError: Error, Hashable, CustomStringConvertible {
    case noZip, tooManyEntries, tooManyBytes, allEncrypted
    case encrypted, nested, damagedEntry, unknownPacking
    case tooLarge(limitBytes: Int)

    /// One sentence without its capital letter and full stop: what is wrong, and what to do.
    package var description: String {
        switch self {
        case .noZip: "this is not a ZIP file, or it is damaged; was it copied completely?"
        case .tooManyEntries:
            "the ZIP file has more than \(PictureZip.mostEntries) files or very long names; split it, or unpack it and "
                + "choose the folder"
        case .tooManyBytes:
            "the ZIP file unpacks to more than \(PictureZip.mostBytes >> 30) GB; split it, or unpack it and choose "
                + "the folder"
        case .allEncrypted: "the ZIP file is encrypted; unpack it with its password, and choose the folder"
        case .encrypted: "it is encrypted; unpack the ZIP file with its password, and choose the folder"
        case .nested: "a ZIP file in a ZIP file is not opened; unpack the outer one, and choose this one by itself"
        case .damagedEntry: "it is damaged in the ZIP file; was that copied completely?"
        case .unknownPacking:
            "it is packed in a way that is not supported; unpack the ZIP file, and choose the folder"
        case .tooLarge(let limit): "the file is larger than the limit of \(limit >> 20) MiB"
        }
    }
}

/// An open archive, used by one thread at a time.
private final class Archive {
    private let archive: OpaquePointer

    init(_ path: String) throws {
        // Not a pipe, whose opening would wait.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError("read \(path.printable)", errno: errno) }
        do {
            try TableOfContents.check(descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        guard let opened = zip_fdopen(descriptor, 0, nil) else {
            close(descriptor)
            throw PictureZipError.noZip
        }
        archive = opened
    }

    deinit {
        zip_discard(archive)
    }

    func contents(_ limits: ImageLimits) throws(PictureZipError) -> PictureZip.Contents {
        let count = Int(zip_get_num_entries(archive, 0))
        guard count <= PictureZip.mostEntries else { throw .tooManyEntries }
        var (entries, passedOver, total): ([PictureZip.Entry], Int, UInt64) = ([], 0, 0)
        for number in 0..<count {
            var facts = zip_stat_t()
            guard zip_stat_index(archive, UInt64(number), 0, &facts) == 0, let stored = facts.name else {
                throw .noZip
            }
            let name = String(cString: stored)
            guard !name.hasSuffix("/") else { continue }
            guard !Self.isNoPicture(name) else {
                passedOver += 1
                continue
            }
            let fault = Self.fault(of: facts, name, limits)
            let (sum, overflow) = total.addingReportingOverflow(fault == nil ? facts.size : 0)
            guard !overflow, sum <= PictureZip.mostBytes else { throw .tooManyBytes }
            total = sum
            entries.append(
                PictureZip.Entry(number: number, name: Self.shown(name), fault: fault, byteCount: facts.size))
        }
        guard entries.isEmpty || entries.contains(where: { $0.fault != .encrypted }) else { throw .allEncrypted }
        return PictureZip.Contents(
            entries: entries.sorted { ($0.name, $0.number) < ($1.name, $1.number) }, passedOver: passedOver)
    }

    private static func fault(
        of facts: zip_stat_t, _ name: String, _ limits: ImageLimits
    ) -> PictureZipError? {
        if facts.encryption_method != ZIP_EM_NONE { return .encrypted }
        if name.lowercased().hasSuffix(".zip") { return .nested }
        return facts.size > UInt64(limits.bytes) ? .tooLarge(limitBytes: limits.bytes) : nil
    }

    /// Returns whether a file, or a folder that it is in, is one that systems add, or certainly no picture.
    private static func isNoPicture(_ name: String) -> Bool {
        let parts = name.split(whereSeparator: { $0 == "/" || $0 == "\\" })
        return parts.dropLast().contains { $0 == "__MACOSX" || $0.hasPrefix(".") && $0 != "." && $0 != ".." }
            || OtherFile.isNoPicture(name: parts.last.map(String.init) ?? "")
    }

    private static let longestName = 200

    private static func shown(_ name: String) -> String {
        let printable = name.printable
        return printable.count > longestName ? "…" + printable.suffix(longestName - 1) : printable
    }

    /// What a ZIP file begins with.
    private static let mark: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

    func unpack(_ entry: PictureZip.Entry) throws -> TemporaryFile {
        guard let stream = zip_fopen_index(archive, UInt64(entry.number), 0) else {
            switch zip_error_code_zip(zip_get_error(archive)) {
            case ZIP_ER_COMPNOTSUPP: throw PictureZipError.unknownPacking
            case ZIP_ER_ENCRNOTSUPP, ZIP_ER_NOPASSWD: throw PictureZipError.encrypted
            default: throw PictureZipError.damagedEntry
            }
        }
        defer { zip_fclose(stream) }
        let file = try TemporaryFile()
        var (buffer, total) = ([UInt8](repeating: 0, count: 1 << 16), UInt64(0))
        while true {
            let count = zip_fread(stream, &buffer, UInt64(buffer.count))
            guard count >= 0 else { throw PictureZipError.damagedEntry }
            guard count > 0 else { break }
            if total == 0, buffer.prefix(Int(count)).starts(with: Self.mark) { throw PictureZipError.nested }
            total += UInt64(count)
            // A bomb unpacks to more than it states.
            guard total <= entry.byteCount else { throw PictureZipError.damagedEntry }
            try buffer.withUnsafeBytes { try file.append(UnsafeRawBufferPointer(rebasing: $0.prefix(Int(count)))) }
        }
        guard total == entry.byteCount else { throw PictureZipError.damagedEntry }
        return file
    }
}

/// The end of a ZIP file, which says how large its table of contents is (PKWARE APPNOTE 6.3, sections 4.3.14 to
/// 4.3.16).
private enum TableOfContents {
    private static let endBytes = 22
    private static let locatorBytes = 20
    private static let end64Bytes = 56

    /// Checks every place that libzip may take for the end: it reads the whole table of contents into memory.
    static func check(_ descriptor: Int32) throws(PictureZipError) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { throw .noZip }
        let start = max(0, Int(facts.st_size) - (0xFFFF + endBytes + 2 * locatorBytes))
        let tail = bytes(of: descriptor, at: start, count: Int(facts.st_size) - start)
        var hasEnd = false
        for place in 0..<max(0, tail.count - endBytes + 1) where number(tail, place, 4) == 0x0605_4B50 {
            hasEnd = true
            try check(number(tail, place + 12, 4), isPlaceholder: 0xFFFF_FFFF)
            guard place >= locatorBytes, number(tail, place - locatorBytes, 4) == 0x0706_4B50 else { continue }
            let far = number(tail, place - locatorBytes + 8, 8)
            guard let far = Int(exactly: far) else { continue }
            let end64 = bytes(of: descriptor, at: far, count: end64Bytes)
            guard end64.count == end64Bytes else { continue }
            try check(number(end64, 40, 8), isPlaceholder: nil)
        }
        guard hasEnd else { throw .noZip }
    }

    private static func check(_ size: UInt64, isPlaceholder: UInt64?) throws(PictureZipError) {
        guard size <= PictureZip.mostContentsBytes || size == isPlaceholder else { throw .tooManyEntries }
    }

    private static func bytes(of descriptor: Int32, at offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, count, offset))
        }
    }

    /// Returns a little-endian number.
    private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
    }
}
