// How the tickets of an event look.

/// What an event's tickets show besides the event itself, their holder and their code.
///
/// It belongs to the machine that prints: it is part of backups and never shared with other ledgers.
public struct TicketDesign: Hashable, Sendable {
    /// The place, as guests know it: one line of at most 200 characters; `nil` for none.
    public var venue: String?
    /// Its address: one line of at most 200 characters; `nil` for none.
    public var address: String?
    /// When the programme begins; the doors open when the event does. `nil` for none.
    public var starts: Timestamp?
    /// The colours of tiers, by the tier's name; the others have the usual one.
    public var colours: [String: TicketColour]

    /// The maximum length of the venue and of the address, in Unicode scalars.
    public static let longestText = 200
    /// The maximum size of a logo's file, in bytes: 4 MiB.
    public static let mostLogoBytes = 4 << 20

    /// - Parameters:
    ///   - venue: One line of at most 200 characters.
    ///   - address: One line of at most 200 characters.
    ///   - starts: When the programme begins.
    ///   - colours: The colours of tiers, by the tier's name.
    public init(
        venue: String? = nil, address: String? = nil, starts: Timestamp? = nil, colours: [String: TicketColour] = [:]
    ) {
        (self.venue, self.address, self.starts, self.colours) = (venue, address, starts, colours)
    }

    /// Returns whether a text can be a venue or an address: it is printed as it is.
    ///
    /// - Parameter text: Any text.
    /// - Returns: `true` for one line of at most 200 characters, none of which controls a terminal or reverses the text
    ///   around it.
    public static func isPrintable(_ text: String) -> Bool {
        text.unicodeScalars.count <= longestText && text.isPlainLine
            && text.unicodeScalars.allSatisfy { !$0.properties.isBidiControl || isMark($0) }
    }

    /// Whether a scalar is one of the marks that Arabic and Hebrew texts need, which reverse nothing by themselves.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        ["\u{200E}", "\u{200F}", "\u{61C}"].contains(scalar)
    }
}

/// A colour on paper and screens, with 8 bits each of red, green and blue.
public struct TicketColour: Hashable, Sendable, LosslessStringConvertible {
    /// The colour as `0xRRGGBB`.
    public let hex: UInt32

    /// - Parameter hex: The colour as `0xRRGGBB`; higher bits are ignored.
    public init(hex: UInt32) {
        self.hex = hex & 0xFF_FFFF
    }

    /// - Parameter description: Six hexadecimal digits, with or without `#` before them; anything else gives `nil`.
    public init?(_ description: String) {
        let digits = description.hasPrefix("#") ? description.dropFirst() : description[...]
        guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let hex = UInt32(digits, radix: 16) else {
            return nil
        }
        self.init(hex: hex)
    }

    /// `#` and six lower-case digits: `#0d7a5c`.
    public var description: String {
        let digits = String(hex, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
