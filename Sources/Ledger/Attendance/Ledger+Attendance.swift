// The queries behind an event's report.

import GRDB
public import TicketSigning

extension Ledger {
    /// Summarises an event's book.
    ///
    /// - Parameter event: The event.
    /// - Returns: Figures from one snapshot; all empty for an event without tickets and scans.
    /// - Throws: ``LedgerError``.
    /// - Complexity: Reads the event's scans and tickets a few times. Memory grows with minutes, gates and tiers, not
    ///   with scans.
    public func attendance(of event: EventID) async throws -> AttendanceFigures {
        try await read { db in
            let given: StatementArguments = [event.blob]
            func rows(_ sql: String) throws -> RowCursor { try Row.fetchCursor(db, sql: sql, arguments: given) }
            return AttendanceFigures(
                arrivals: try Array(rows(AttendanceQuery.arrivals).map(ArrivalGroup.init)),
                scans: try Array(rows(AttendanceQuery.scans).map(ScanGroup.init)),
                turnout: try Array(rows(AttendanceQuery.turnout).map(TierTurnout.init)),
                partners: try Array(rows(AttendanceQuery.partners).map(PartnerTickets.init)),
                zones: try Array(rows(AttendanceQuery.zones).map(ZonePeak.init)),
                staffActions: try Array(rows(AttendanceQuery.staffActions).map(StaffActionSummary.init)),
                boxes: try Array(rows(AttendanceQuery.boxes).map(BoxRecord.init)),
                overridden: try Int.fetchOne(db, sql: Self.overrides, arguments: given) ?? 0
            )
        }
    }

    /// Counts the people who may enter and did not come.
    ///
    /// - Parameter event: The event.
    /// - Returns: Their number; the same as the sum of ``TierTurnout/noShows``.
    /// - Throws: ``LedgerError``.
    public func noShowCount(of event: EventID) async throws -> Int {
        try await read { db in
            try Row.fetchAll(db, sql: AttendanceQuery.turnout, arguments: [event.blob]).map(TierTurnout.init)
                .reduce(0) { $0 + $1.noShows }
        }
    }

    /// Passes each ticket whose people did not all come to a closure, in the order of identifiers. Blocks its thread.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - body: Receives a ticket, how many people it admits, and how many of them came.
    /// - Throws: ``LedgerError``, and any error thrown by `body`.
    /// - Complexity: Memory does not grow with the list.
    public func forEachNoShow(of event: EventID, _ body: (IssuedTicket, _ admits: Int, _ came: Int) throws -> Void)
        throws
    {
        try queue.read { db in
            try LedgerError.mapping(path: path) {
                let rows = try Row.fetchCursor(db, sql: AttendanceQuery.noShows, arguments: [event.blob])
                while let row = try rows.next() { try body(IssuedTicket(row), row["expected"], row["came_people"]) }
            }
        }
    }
}

/// The queries; the only parameter of each is the event.
enum AttendanceQuery {
    /// The view `admission` for one event, without returns, in the order of the book. If it queried the view, SQLite
    /// would read it by the index over tickets, with each scan on another page; the plus sign disables that index
    /// (sqlite.org/optoverview.html section 2).
    private static let admitted = """
        admitted AS (
            SELECT * FROM scan
            WHERE event = ?1 AND +slot IS NOT NULL AND kind IN ('entry', 'override') AND reason <> 'readmitted'
                AND counts AND NOT EXISTS (
                    SELECT 1 FROM scan AS undo
                    WHERE undo.undone_box = scan.box AND undo.undone_seq = scan.seq AND undo.undone_chain = scan.chain
                        AND undo.counts
                )
        )
        """

    /// The n-th person of a ticket enters a zone with its n-th admission there, and arrives with the earliest of
    /// these over all zones.
    static let arrivals = """
        WITH \(admitted), entered AS (
            SELECT ticket, gate, at_ms, hlc, box, seq, chain,
                row_number() OVER (PARTITION BY ticket, zone ORDER BY hlc, box, seq, chain) AS person
            FROM admitted
        ), arrived AS (
            SELECT ticket, gate, at_ms,
                row_number() OVER (PARTITION BY ticket, person ORDER BY hlc, box, seq, chain) AS place
            FROM entered
        )
        SELECT at_ms / 60000 * 60000 AS minute, gate,
            CASE WHEN granted.id IS NULL THEN ticket.tier ELSE granted.tier END AS ticket_tier,
            ticket.id IS NOT NULL AND granted.id IS NULL AS is_listed, partner AS seller,
            count(*) AS people
        FROM arrived LEFT JOIN ticket ON ticket.id = arrived.ticket
        LEFT JOIN granted_ticket AS granted ON granted.id = arrived.ticket
        LEFT JOIN partner_grant ON partner_grant.id = granted.partner_grant
        WHERE place = 1 GROUP BY minute, gate, ticket_tier, is_listed, seller
        ORDER BY minute, gate, ticket_tier, is_listed, seller
        """

