// The command `doorcheck-pictures`: reads a file of another format and writes its luma.

import Confinement
import Glibc

/// Reads the file on standard input and writes each picture in it to standard output: its width and its height as
/// eight bytes each, in little-endian order, followed by the luma with one byte per pixel. A width of 0 means that
/// the rest is the reason why no more pictures follow. The arguments are the format, the maximum pixels of a picture,
/// and the limit of processor time in seconds. Exit status 69 means that this build does not support the format.
///
/// `doorcheck` runs one process for each such file. Whatever the file makes a library do ends with this process.
@main
struct ForeignPictures {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let limit = Int(arguments[2]), limit > 0, let seconds = Int(arguments[3])
        else { exit(64) }
        #if HEIC
            if arguments[1] == "HEIC" { HEICReader.prepare() }
        #endif
        do throws(ConfinementError) {
            try ResourceLimit.set(bytes: baseBytes + bytesPerPixel * min(limit, 1 << 32), seconds: seconds)
            try Landlock.enter(reading: folders)
            try SystemCallFilter.libraries.enter()
        } catch {
            exit(71)
        }
        do throws(ForeignPictureError) {
            try read(arguments[1], limit: limit)
        } catch {
            PictureOutput.end(because: error.reason)
        }
    }

    /// Where libraries find fonts, colour profiles and tables of characters, and nothing of an event is.
    private static let folders = ["/usr", "/etc/fonts", "/var/cache/fontconfig"]
    /// The libraries alone take a quarter of this before a file is read.
    private static let baseBytes = 1 << 30
    /// Twice what the conversion of a TIFF takes per pixel.
    private static let bytesPerPixel = 12

    private static func read(_ kind: String, limit: Int) throws(ForeignPictureError) {
        switch kind {
        #if HEIC
            case "HEIC": try HEICReader.read(limit: limit)
        #endif
        #if PDF
            case "PDF": try PDFReader.read(limit: limit)
        #endif
        #if TIFF
            case "TIFF": try TIFFReader.read(limit: limit)
        #endif
        default: exit(69)
        }
    }
}
