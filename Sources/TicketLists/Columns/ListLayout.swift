// The exports of ticket platforms, told apart by their columns.

/// A platform's export, or a list of no known platform.
public struct ListLayout: Hashable, Sendable {
    /// For people: `pretix check-in list`.
    public let name: String
    /// Titles that together are in no other layout's list.
    private let signature: [String]
    /// Which titles mean what, where this layout differs from ``ListField/titles``; `nil` for a field it has not got.
    let exceptions: [ListField: String?]
    /// What to export instead, for lists of orders.
    let instead: String?

    private init(
        _ name: String,
        _ signature: [String],
        _ exceptions: [ListField: String?] = [:],
        instead: String? = nil
    ) {
        self.name = name
        self.signature = signature
        self.exceptions = exceptions
        self.instead = instead
    }

    /// A list that nobody's signature fits.
    static let plain = ListLayout("a list of its own making", [])

    /// What `ledger export tickets` writes.
    static let ownExport = ListLayout(
        "DoorCheck's own export", ["event", "ticket", "user", "holder", "entries", "first entry"])

    /// - Parameter titles: As ``HeaderText`` makes them.
    /// - Returns: The first layout all of whose titles are there, else ``plain``.
    static func recognised(by titles: Set<String>) -> ListLayout {
        all.first { $0.signature.allSatisfy(titles.contains) } ?? plain
    }

    /// The most telling ones first; lists of orders last, for some tickets' lists have their columns as well.
    private static let all = [
        ownExport,
        ListLayout("DoorCheck's own codes", ["ticket", "holder", "code", "admits"], [.ticket: nil, .tier: "tier"]),
        ListLayout("pretix check-in list", ["order code", "attendee name", "product", "checked in"]),
        ListLayout("pretix check-in list (German)", ["bestellnummer", "produkt", "eingecheckt"]),
        ListLayout("pretix order positions", ["order code", "position id", "product"]),
        ListLayout("pretix order positions (German)", ["bestellnummer", "positions id", "produkt"]),
        ListLayout("Eventbrite attendee report", ["order number", "attendee number", "ticket type"]),
        ListLayout("Eventbrite attendee report", ["order number", "attendee status", "ticket type"]),
        ListLayout("Eventbrite attendee report (2025)", ["order id", "attendee first name", "ticket quantity"]),
        ListLayout(
            "Tito ticket export", ["ticket reference", "ticket full name", "order reference"], [.tier: "ticket"]),
        ListLayout(
            "Hi.Events attendee export",
            ["public id", "short id", "product name", "first name"],
            [.order: nil]
        ),
        ListLayout("Ticket Tailor attendee export", ["issued ticket id", "ticket type", "barcode"]),
        ListLayout("FooEvents attendee export", ["ticketid", "orderid", "attendee first name"], [.barcode: nil]),
        ListLayout("The Events Calendar attendee export", ["ticket id", "security code"]),
        ListLayout("Luma guest list", ["api id", "approval status"], [.barcode: "qr code url"]),
        ListLayout("Google Forms answers", ["timestamp"], [.barcode: nil, .ticket: nil]),
        ListLayout("Google Forms answers (German)", ["zeitstempel"], [.barcode: nil, .ticket: nil]),
        ListLayout(
            "an Eventbrite list of orders", ["order id", "buyer first name", "net sales"],
            instead: "the attendee report"),
        ListLayout("a Hi.Events list of orders", ["total gross", "payment status"], instead: "Attendees → Export"),
        ListLayout(
            "a Ticket Tailor list of orders", ["order id", "transaction id", "total paid"], instead: "the attendees"),
        ListLayout("a WooCommerce list of orders", ["order id", "order total"], instead: "the plug-in's attendees"),
    ]
}
