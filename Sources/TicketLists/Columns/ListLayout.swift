// The exports of ticket platforms, recognised by their columns.

/// A platform's export, or a list from an unknown source.
public struct ListLayout: Hashable, Sendable {
    /// The display name: `pretix check-in list`.
    public let name: String
    /// Headings that occur together in no other layout.
    private let signature: [String]
    private let kind: Kind
    /// Headings by field where this layout differs from others; the first that the list has counts.
    private(set) var titles: [ListField: [String]] = [:]
    /// Fields that this layout has no column for.
    private(set) var missing: Set<ListField> = []
    /// Headings with a meaning specific to this layout.
    private(set) var kinds: [String: HeadingKind] = [:]

    private enum Kind: Hashable {
        case tickets
        /// One row per item sold; only an order's first row contains the order's data.
        case shop
        case orders(instead: String)
        case own
    }

    /// - Parameters:
    ///   - name: The display name.
    ///   - signature: The headings that identify the layout.
    ///   - kind: `shop`, `own`, `orders: what to export instead`, or nothing.
    init(_ name: String, signature: [Substring] = [], kind: String = "") {
        self.name = name
        self.signature = signature.map { HeaderText.normal(String($0)) }
        self.kind =
            switch kind {
            case "shop": .shop
            case "own": .own
            case let orders where orders.hasPrefix("orders: "): .orders(instead: String(orders.dropFirst(8)))
            default: .tickets
            }
    }

    /// Adds a line of the table about this layout.
    ///
    /// - Returns: Whether the meaning is known.
    mutating func take(meaning: String, _ heading: String, isWithout: Bool) -> Bool {
        if let field = ListField(rawValue: meaning) {
            if isWithout {
                missing.insert(field)
            } else {
                titles[field, default: []].append(HeaderText.normal(heading))
            }
        } else if let kind = HeadingKind(rawValue: meaning) {
            kinds[HeaderText.normal(heading)] = kind
        } else {
            return false
        }
        return true
    }

    /// The layout of a list that no signature matches.
    static let plain = ListLayout("a custom list")

    /// Whether the list has one row per item sold.
    var isShop: Bool { kind == .shop }
    /// Whether it is the output of `ledger export tickets`.
    var isOwnExport: Bool { kind == .own }
    /// The export to use in place of a list of orders.
    var instead: String? {
        if case .orders(let instead) = kind { instead } else { nil }
    }

    /// - Parameter headings: Headings in the form of ``HeaderText/normal(_:)``.
    /// - Returns: The first layout whose signature is complete, otherwise ``plain``.
    static func recognised(by headings: Set<String>) -> ListLayout {
        Headings.standard.layouts.first { $0.signature.allSatisfy(headings.contains) } ?? plain
    }
}
