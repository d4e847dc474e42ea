// A logo from a file, made ready for tickets.

import DoorOutput
import Glibc
import Ledger
package import Paper
package import Scanner

/// Reads logos. The file is decoded in a confined process, and what is stored is drawn anew from its pixels.
package enum EventLogo {
    /// The size limits of files: 5 MiB and 25 million pixels.
    package static let limits = ImageLimits(bytes: 5 << 20, pixels: 25_000_000)
    /// The longer side of what is stored, in pixels: 300 for each inch of the largest place on a ticket.
    package static let side = 640
    /// A visible pixel contrasts with white paper from here on.
    private static let visible = 1.5
    /// The share of pixels that must be visible: thin letters on a white card are a hundredth of it.
    private static let leastVisible = 0.004

    /// Reads a logo.
    ///
    /// - Parameters:
    ///   - path: A PNG or JPEG file.
    ///   - decoding: Where it is decoded.
    /// - Returns: The logo without its margin, as a PNG file of at most ``side`` pixels in a row or column.
    /// - Throws: ``CommandError`` with one sentence if it is no such picture, too large or damaged, or if it could not
    ///   be seen on paper; `DecoderError` if no process could be started.
    package static func read(
        _ path: String, decoding: DecoderLocation = .outOfProcess
    ) async throws -> PaperPicture {
        let decoder = PictureDecoder(decoding, limits: limits)
        let picture: ColourPicture
        do {
            picture = try await decoder.colours(inFile: path, longestSide: side, limits: limits)
        } catch let error as ImageFileError {
            await decoder.end()
            throw refusal(error)
        }
        await decoder.end()
        guard isVisible(picture) else {
            throw CommandError(
                .badData,
                "The logo cannot be used: on white paper nobody would see it; choose its version for light backgrounds."
            )
        }
        return try PaperPicture(width: picture.width, height: picture.height, rgba: picture.rgba)
    }

    private static func refusal(_ error: ImageFileError) -> CommandError {
        let (status, reason): (ExitStatus, String) =
            switch error {
            case .unknownKind: (.badData, "this is not a PNG or JPEG picture")
            case .cannotRead(ENOENT): (.noInput, "there is no such file")
            case .cannotRead, .notARegularFile: (.noInput, "\(error)")
            default: (.badData, "\(error)")
            }
        return CommandError(status, "The logo cannot be used: \(reason)\(reason.hasSuffix("?") ? "" : ".")")
    }

    /// Returns whether enough of a picture contrasts with white paper.
    private static func isVisible(_ picture: ColourPicture) -> Bool {
        var seen = 0
        for start in stride(from: 0, to: picture.rgba.count, by: 4) {
            let opacity = UInt32(picture.rgba[start + 3])
            let hex = (0..<3).reduce(UInt32(0)) { hex, part in
                hex << 8 | (UInt32(picture.rgba[start + part]) * opacity + 255 * (255 - opacity)) / 255
            }
            if hex != 0xFF_FFFF, PaperColour(hex).contrast(to: .white) >= visible { seen += 1 }
        }
        return Double(seen) >= leastVisible * Double(picture.width * picture.height)
    }
}
