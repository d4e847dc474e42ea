// What a column of a list can say about a ticket.

/// A fact about a ticket that a list may have a column for; raw values are the names that `--map` takes.
public enum ListField: String, CaseIterable, Hashable, Sendable {
    /// The text in the platform's own code on the ticket.
    case barcode
    /// What the platform calls the ticket: stays the same when anything else of it changes.
    case ticket
    /// The number of the order that the ticket was bought in.
    case order
    /// Which of the order's tickets it is.
    case position
    case name
    case firstName = "first-name"
    case lastName = "last-name"
    case email
    case tier
    /// Follows the tier's name: `Adult` of `Day ticket`.
    case variation
    /// How many people the ticket lets in.
    case admits
    /// A word such as `Attending` or `Refunded`.
    case status
    /// The same for the order that the ticket was bought in; the worse of the two counts.
    case orderStatus = "order-status"
    /// Whether it is paid: `yes`, `no`.
    case paid
    /// Whether it is withdrawn: empty, `no`, `0`, or anything else.
    case cancelled
    /// Whether the organiser stopped it: `yes`, `no`.
    case blocked
    /// Whether staff should look twice: `yes`, `no`.
    case attention
    /// What staff is to check, in words; with one, the door asks.
    case note
    /// From when on the ticket enters.
    case opens = "valid-from"
    /// Until when it enters.
    case closes = "valid-until"

    /// Titles of such a column, the ones that win where a list has several first; as ``HeaderText`` makes them.
    ///
    /// Platforms translate their exports, so German, French, Spanish, Italian, Dutch and Portuguese are among them.
    var titles: [String] {
        switch self {
        case .barcode:
            [
                "ticket secret", "secret", "barcode number", "barcode", "barcode text", "qr code", "qr value",
                "qr content", "code value", "public id", "unique ticket url", "security code", "ticket code",
                "ticketcode", "code", "strichcode", "barcode nummer", "code barres", "code du billet",
                "codigo de barras", "codigo de entrada", "codice a barre", "codice biglietto", "streepjescode",
                "kod biletu", "cislo vstupenky",
            ]
        case .ticket:
            [
                "ticket reference", "attendee number", "attendee id", "ticketid", "ticket id", "ticket number",
                "issued ticket id", "public id", "api id", "ticketnummer", "ticket nummer", "numero de billet",
                "numero de entrada", "numero biglietto",
            ]
        case .order:
            [
                "order code", "order number", "order id", "orderid", "order reference", "order", "order ref",
                "booking reference", "booking id", "confirmation number", "bestellnummer", "bestellcode",
                "bestell code", "numero de commande", "number de commande", "commande", "numero de pedido",
                "numero ordine", "bestelnummer", "reference",
            ]
        case .position: ["position id", "positionid", "position", "positionsnummer", "positions id"]
        case .name:
            [
                "attendee name", "ticket full name", "full name", "your full name", "guest name", "holder name",
                "ticket holder", "name", "guest", "holder", "attendee", "customer name", "teilnehmername",
                "name des teilnehmers", "nom complet", "nom du participant", "nombre completo", "nome completo",
                "naam", "your name",
            ]
        case .firstName:
            [
                "attendee first name", "ticket first name", "attendee name given name", "first name", "firstname",
                "given name", "vorname", "prenom", "nombre", "nome", "voornaam", "buyer first name",
                "purchaser first name",
            ]
        case .lastName:
            [
                "attendee last name", "ticket last name", "attendee name family name", "last name", "lastname",
                "surname", "family name", "nachname", "nom de famille", "nom", "apellidos", "apellido", "cognome",
                "achternaam", "buyer last name", "purchaser last name",
            ]
        case .email:
            [
                "attendee email", "attendee e mail", "ticket email", "email", "e mail", "email address",
                "e mail address", "mail", "customer email", "e mail adresse", "emailadresse", "courriel",
                "adresse e mail", "correo electronico", "correo", "indirizzo email", "e mailadres", "order email",
                "buyer email", "purchaser email",
            ]
        case .tier:
            [
                "ticket type", "product name", "product", "ticket name", "ticket", "ticket tier", "tier", "price tier",
                "item", "category", "ticket category", "produkt", "ticketart", "kategorie", "type de billet", "produit",
                "tipo de entrada", "tipo biglietto", "tipo di biglietto", "tickettype", "categorie",
            ]
        case .variation: ["variation", "variation name", "variante"]
        case .admits:
            [
                "admits", "people", "persons", "number of people", "number of persons", "number of guests",
                "how many people", "how many persons", "how many guests", "quantity", "qty", "ticket quantity",
                "number of tickets", "how many tickets", "party size", "group size", "pax", "anzahl", "personen",
                "anzahl personen", "menge", "quantite", "nombre de personnes", "cantidad", "quantita", "aantal",
            ]
        case .status:
            [
                "attendee status", "ticket status", "status", "approval status", "statut", "estado",
                "stato",
            ]
        case .orderStatus: ["order status", "payment status"]
        case .paid: ["paid", "bezahlt", "paye", "pagado", "pagato", "betaald"]
        case .cancelled:
            [
                "void status", "order cancelled", "order canceled", "cancelled", "canceled", "ticket invalidated",
                "storniert",
            ]
        case .blocked: ["blocked", "gesperrt"]
        case .attention: ["requires special attention", "erfordert besondere aufmerksamkeit"]
        case .note: ["note for door", "door note", "note for staff"]
        case .opens: ["valid from", "gultig ab", "gultig von"]
        case .closes: ["valid until", "valid to", "gultig bis"]
        }
    }
}
