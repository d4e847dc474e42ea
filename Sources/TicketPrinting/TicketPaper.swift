// The paper that tickets are printed on.

/// A page and the positions of the tickets on it. Lengths are in millimetres.
public struct TicketPaper: Hashable, Sendable {
    /// The page's width.
    public let width: Double
    /// The page's height.
    public let height: Double
    /// The places of the tickets, row by row.
    public let places: [Place]
    /// How a ticket fills its place.
    let form: Form

    /// How a ticket fills its place.
    enum Form: Hashable, Sendable {
        /// A large ticket with a band at the top; one that has a page of A4 for itself is folded.
        case card
        /// Texts beside a code or below it.
        case label
        /// A picture that a guest shows on a phone.
        case phone
    }

    /// Whether each ticket is a picture for a phone, not a page.
    public var isPicture: Bool { form == .phone }
    /// The size of such a picture in pixels: 1080 × 1920, ten for each millimetre of the layout.
    public static let phonePixels = (width: 1080, height: 1920)

    /// A rectangle on the page.
    public struct Place: Hashable, Sendable {
        /// The left edge.
        public let x: Double
        /// The upper edge.
        public let y: Double
        /// The width.
        public let width: Double
        /// The height.
        public let height: Double
    }

    /// Creates paper with one ticket on each page.
    private init(width: Double, height: Double, _ form: Form) {
        (self.width, self.height, self.form) = (width, height, form)
        places = [Place(x: 0, y: 0, width: width, height: height)]
    }

    /// Creates a sheet with places of one size.
    private init(_ sheet: Sheet, width: Double = 210, height: Double = 297, _ form: Form = .label) {
        (self.width, self.height, self.form) = (width, height, form)
        places = (0..<sheet.rows).flatMap { row in
            (0..<sheet.columns).map { column in
                Place(
                    x: sheet.left + Double(column) * (sheet.width + sheet.gapX),
                    y: sheet.top + Double(row) * (sheet.height + sheet.gapY),
                    width: sheet.width,
                    height: sheet.height
                )
            }
        }
    }

    private struct Sheet {
        var columns: Int
        var rows: Int
        var width: Double
        var height: Double
        var left: Double
        var top: Double
        var gapX = 0.0
        var gapY = 0.0
    }

    /// The named sizes, in the order in which they are listed.
    public static let names = [
        "A4", "A5", "A6", "2x1", "2x2", "wristband", "2x4", "2x5", "2x7", "3x7", "3x8", "phone",
    ]

    /// Parses a name from ``names`` in lower or upper case, a size such as `62x100`, or a sheet of labels on A4:
    /// `COLUMNSxROWS:WIDTHxHEIGHT+LEFT+TOP` and, if labels do not touch, `+GAPX+GAPY`.
    ///
    /// - Parameter text: The text; millimetres may have a decimal point.
    /// - Throws: ``PrintingError/paper(_:)``, also if the labels do not fit on the page.
    public init(_ text: String) throws(PrintingError) {
        switch text.lowercased() {
        case "a4": self.init(width: 210, height: 297, .card)
        case "a5": self.init(width: 148, height: 210, .card)
        case "a6": self.init(width: 105, height: 148, .card)
        case "wristband": self.init(width: 250, height: 25, .label)
        case "phone":
            let size = Self.phonePixels
            self.init(width: Double(size.width) / 10, height: Double(size.height) / 10, .phone)
        // A page of A4 to cut: side by side on its long side, or in quarters.
        case "2x1":
            self.init(
                Sheet(columns: 2, rows: 1, width: 148.5, height: 210, left: 0, top: 0), width: 297, height: 210, .card)
        case "2x2": self.init(Sheet(columns: 2, rows: 2, width: 105, height: 148.5, left: 0, top: 0), .card)
        // Sheets sold by many manufacturers, such as Avery L7165, 3425, L7163, L7160 and 3474.
        case "2x4": self.init(Sheet(columns: 2, rows: 4, width: 99.1, height: 67.7, left: 4.65, top: 13.1, gapX: 2.5))
        case "2x5": self.init(Sheet(columns: 2, rows: 5, width: 105, height: 57, left: 0, top: 6))
        case "2x7": self.init(Sheet(columns: 2, rows: 7, width: 99.1, height: 38.1, left: 4.65, top: 15.15, gapX: 2.5))
        case "3x7": self.init(Sheet(columns: 3, rows: 7, width: 63.5, height: 38.1, left: 7.2, top: 15.15, gapX: 2.55))
        case "3x8": self.init(Sheet(columns: 3, rows: 8, width: 70, height: 37, left: 0, top: 0.5))
        default: try self.init(measures: text)
        }
    }

    private init(measures text: String) throws(PrintingError) {
        let parts = text.lowercased().split(separator: ":", omittingEmptySubsequences: false)
        guard let first = parts.first.flatMap({ Self.pair($0) }) else { throw .paper(text) }
        if parts.count == 1 {
            guard (25...2000).contains(first.0), (25...2000).contains(first.1) else { throw .paper(text) }
            self.init(width: first.0, height: first.1, .label)
            return
        }
        let numbers = parts[1].split(separator: "+", omittingEmptySubsequences: false)
        let rest = numbers.dropFirst().compactMap { Double(String($0)) }
        guard parts.count == 2, let label = numbers.first.flatMap({ Self.pair($0) }), rest.count == numbers.count - 1,
            rest.count == 2 || rest.count == 4, rest.allSatisfy({ (0...297).contains($0) }),
            let columns = Int(exactly: first.0), let rows = Int(exactly: first.1), (1...20).contains(columns),
            (1...40).contains(rows)
        else { throw .paper(text) }
        let sheet = Sheet(
            columns: columns, rows: rows, width: label.0, height: label.1, left: rest[0], top: rest[1],
            gapX: rest.count == 4 ? rest[2] : 0, gapY: rest.count == 4 ? rest[3] : 0
        )
        self.init(sheet)
        guard let last = places.last, last.x + last.width <= 210.5, last.y + last.height <= 297.5 else {
            throw .paper(text)
        }
    }

    /// Parses a pair of numbers such as `70x37`.
    private static func pair(_ text: Substring) -> (Double, Double)? {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Double(String($0)) }
        guard sides.count == 2, sides.allSatisfy({ $0 > 0 && $0 <= 2000 }) else { return nil }
        return (sides[0], sides[1])
    }
}
