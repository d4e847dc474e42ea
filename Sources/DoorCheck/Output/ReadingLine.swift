// A code in a picture, for programs.

import Scanner

/// One code as a JSON object; what is not known is absent.
struct ReadingLine: Encodable {
    let schema = 1
    let file: String
    let text: String?
    /// The bytes, where they are not UTF-8 text.
    let hex: String?
    /// Centre of the code, in pixels of the picture.
    let x: Double?
    let y: Double?
    /// Decoding alone.
    let ms: Double

    /// - Parameters:
    ///   - code: `nil` for a picture without one.
    ///   - picture: Where it was read.
    init(_ code: DetectedCode?, in picture: PictureReadings) {
        file = picture.path
        text = code?.text
        hex = code.flatMap { code in
            code.text == nil ? code.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() : nil
        }
        x = code.map { ($0.centre.x * 10).rounded() / 10 }
        y = code.map { ($0.centre.y * 10).rounded() / 10 }
        ms = picture.decoding.milliseconds
    }
}
