// Reasons why a code could not be drawn.

/// The reason why a code could not be drawn; never includes the text itself.
public enum PrintingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The text is empty.
    case emptyText
    /// The text contains a NUL character, at which the encoder would truncate it.
    case textWithNUL
    /// The text does not fit into version 40, the largest QR code.
    case textTooLong(bytes: Int, errorCorrection: ErrorCorrection)
    /// The encoder failed; holds its `errno`.
    case encoder(errno: Int32)
    /// The module size in pixels is out of range; 1 to 40 are possible.
    case modulePixels(Int)
    /// The picture's width in millimetres is out of range; 1 to 1,000 are possible.
    case widthMillimetres(Double)
    /// A picture has fewer or more luma bytes than pixels, or no pixels.
    case pictureSize(width: Int, height: Int, bytes: Int)
    /// There is no paper of this name or size.
    case paper(String)
    /// The code's side in millimetres is out of range for this paper, which has this much room for it.
    case codeSide(Double, room: Double)
    /// libpng failed; holds its message.
    case png(String)

    public var description: String {
        switch self {
        case .emptyText: "A QR code needs at least one character; the text is empty."
        case .textWithNUL: "The text contains a NUL character, which the QR encoder does not support; remove it."
        case .textTooLong(let bytes, let correction):
            "A text of \(bytes) bytes does not fit in a QR code of level \(correction); shorten it or lower the level."
        case .encoder(let errno): "The QR encoder failed with error \(errno), most likely because memory ran out."
        case .modulePixels(let pixels): "A module cannot be \(pixels) pixels wide; choose 1 to 40."
        case .widthMillimetres(let width): "A code cannot be \(width) mm wide; choose 1 to 1000."
        case .pictureSize(let width, let height, let bytes):
            "A picture of \(width) x \(height) pixels cannot have \(bytes) bytes of luma; give one byte per pixel."
        case .paper(let text):
            "There is no paper '\(text)', or its labels do not fit on A4; choose one of "
                + "\(TicketPaper.names.joined(separator: ", ")), WIDTHxHEIGHT in millimetres from 25, or "
                + "COLUMNSxROWS:WIDTHxHEIGHT+LEFT+TOP for labels on A4."
        case .codeSide(let side, let room):
            room < TicketPrinter.smallestCodeMillimetres
                ? "This paper has room only for a code of \(plain(room)) mm; choose paper with room for "
                    + "\(plain(TicketPrinter.smallestCodeMillimetres)) mm or more."
                : "A code cannot be \(plain(side)) mm wide on this paper; choose "
                    + "\(plain(TicketPrinter.smallestCodeMillimetres)) "
                    + "to \(plain(room)) mm, quiet zone included, or larger paper."
        case .png(let message): "The PNG picture could not be written: \(message)."
        }
    }
}

/// Formats millimetres, for example `37` or `67.7`.
private func plain(_ millimetres: Double) -> String {
    let tenths = (millimetres * 10).rounded()
    return Int(exactly: tenths / 10).map { "\($0)" } ?? "\(tenths / 10)"
}