    /// The partners, how many tickets they may sell or might before, and the people who came with them, as far as the
    /// tickets admit these.
    static let partners = """
        WITH \(admitted), came AS (
            SELECT partner_grant.id AS sold_by, sum(min(people, coalesce(tier.admits, event.admits))) AS people FROM (
                SELECT ticket, max(people) AS people FROM (
                    SELECT ticket, count(*) AS people FROM admitted GROUP BY ticket, zone
                ) GROUP BY ticket
            )
            JOIN granted_ticket ON granted_ticket.id = ticket
            JOIN partner_grant ON partner_grant.id = granted_ticket.partner_grant
            JOIN event ON event.id = partner_grant.event
            LEFT JOIN tier ON tier.event = event.id AND tier.name = granted_ticket.tier
            GROUP BY partner_grant.id
        )
        SELECT partner, sum(CASE WHEN retired THEN 0 ELSE tickets END) AS valid,
            sum(CASE WHEN retired THEN tickets ELSE 0 END) AS taken_back, coalesce(sum(people), 0) AS people
        FROM partner_grant LEFT JOIN came ON sold_by = id WHERE event = ?1 GROUP BY partner ORDER BY partner
        """

    static let scans = """
        SELECT gate, kind, verdict, reason, count(*) AS scans FROM scan WHERE event = ?1 AND counts
        GROUP BY gate, kind, verdict, reason ORDER BY gate, kind, verdict, reason
        """

    /// The number of people who came with each listed ticket, or with one that it replaces.
    private static let came = """
        WITH RECURSIVE \(admitted), stands (ticket_now, once) AS (
            SELECT id, replaces FROM ticket WHERE event = ?1 AND replaces IS NOT NULL AND status <> 'replaced'
            UNION SELECT ticket_now, replaces FROM stands JOIN ticket ON ticket.id = once WHERE replaces IS NOT NULL
        ), came AS (
            SELECT entered, max(people) AS people FROM (
                SELECT coalesce(ticket_now, ticket) AS entered, count(*) AS people
                FROM admitted LEFT JOIN stands ON once = ticket GROUP BY entered, zone
            ) GROUP BY entered
        ), listed AS (
            SELECT ticket.*, coalesce(ticket.admits, tier.admits, event.admits) AS expected,
                coalesce(came.people, 0) AS came_people
            FROM ticket JOIN event ON event.id = ticket.event
            LEFT JOIN tier ON tier.event = ticket.event AND tier.name = ticket.tier
            LEFT JOIN came ON came.entered = ticket.id
            WHERE ticket.event = ?1 AND ticket.status NOT IN ('revoked', 'replaced')
        )
        """

    static let turnout = """
        \(came)
        SELECT tier, count(*) AS tickets, sum(expected) AS expected,
            sum(max(0, expected - came_people)) AS no_shows
        FROM listed GROUP BY tier ORDER BY tier
        """

    static let noShows = "\(came) SELECT * FROM listed WHERE came_people < expected ORDER BY id"

    /// Every movement with the number of people in its zone afterwards, and how many it let in. Ordered by logical
    /// clock, the order in which the boxes' books are read together.
    private static let counted = """
        counted AS (
            SELECT zone, at_ms, step, sum(step) OVER (
                PARTITION BY zone ORDER BY hlc, box, seq, chain ROWS UNBOUNDED PRECEDING
            ) AS inside
            FROM (
                SELECT zone, at_ms, hlc, box, seq, chain,
                    CASE WHEN undone_seq IS NULL THEN people ELSE -coalesce((
                        SELECT undone.people FROM scan AS undone WHERE undone.box = scan.undone_box
                            AND undone.seq = scan.undone_seq AND undone.chain = scan.undone_chain AND undone.counts
                    ), 0) END + EXISTS (
                        SELECT 1 FROM unmatched_exit AS unmatched
                        WHERE unmatched.box = scan.box AND unmatched.seq = scan.seq AND unmatched.chain = scan.chain
                    ) AS step
                FROM scan WHERE event = ?1 AND (people <> 0 OR undone_seq IS NOT NULL) AND counts AND NOT EXISTS (
                    SELECT 1 FROM scan AS undo
                    WHERE undo.undone_box = scan.undone_box AND undo.undone_seq = scan.undone_seq
                        AND undo.undone_chain = scan.undone_chain AND undo.counts
                        AND (undo.hlc, undo.box) < (scan.hlc, scan.box)
                )
            )
        )
        """

