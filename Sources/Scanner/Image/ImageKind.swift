// The picture format of a file, detected from its first bytes.

/// The supported picture formats.
public enum ImageKind: String, Sendable, CaseIterable {
    /// Any JPEG except CMYK.
    case jpeg = "JPEG"
    /// Without animation.
    case png = "PNG"
    /// Lossy or lossless, without animation.
    case webp = "WebP"
    /// A single picture, without animation.
    case gif = "GIF"
    /// Netpbm's PBM, PGM and PPM, each as text or binary.
    case pnm = "PNM"
    /// A phone's photograph; needs `ForeignPictures`, as do the next two.
    case heic = "HEIC"
    /// All pages are read.
    case pdf = "PDF"
    /// All pages are read.
    case tiff = "TIFF"

    /// Whether another program reads the format.
    var isForeign: Bool { self == .heic || self == .pdf || self == .tiff }

    /// Detects the format from the first bytes; nil if it is not supported.
    ///
    /// - Parameter bytes: The whole file or its first 12 bytes.
    init?(startOf bytes: [UInt8]) {
        let riff = Array("RIFF".utf8)
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: riff), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
            self = .gif
        } else if bytes.count > 2, bytes[0] == UInt8(ascii: "P"), (0x31...0x36).contains(bytes[1]) {
            self = .pnm
        } else if bytes.dropFirst(4).starts(with: "ftyp".utf8),
            Self.heicBrands.contains(Array(bytes[8..<min(12, bytes.count)]))
        {
            self = .heic
        } else if bytes.starts(with: "%PDF-".utf8) {
            self = .pdf
        } else if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
            self = .tiff
        } else {
            return nil
        }
    }

    /// The brands of HEIF files with HEVC pictures (ISO/IEC 23008-12, annex B).
    private static let heicBrands = ["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1"].map { Array($0.utf8) }
}
