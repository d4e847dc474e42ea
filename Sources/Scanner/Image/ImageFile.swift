// Pictures from files that nobody vouches for.

/// Reads picture files.
public enum ImageFile {
    /// Reads a picture; its format is told by its content, never by its name.
    ///
    /// - Parameters:
    ///   - path: A regular file. Pipes, devices and directories are refused without waiting for them.
    ///   - limits: What is refused as too large.
    /// - Returns: The picture; a JPEG above ``ImageLimits/photoPixels`` is reduced.
    /// - Throws: ``ImageFileError``, never a crash, whatever the file holds.
    public static func load(path: String, limits: ImageLimits = .default) throws(ImageFileError) -> Picture {
        try decode(RegularFile.read(path: path, limitBytes: limits.bytes), limits: limits)
    }

    /// Reads every picture of a file: the pages of a PDF or TIFF file, else the one that ``load(path:limits:)`` reads.
    ///
    /// - Parameters:
    ///   - path: A regular file.
    ///   - limits: What is refused as too large; the pages of a file count together.
    /// - Returns: One picture or more.
    /// - Throws: ``ImageFileError``.
    public static func loadAll(path: String, limits: ImageLimits = .default) throws(ImageFileError) -> [Picture] {
        let bytes = try RegularFile.read(path: path, limitBytes: limits.bytes)
        guard let kind = ImageKind(startOf: bytes), kind.isForeign else { return [try decode(bytes, limits: limits)] }
        return try ForeignPictures.read(bytes, kind, limits: limits)
    }

    /// Reads a picture from memory, as ``load(path:limits:)`` does from a file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - limits: What is refused as too large.
    /// - Returns: The picture.
    /// - Throws: ``ImageFileError``.
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

    /// Tells by its name whether a file found in a folder is worth opening.
    ///
    /// - Parameter name: A file's name or path.
    /// - Returns: Whether it ends in `.jpg`, `.jpeg`, `.jpe`, `.jfif`, `.png`, `.webp`, `.gif`, `.pbm`, `.pgm`, `.ppm`, `.pnm`,
    ///   `.heic`, `.heif`, `.pdf`, `.tif` or `.tiff`, in upper or lower case.
    public static func isPicture(name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, let ending = parts.last else { return false }
        return Self.endings.contains(ending.lowercased())
    }

    private static let endings: Set = [
        "jpg", "jpeg", "jpe", "jfif", "png", "webp", "gif", "pbm", "pgm", "ppm", "pnm", "heic", "heif", "pdf", "tif",
        "tiff",
    ]

    /// Tells by its content whether a file whose name says nothing is a picture that can be read.
    ///
    /// - Parameter path: Any path; only a regular file is opened.
    /// - Returns: Whether it begins as one.
    /// - Throws: ``ImageFileError/cannotRead(errno:)``, ``ImageFileError/notARegularFile``.
    public static func beginsAsPicture(path: String) throws(ImageFileError) -> Bool {
        let bytes = try RegularFile.start(ofFile: path, count: 12, limitBytes: .max)
        guard let kind = ImageKind(startOf: bytes) else { return false }
        // Two letters are little: a text may begin with them.
        return kind != .pnm || bytes.count > 2 && [9, 10, 13, 32, UInt8(ascii: "#")].contains(bytes[2])
    }
}