    static let zones = """
        WITH \(counted)
        SELECT zone, max(inside) AS most, at_ms, (
            SELECT people FROM inside WHERE inside.event = ?1 AND inside.zone = counted.zone
        ) AS at_end
        FROM counted GROUP BY zone ORDER BY zone
        """

    static let zoneMinutes = """
        WITH \(counted)
        SELECT zone, at_ms / 60000 * 60000 AS minute, max(max(inside, inside - step)) AS most
        FROM counted GROUP BY zone, minute ORDER BY zone, minute
        """

    static let staffActions = """
        SELECT CASE kind WHEN 'entry' THEN 'override' ELSE kind END AS action,
            CASE kind WHEN 'override' THEN reason END AS overruled, actor, why, count(*) AS actions
        FROM scan WHERE event = ?1 AND counts
            AND (kind IN ('override', 'void') OR kind = 'entry' AND slot IS NOT NULL AND actor IS NOT NULL)
        GROUP BY action, overruled, actor, why
        UNION ALL
        SELECT action, NULL, actor, why, count(*) FROM ticket_change JOIN ticket ON ticket.id = ticket_change.ticket
        WHERE event = ?1 AND counts GROUP BY action, actor, why
        ORDER BY actions DESC, action, actor, overruled, why
        """

    /// `hlc / 65536` is the newest time of any earlier record of the box, or the scan's own.
    static let boxes = """
        WITH scanned AS (
            SELECT box, max(seq) AS held, sum(event = ?1) AS scans, sum(event = ?1 AND NOT counts) AS uncounted,
                min(CASE event WHEN ?1 THEN at_ms END) AS first_ms, max(CASE event WHEN ?1 THEN at_ms END) AS last_ms,
                sum(event = ?1 AND hlc / 65536 - at_ms > 10000) AS distrusted
            FROM scan GROUP BY box
        )
        SELECT box.id, box.name, scans, uncounted, first_ms, last_ms, distrusted, ahead_ms,
            (SELECT count(*) FROM branch WHERE branch.box = box.id AND log = 'scan') AS branches,
            max(held, coalesce((SELECT max(seq) FROM peer_holding
                WHERE peer_holding.box = box.id AND log = 'scan'), 0)) - held AS missing,
            (SELECT contact_ms FROM peer WHERE peer.id = box.id) AS contact_ms,
            (SELECT revoked FROM member WHERE member.box = box.id) AS revoked
        FROM scanned JOIN named_box AS box ON box.id = scanned.box
        WHERE scans > 0 ORDER BY box.name, box.id
        """
}

extension ArrivalGroup {
    fileprivate init(_ row: Row) {
        self.init(
            minute: Timestamp(milliseconds: row["minute"]), gate: row["gate"], tier: row["ticket_tier"],
            isListed: row["is_listed"], partner: row["seller"], people: row["people"]
        )
    }
}

extension ScanGroup {
    fileprivate init(_ row: Row) {
        self.init(
            gate: row["gate"], kind: row["kind"], verdict: row["verdict"], reason: row["reason"], count: row["scans"]
        )
    }
}

extension TierTurnout {
    fileprivate init(_ row: Row) {
        self.init(
            tier: row["tier"], tickets: row["tickets"], expected: row["expected"], noShows: row["no_shows"]
        )
    }
}

extension PartnerTickets {
    fileprivate init(_ row: Row) {
        self.init(partner: row["partner"], tickets: row["valid"], retired: row["taken_back"], people: row["people"])
    }
}

extension ZonePeak {
    fileprivate init(_ row: Row) {
        self.init(
            zone: row["zone"], atEnd: (row["at_end"] as Int?) ?? 0, most: row["most"],
            at: Timestamp(milliseconds: row["at_ms"])
        )
    }
}

extension StaffActionSummary {
    fileprivate init(_ row: Row) {
        self.init(
            action: row["action"], overruled: row["overruled"], actor: row["actor"], why: row["why"],
            count: row["actions"]
        )
    }
}

extension BoxRecord {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row.identifier("id"),
            name: row["name"],
            scans: row["scans"],
            first: Timestamp(milliseconds: row["first_ms"]),
            last: Timestamp(milliseconds: row["last_ms"]),
            missing: row["missing"],
            distrusted: row["distrusted"],
            aheadMilliseconds: row["ahead_ms"],
            branches: row["branches"],
            uncounted: row["uncounted"],
            standing: BoxRecord.Standing(revoked: row["revoked"]),
            contact: row.timestamp("contact_ms")
        )
    }
}
