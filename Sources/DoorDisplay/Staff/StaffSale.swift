// A sale on the staff page.

/// A ticket that staff sell at the door to guests who enter at once.
public struct StaffSale: Decodable, Sendable {
    /// A text that the page makes up for each sale: one that is sent again, because its answer was lost, has the same.
    public let sale: String
    /// The gate that the person saw.
    public let gate: String
    /// The tier; empty for none.
    public let tier: String
    /// How many people enter.
    public let people: Int
    /// The guest's name; may be empty.
    public let name: String
    /// Whether they have paid; otherwise they enter free of charge.
    public let isPaid: Bool
    /// Why, if they enter free of charge or against the rules; may be empty otherwise.
    public let why: String
    /// The ``StaffRefusal/objections`` that the person has read; empty for none.
    public let accepted: String
}

/// What staff may sell at the door.
public struct StaffSales: Encodable, Sendable {
    /// Whether anything may be sold.
    public let isOffered: Bool
    /// The tiers that may be sold.
    public let tiers: [Tier]
    /// How many people a ticket without a tier admits; `nil` if none may be sold.
    public let people: Int?
    /// Whether payments may be taken.
    public let takesPayment: Bool
    /// The most people of one sale.
    public let mostPeople: Int

    /// A tier that may be sold.
    public struct Tier: Encodable, Sendable {
        /// Its name.
        public let name: String
        /// How many people a ticket admits.
        public let people: Int

        /// - Parameters:
        ///   - name: Its name.
        ///   - people: How many people a ticket admits.
        public init(name: String, people: Int) {
            (self.name, self.people) = (name, people)
        }
    }

    /// Nothing may be sold.
    public static let none = StaffSales(isOffered: false, tiers: [], people: nil, takesPayment: false, mostPeople: 0)

    /// - Parameters:
    ///   - tiers: The tiers that may be sold.
    ///   - people: How many people a ticket without a tier admits; `nil` if none may be sold.
    ///   - takesPayment: Whether payments may be taken.
    ///   - mostPeople: The most people of one sale.
    public init(tiers: [Tier], people: Int?, takesPayment: Bool, mostPeople: Int) {
        self.init(
            isOffered: !tiers.isEmpty || people != nil, tiers: tiers, people: people, takesPayment: takesPayment,
            mostPeople: mostPeople)
    }

    private init(isOffered: Bool, tiers: [Tier], people: Int?, takesPayment: Bool, mostPeople: Int) {
        (self.isOffered, self.tiers, self.people) = (isOffered, tiers, people)
        (self.takesPayment, self.mostPeople) = (takesPayment, mostPeople)
    }
}
