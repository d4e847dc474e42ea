// Reasons why a file yields no picture.

internal import Glibc

/// The reason why a file yields no picture; the caller adds the file's name.
public enum ImageFileError: Error, Hashable, CustomStringConvertible {
    /// A system call failed; holds `errno`.
    case cannotRead(errno: Int32)
    /// The name is not UTF-8, so no path leads to the file.
    case nameNotUTF8
    /// A directory, pipe, socket or device.
    case notARegularFile
    /// The file is empty.
    case empty
    /// The file is longer than ``ImageLimits/bytes``.
    case tooLarge(limitBytes: Int)
    /// The file starts like none of the supported formats.
    case unknownKind
    /// The header announces more pixels than ``ImageLimits/pixels``.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// The file ends before the picture does.
    case truncated(ImageKind)
    /// The file violates its format; the reason is one clause, from this module or the library.
    case damaged(ImageKind, reason: String)
    /// The file is valid but uses an unsupported feature.
    case unsupported(ImageKind, feature: String)
    /// The format is supported only if its library was installed when the program was built.
    case notBuilt(ImageKind)
    /// The program that reads this format is not installed next to this one.
    case noReader(ImageKind, program: String)
    /// Reading the file took too long, or needed more memory than a picture does.
    case tooCostly(ImageKind)
    /// Reading the file ended the decoder process, by this signal.
    case harmful(ImageKind, signal: Int32)
    /// The picture is white or transparent everywhere.
    case blank
    /// There is not enough memory for the picture or a library's work area.
    case outOfMemory

    /// One sentence: what is wrong, and what to try.
    public var description: String {
        switch self {
        case .cannotRead(let code): "the file cannot be read: \(String(cString: strerror(code)))"
        case .nameNotUTF8: "its name is not UTF-8; rename it"
        case .notARegularFile: "this is a directory, pipe or device; expected a picture file"
        case .empty: "the file is empty; was it copied completely?"
        case .tooLarge(let limit): "the file is larger than the limit of \(limit >> 20) MiB"
        case .unknownKind:
            "this is not a picture: expected JPEG, PNG, WebP, GIF or PNM, or HEIC, PDF or TIFF if built with it"
        case .tooManyPixels(let width, let height, let limit):
            "the picture of \(width) x \(height) pixels is over the limit of \(limit / 1_000_000) million pixels"
        case .truncated(let kind): "the \(kind.rawValue) file ends too soon; was it copied completely?"
        case .damaged(let kind, let reason): "the \(kind.rawValue) file is damaged: \(reason)"
        case .unsupported(let kind, let feature):
            "\(feature) is not supported in \(kind.rawValue) files; save the picture as an ordinary PNG or JPEG"
        case .notBuilt(let kind): "this build does not read \(kind.rawValue); save the picture as PNG or JPEG"
        case .noReader(let kind, let program):
            "\(kind.rawValue) files need \(program), which is missing next to this program; install it there, or save "
                + "the picture as PNG or JPEG"
        case .tooCostly(let kind): "the \(kind.rawValue) file takes too much time or memory to read"
        case .harmful(let kind, let signal):
            "the \(kind.rawValue) file crashed the process that read it (signal \(signal)): "
                + "it is damaged, malicious, or too large for the memory"
        case .blank: "the picture is white or transparent everywhere, and white paper would not show it"
        case .outOfMemory: "there is not enough memory for the picture"
        }
    }
}
