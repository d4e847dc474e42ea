// Pictures from untrusted files.

/// Reads picture files.
public enum ImageFile {
    /// Reads a picture from memory; the format is detected from the content, never from the name.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - limits: The size limits.
    /// - Returns: The picture, or the first of a file that holds several; a JPEG above ``ImageLimits/photoPixels`` is
    ///   scaled down.
    /// - Throws: ``ImageFileError``, never a crash, whatever the file holds.
    public static func decode(_ bytes: [UInt8], limits: ImageLimits = .default) throws(ImageFileError) -> Picture {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= limits.bytes else { throw .tooLarge(limitBytes: limits.bytes) }
        let kind = ImageKind(startOf: bytes)
        switch kind {
        case .jpeg: return try JPEGDecoder().picture(bytes, limits: limits)
        case .png: return Picture(frame: try PNGReader.frame(bytes, limits: limits))
        case .webp: return Picture(frame: try WebPReader.frame(bytes, limits: limits))
        case .gif: return Picture(frame: try GIFReader.frame(bytes, limits: limits))
        case .pnm: return Picture(frame: try PNMReader.frame(bytes, limits: limits))
        case .heic, .pdf, .tiff:
            let pictures = try kind.map { kind throws(ImageFileError) in
                try ForeignPictures.read(bytes, kind, limits: limits)
            }
            guard let first = pictures?.first else { throw .unknownKind }
            return first
        case nil: throw .unknownKind
        }
    }

    /// Returns whether a file in a folder is worth opening, judging by its name.
    ///
    /// - Parameter name: A file's name or path.
    /// - Returns: Whether the name ends in `.jpg`, `.jpeg`, `.jpe`, `.jfif`, `.png`, `.webp`, `.gif`, `.pbm`, `.pgm`,
    ///   `.ppm`, `.pnm`, `.heic`, `.heif`, `.pdf`, `.tif` or `.tiff`, in upper or lower case.
    public static func isPicture(name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, let ending = parts.last else { return false }
        return Self.endings.contains(ending.lowercased())
    }

    private static let endings: Set = [
        "jpg", "jpeg", "jpe", "jfif", "png", "webp", "gif", "pbm", "pgm", "ppm", "pnm", "heic", "heif", "pdf", "tif",
        "tiff",
    ]

    /// Returns whether a file is a supported picture, judging by its content.
    ///
    /// - Parameter path: Any path; only a regular file is opened.
    /// - Returns: Whether the file begins like a supported picture.
    /// - Throws: ``ImageFileError/cannotRead(errno:)``, ``ImageFileError/notARegularFile``.
    public static func beginsAsPicture(path: String) throws(ImageFileError) -> Bool {
        let bytes = try RegularFile.start(ofFile: path, count: 12, limitBytes: .max)
        guard let kind = ImageKind(startOf: bytes) else { return false }
        // Two letters are not enough: a text file may begin with them.
        return kind != .pnm || bytes.count > 2 && [9, 10, 13, 32, UInt8(ascii: "#")].contains(bytes[2])
    }
}
