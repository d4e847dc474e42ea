// Reasons why a picture could not be made, read or written.

public import TicketPrinting

/// The reason why a picture could not be made, read or written.
public enum DoorPictureError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A parameter of the scene is out of its range.
    case scene(knob: String, value: Double, range: ClosedRange<Double>)
    /// The data is not a PNG picture; holds libpng's message.
    case notPNG(String)
    /// The PNG picture is larger than any code needs; sizes in pixels.
    case pictureTooLarge(width: Int, height: Int)
    /// The picture has no dark pixel, so it shows no code.
    case emptyPicture
    /// The code or its picture could not be drawn.
    case printing(PrintingError)
    /// libjpeg-turbo failed; holds its message.
    case jpeg(String)

    public var description: String {
        switch self {
        case .scene(let knob, let value, let range):
            "The scene's \(knob) is \(value); choose \(range.lowerBound) to \(range.upperBound)."
        case .notPNG(let message): "The picture of a code is not a PNG file that can be read: \(message)."
        case .pictureTooLarge(let width, let height):
            "The picture of a code has \(width) x \(height) pixels; give one of at most 64 million."
        case .emptyPicture: "The picture of a code has nothing dark in it; give a black code on white."
        case .printing(let cause): cause.description
        case .jpeg(let message): "The picture could not be compressed as JPEG: \(message)."
        }
    }
}
