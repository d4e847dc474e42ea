// Reasons why a page could not be drawn.

/// The reason why a document could not be drawn or written.
public enum PaperError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The page size is out of range; 10 to 2,000 mm are possible.
    case pageSize(width: Double, height: Double)
    /// A picture's file is damaged, or it has more than 2,000 pixels in a row or column.
    case picture
    /// cairo failed; holds its message.
    case drawing(String)

    public var description: String {
        switch self {
        case .pageSize(let width, let height):
            "A page of \(width) x \(height) mm cannot be made; choose 10 to 2000 mm for each side."
        case .picture: "The logo cannot be drawn, because its picture is damaged; choose it again."
        case .drawing(let reason): "The PDF document could not be drawn: \(reason)."
        }
    }
}
