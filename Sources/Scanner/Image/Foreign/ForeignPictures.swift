// Picture formats that a separate program reads, since their libraries were not written for hostile files.

internal import Glibc
internal import QRReader

/// Runs `doorcheck-pictures`, which is installed next to this program, on one file.
///
/// The program limits its own time and memory, so a file that breaks a library costs one process and one error.
enum ForeignPictures {
    private static let programName = "doorcheck-pictures"
    /// The program's exit status for a format it was built without.
    private static let unavailable: Int32 = 69

    /// Reads all pictures of a file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - kind: The format of the file.
    ///   - limits: The limits for each page and for all pages together.
    /// - Returns: One or more pictures.
    /// - Throws: ``ImageFileError``.
    static func read(_ bytes: [UInt8], _ kind: ImageKind, limits: ImageLimits) throws(ImageFileError) -> [Picture] {
        let program = try program(for: kind)
        let arguments = [kind.rawValue, String(limits.pixels), String(limits.seconds)]
        let child = try ReadingProcess(program, arguments, input: bytes, withinSeconds: 4 * limits.seconds)
        var pictures: [Picture] = []
        var pixels = 0
        while let (width, height) = try header(child, kind) {
            try limits.check(kind, width: width, height: height)
            pixels += width * height
            guard pixels <= limits.pixels else {
                throw .unsupported(kind, feature: "a document of more than \(pictures.count) large pages")
            }
            guard let luma = child.read(width * height) else { throw .tooCostly(kind) }
            pictures.append(Picture(frame: Frame(width: width, height: height, luma: luma)))
        }
        let status = child.end()
        guard status != Self.unavailable else { throw .notBuilt(kind) }
        guard status == 0, !pictures.isEmpty else { throw .tooCostly(kind) }
        return pictures
    }

    /// Reads the header of the next picture.
    ///
    /// - Returns: The size of the next picture; nil after the last.
    private static func header(
        _ child: ReadingProcess, _ kind: ImageKind
    ) throws(ImageFileError) -> (width: Int, height: Int)? {
        guard let first = child.read(8) else { return nil }
        let width = number(first)
        if width == 0 { throw .damaged(kind, reason: reason(child.readRest(atMost: 200))) }
        guard let second = child.read(8) else { throw .tooCostly(kind) }
        return (width, number(second))
    }

    private static func number(_ bytes: [UInt8]) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns the library's error message as a single line.
    private static func reason(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self).withoutControls
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// Returns the path of `doorcheck-pictures`.
    ///
    /// - Returns: The program next to this one.
    private static func program(for kind: ImageKind) throws(ImageFileError) -> String {
        var link = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &link, link.count)
        let path = link.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
        let folder = path.prefix(through: path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)
        let program = String(decoding: folder, as: UTF8.self) + programName
        guard access(program, X_OK) == 0 else { throw .noReader(kind, program: programName) }
        return program
    }
}
