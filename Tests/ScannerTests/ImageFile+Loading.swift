// Files for tests that decode in their own process, as ``PictureDecoder`` does in a process of its own.

@testable import Scanner

extension ImageFile {
    static func load(path: String, limits: ImageLimits = .default) throws(ImageFileError) -> Picture {
        try decode(RegularFile.read(path: path, limitBytes: limits.bytes), limits: limits)
    }

    /// Every page of a PDF or TIFF file, otherwise the one picture.
    static func loadAll(path: String, limits: ImageLimits = .default) throws(ImageFileError) -> [Picture] {
        let bytes = try RegularFile.read(path: path, limitBytes: limits.bytes)
        guard let kind = ImageKind(startOf: bytes), kind.isForeign else { return [try decode(bytes, limits: limits)] }
        return try ForeignPictures.read(bytes, kind, limits: limits)
    }
}
