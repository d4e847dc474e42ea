// The exports of ticket platforms, told apart by their columns.

/// A platform's export, or a list of no known platform.
public struct ListLayout: Hashable, Sendable {
    /// For people: `pretix check-in list`.
    public let name: String
    /// Headings that together are in no other layout's list.
    private let signature: [String]
    private let kind: Kind
    /// Headings by field where this layout differs from others; the first that the list has counts.
    private(set) var titles: [ListField: [String]] = [:]
    /// Fields that no column of this layout tells.
    private(set) var missing: Set<ListField> = []
    /// Headings that tell something else here than elsewhere.
    private(set) var kinds: [String: HeadingKind] = [:]

    private enum Kind: Hashable {
        case tickets
        /// A row for each thing that was sold; an order's own facts are on its first row alone.
        case shop
        case orders(instead: String)
        case own
    }

    /// - Parameters:
    ///   - name: For people.
    ///   - signature: Headings.
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

    /// A row of the table about this layout.
    ///
    /// - Returns: `false` for a meaning that is not known.
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

    /// A list that nobody's signature fits.
    static let plain = ListLayout("a list of its own making")

    /// Whether it has a row for each thing that was sold.
    var isShop: Bool { kind == .shop }
    /// What `ledger export tickets` writes.
    var isOwnExport: Bool { kind == .own }
    /// What to export instead of a list of orders.
    var instead: String? {
        if case .orders(let instead) = kind { instead } else { nil }
    }

    /// - Parameter headings: As ``HeaderText/normal(_:)`` makes them.
    /// - Returns: The first layout all of whose headings are there, else ``plain``.
    static func recognised(by headings: Set<String>) -> ListLayout {
        Headings.standard.layouts.first { $0.signature.allSatisfy(headings.contains) } ?? plain
    }
}
