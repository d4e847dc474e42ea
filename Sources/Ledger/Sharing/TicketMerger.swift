// Merges the tickets of a page into the list.

import GRDB
import TicketSigning

/// Merges the winning versions of tickets, in bulk where possible, since whole lists arrive this way.
struct TicketMerger {
    private let db: Database
    private var tickets: [(ticket: SharedTicket, version: SharedVersion)] = []
    /// The index of each ticket in `tickets`.
    private var places: [TicketID: Int] = [:]
    /// Versions that lost to others which were added.
    private var losers: [SharedRecord] = []
    /// Tickets whose claims to replace others have an effect now, or none any more.
    private var limited: Set<TicketID> = []

    /// - Parameter db: A database in a write transaction.
    init(_ db: Database) {
        self.db = db
    }

    /// Adds a version of a ticket whose event exists; of two versions of one ticket, the winning one is kept.
    mutating func add(_ ticket: SharedTicket, _ version: SharedVersion) throws {
        guard let place = places[ticket.id] else {
            places[ticket.id] = tickets.count
            return tickets.append((ticket, version))
        }
        let other = tickets[place]
        let isWinner = try version.wins(over: other.version)
        losers.append(isWinner ? other.version.record : version.record)
        if isWinner { tickets[place] = (ticket, version) }
    }

    /// Saves the added versions and their words; the caller handles the statuses of ``unsettled()``.
    ///
    /// - Parameters:
    ///   - source: The epoch of the ledger that they came from; `nil` for versions that were made here.
    ///   - authority: Returns what a box may do.
    /// - Returns: The versions that won over the existing ones.
    /// - Throws: `DatabaseError`.
    mutating func save(via source: EpochID?, _ authority: (BoxID) throws -> Authority) throws -> [SharedTicket] {
        guard !tickets.isEmpty else { return [] }
        let winners = try stageNews(authority)
        let news = winners.map(\.ticket)
        guard !news.isEmpty else { return [] }
        try addTiers(of: news)
        let index = SearchIndex(db)
        try index.remove(ticketsIn: Self.known)
        var rev = try IssuedTicket.lastRevision(in: db)
        let purged = try EventID.purged(in: db)
        for (ticket, version) in winners {
            rev += 1
            try ticket.save(
                signature: version.signature, rev: rev, via: version.isOwn ? nil : source,
                isPurged: purged.contains(ticket.event), in: db)
        }
        limited = try ReplacementLimit.apply(to: claiming(among: news), in: db)
        try LineCounting.judgeChanges(toTicketsIn: "temp.arrived", in: db)
        try index.add(ticketsIn: Self.known)
        try index.addNewTickets(of: Self.listed, sorted: Self.listed)
        try Ledger.markStamped(in: db)
        return news
    }

    /// Returns the tickets whose status does not follow from their saved version alone, and those that a saved ticket
    /// replaces or replaced before.
    ///
    /// - Throws: `DatabaseError`.
    func unsettled() throws -> [TicketID] {
        guard !tickets.isEmpty else { return [] }
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT arrived.id FROM temp.arrived JOIN ticket ON ticket.id = arrived.id
                    WHERE arrived.known OR ticket.removed OR ticket.replaces NOT NULL
                        OR EXISTS (SELECT 1 FROM ticket_change WHERE ticket_change.ticket = arrived.id)
                        OR EXISTS (SELECT 1 FROM ticket AS newer WHERE newer.replaces = arrived.id)
                    UNION SELECT ticket.replaces FROM temp.arrived JOIN ticket ON ticket.id = arrived.id
                    WHERE ticket.replaces NOT NULL
                    UNION SELECT replaced FROM temp.arrived WHERE replaced NOT NULL
                    """
            )
        )
        return try rows.map { try $0.identifier("id") } + limited
    }

    /// Returns the tickets that claim to replace another one, or did before.
    private func claiming(among news: [SharedTicket]) throws -> [TicketID] {
        let before = try db.cachedStatement(sql: "SELECT id FROM temp.arrived WHERE replaced NOT NULL")
        return try Row.fetchAll(before).map { try $0.identifier("id") } + news.filter { $0.replaces != nil }.map(\.id)
    }

    private static let known = "(SELECT id FROM temp.arrived WHERE known)"
    private static let listed = """
        (SELECT number, id, holder, reference FROM temp.arrived CROSS JOIN ticket USING (id) ORDER BY number)
        """

    /// Puts new versions into `temp.arrived`, numbered from 1.
    private mutating func stageNews(
        _ authority: (BoxID) throws -> Authority
    ) throws -> [(ticket: SharedTicket, version: SharedVersion)] {
        // Created only once: when a table is created, GRDB discards all cached statements.
        let table = try db.cachedStatement(sql: "SELECT 1 FROM sqlite_temp_master WHERE name = 'arrived'")
        if try Int.fetchOne(table) == nil {
            try db.execute(
                sql: """
                    CREATE TEMP TABLE arrived (
                        number INTEGER PRIMARY KEY, id BLOB NOT NULL, known INTEGER NOT NULL, replaced BLOB)
                    """)
        }
        try db.cachedStatement(sql: "DELETE FROM temp.arrived").execute()
        let stage = try db.cachedStatement(sql: "INSERT INTO temp.arrived (number, id, known) VALUES (?, ?, 0)")
        for (place, one) in tickets.enumerated() {
            try stage.execute(arguments: [place + 1, one.ticket.id.blob])
        }
        let held = try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT number, ticket.* FROM temp.arrived CROSS JOIN ticket ON ticket.id = arrived.id"
            )
        )
        let own = try Box.owner(in: db).id
        let former = try FormerVersions(losingIn: db)
        var stale: Set<Int> = []
        for row in held {
            let number: Int = row["number"]
            let held = try SharedVersion(ticket: row, own: own, authority)
            if held.rank == 0, let ticket = try former?.last(of: tickets[number - 1].ticket.id) {
                // A box that is revoked by now has changed what this one wrote.
                let rank = try authority(own).rank(of: .ticket(ticket), in: ticket.event)
                try add(ticket, SharedVersion(.ticket(ticket), signature: nil, rank: rank, isOwn: true))
            }
            let version = tickets[number - 1].version
            let isNews = try version.wins(over: held)
            let (winner, loser) = isNews ? (version.record, held.record) : (held.record, version.record)
            if loser != winner, winner.author != own { try former?.keep(loser) }
            if !isNews { stale.insert(number - 1) }
            if isNews {
                // What it replaced until now may be replaced no longer.
                let sql = "UPDATE temp.arrived SET known = 1, replaced = ? WHERE number = ?"
                let replaced = try SharedTicket(row).replaces
                try db.cachedStatement(sql: sql).execute(arguments: [replaced?.blob, number])
            } else {
                try db.cachedStatement(sql: "DELETE FROM temp.arrived WHERE number = ?").execute(arguments: [number])
            }
        }
        for loser in losers { try former?.keep(loser) }
        return tickets.indices.filter { !stale.contains($0) }.map { tickets[$0] }
    }

    private func addTiers(of news: [SharedTicket]) throws {
        let tiers = Dictionary(grouping: news, by: \.event).mapValues { Set($0.compactMap(\.tier)) }
        let statement = try db.cachedStatement(sql: "INSERT OR IGNORE INTO tier (event, name) VALUES (?, ?)")
        for (event, names) in tiers {
            for name in names { try statement.execute(arguments: [event.blob, name]) }
        }
    }
}
