// A code in a picture, for programs.

import DoorOutput
import QRReader

/// A code in a picture.
struct ReadingLine: OutputRecord {
    static let columns = ["file", "text", "hex", "x", "y", "ms"]

    let schema = 1
    let file: String
    let text: String?
    /// The bytes, if they are not the text in UTF-8.
    let hex: String?
    /// The centre of the code, in pixels of the picture.
    let x: Double?
    let y: Double?
    /// The time for decoding alone.
    let ms: Double

    /// - Parameters:
    ///   - code: The code; `nil` for a picture without one.
    ///   - picture: The picture with the code.
    init(_ code: DetectedCode?, in picture: PictureReadings<DetectedCode>) {
        file = picture.path
        let text = code?.text
        self.text = text
        hex = code.flatMap { code in
            guard text.map({ Array($0.utf8) }) != code.bytes else { return nil }
            return code.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        x = code.map { ($0.centre.x * 10).rounded() / 10 }
        y = code.map { ($0.centre.y * 10).rounded() / 10 }
        ms = picture.decoding.milliseconds
    }
}
