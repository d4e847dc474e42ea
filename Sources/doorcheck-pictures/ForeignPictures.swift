// The command `doorcheck-pictures`: one file of another format in, brightness out.

import Confinement
import Glibc

/// Reads the file on standard input, and writes each picture in it to standard output: its width and its height as eight
/// bytes, the lowest first, then as many bytes of brightness. A width of 0 says that the rest is why nothing more comes.
/// Its arguments are the format, the most pixels of a picture, and the most seconds of work. Status 69 says that this
/// build does not read the format.
///
/// `doorcheck` runs one for each such file. What the file makes a library do ends with this process.
@main
struct ForeignPictures {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let limit = Int(arguments[2]), limit > 0, let seconds = Int(arguments[3])
        else { exit(64) }
        do throws(ConfinementError) {
            try ResourceLimit.set(bytes: baseBytes + bytesPerPixel * min(limit, 1 << 32), seconds: seconds)
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

    /// The libraries alone, before a file is read, take a quarter of it.
    private static let baseBytes = 1 << 30
    /// Twice what a TIFF of so many pixels takes while it is converted.
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
