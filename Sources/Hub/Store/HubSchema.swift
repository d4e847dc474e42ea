// The hub's tables.

/// The same tables in SQLite and PostgreSQL, without sequences, triggers, listeners or advisory locks: some servers
/// that speak PostgreSQL's protocol lack these or order them differently.
enum HubSchema {
    /// The schema version; a database with an older one is upgraded, and one with a newer one refused.
    static let version: Int64 = 13

    /// Returns the statements that turn a database of one version into one of the next.
    ///
    /// - Parameters:
    ///   - version: The present version.
    ///   - dialect: The database's SQL.
    /// - Returns: The statements; `nil` for a version that no upgrade begins with.
    static func upgrade(from version: Int64, _ dialect: SQLDialect) -> [String]? {
        switch version {
        case 8: purges(dialect)
        case 9: accounts(dialect)
        case 10: [claimsOfEvents]
        case 11: boxStatements + eventChanges(dialect)
        case 12: uncertainPlaces(dialect)
        default: nil
        }
    }

    /// The condition for records of ``RecordKind/lists``, in the words of their index.
    static let isList = "kind NOT IN ('change', 'ticket', 'scan')"

    /// Returns the statements that create the tables. Identifiers are UUIDs as 16 bytes; times are milliseconds since
    /// 1970 in UTC.
    static func statements(_ dialect: SQLDialect) -> [String] {
        [
            records, logs, claims, places, boxes, organiser, quotas, hubKey, purges, accounts, eventChanges,
        ].flatMap { $0(dialect) }
    }

    /// The records of all boxes.
    private static func records(_ dialect: SQLDialect) -> [String] {
        let (integer, bytes, end) = (dialect.integer, dialect.bytes, dialect.tableEnd)
        return [
            // A single row, whose lock serialises all writes. boxes counts changes of boxes' rights.
            """
            CREATE TABLE IF NOT EXISTS meta (
                one     \(integer) PRIMARY KEY CHECK (one = 1),
                version \(integer) NOT NULL,
                epoch   \(bytes) NOT NULL,
                rev     \(integer) NOT NULL,
                boxes   \(integer) NOT NULL
            ) \(end)
            """,
            // The starts of the hub: each begins an epoch after a revision. A position in a past epoch is one in this
            // history up to where the next one began.
            """
            CREATE TABLE IF NOT EXISTS epoch (
                id     \(bytes) PRIMARY KEY,
                number \(integer) NOT NULL UNIQUE,
                rev    \(integer) NOT NULL
            ) \(end)
            """,
            // id, seq and chain are the box, number and chain value of a log's line; for a version, the object that it
            // describes, 0, and the box that wrote it if there is a version of each, otherwise nothing. audience: see
            // RecordAudience.
            """
            CREATE TABLE IF NOT EXISTS record (
                kind  TEXT NOT NULL,
                id    \(bytes) NOT NULL,
                seq   \(integer) NOT NULL,
                event \(bytes) NOT NULL,
                hlc   \(integer) NOT NULL,
                box   \(bytes) NOT NULL,
                body  \(bytes) NOT NULL,
                rev   \(integer) NOT NULL,
                chain \(bytes) NOT NULL,
                audience \(bytes) NOT NULL,
                PRIMARY KEY (kind, id, seq, chain)
            ) \(end)
            """,
            "CREATE UNIQUE INDEX IF NOT EXISTS record_rev ON record (rev)",
            "CREATE UNIQUE INDEX IF NOT EXISTS record_list ON record (rev) WHERE \(isList)",
            "CREATE UNIQUE INDEX IF NOT EXISTS record_audience ON record (audience, rev)",
        ]
    }

    /// How far each log goes, and lines that were not accepted.
    private static func logs(_ dialect: SQLDialect) -> [String] {
        let (integer, bytes, end) = (dialect.integer, dialect.bytes, dialect.tableEnd)
        return [
            // The last lines of each log, and every 256th line, each with the revision of the upload that it came in.
            """
            CREATE TABLE IF NOT EXISTS have (
                kind   TEXT NOT NULL,
                box    \(bytes) NOT NULL,
                seq    \(integer) NOT NULL,
                chain  \(bytes) NOT NULL,
                is_end \(integer) NOT NULL,
                rev    \(integer) NOT NULL,
                PRIMARY KEY (kind, box, seq, chain)
            ) \(end)
            """,
            // Lines that were not accepted, because their box was revoked.
            """
            CREATE TABLE IF NOT EXISTS quarantine (
                kind  TEXT NOT NULL,
                box   \(bytes) NOT NULL,
                seq   \(integer) NOT NULL,
                hash  \(bytes) NOT NULL,
                event \(bytes) NOT NULL,
                body  \(bytes) NOT NULL,
                at_ms \(integer) NOT NULL,
                PRIMARY KEY (kind, box, seq, hash)
            ) \(end)
            """,
        ]
    }

    /// Claims to movements of tickets.
    private static func claims(_ dialect: SQLDialect) -> [String] {
        let (integer, bytes, end) = (dialect.integer, dialect.bytes, dialect.tableEnd)
        return [
            """
            CREATE TABLE IF NOT EXISTS claim (
                ticket  \(bytes) NOT NULL,
                zone    TEXT NOT NULL,
                ordinal \(integer) NOT NULL,
                box     \(bytes) NOT NULL,
                number  \(integer) NOT NULL,
                event   \(bytes) NOT NULL,
                gate    TEXT NOT NULL,
                kind    TEXT NOT NULL,
                at_ms   \(integer) NOT NULL,
                hlc     \(integer) NOT NULL,
                PRIMARY KEY (ticket, zone, ordinal)
            ) \(end)
            """,
            "CREATE UNIQUE INDEX IF NOT EXISTS claim_number ON claim (box, number)",
            claimsOfEvents,
        ]
    }

    /// Finds the claims of an event that is over.
    private static let claimsOfEvents = "CREATE INDEX IF NOT EXISTS claim_event ON claim (event, at_ms)"

    /// Boxes, and invitations for them.
    private static func boxes(_ dialect: SQLDialect) -> [String] {
        let (integer, bytes, end) = (dialect.integer, dialect.bytes, dialect.tableEnd)
        return [
            // revoked_ms, contact_ms: 0 for never. cursor: the box's last report of how far it has sent its lists;
            // scans: the number of its last scan, as reported by the box; membership: what it got when it joined, or
            // presented when it came back, as JSON; empty for none; gate, version: what it told of itself, see
            // BoxStatement; empty for nothing.
            """
            CREATE TABLE IF NOT EXISTS box (
                id          \(bytes) PRIMARY KEY,
                name        TEXT NOT NULL,
                public_key  \(bytes) NOT NULL,
                carries     \(integer) NOT NULL,
                enrolled_ms \(integer) NOT NULL,
                revoked_ms  \(integer) NOT NULL,
                contact_ms  \(integer) NOT NULL,
                skew_ms     \(integer) NOT NULL,
                cursor      TEXT NOT NULL,
                scans       \(integer) NOT NULL,
                membership  TEXT NOT NULL,
                gate        TEXT NOT NULL DEFAULT '',
                version     TEXT NOT NULL DEFAULT ''
            ) \(end)
            """,
            "CREATE INDEX IF NOT EXISTS box_revoked ON box (id) WHERE revoked_ms > 0",
            // The events that a box may see; a box without rows may see all.
            """
            CREATE TABLE IF NOT EXISTS box_event (
                box   \(bytes) NOT NULL,
                event \(bytes) NOT NULL,
                PRIMARY KEY (box, event)
            ) \(end)
            """,
            "CREATE INDEX IF NOT EXISTS box_event_event ON box_event (event)",
            // One-time codes for boxes to join with, by the hash of the public half of their keys; events is a list of
            // UUIDs, empty for all.
            """
            CREATE TABLE IF NOT EXISTS invitation (
                hash       \(bytes) PRIMARY KEY,
                name       TEXT NOT NULL,
                carries    \(integer) NOT NULL,
                events     TEXT NOT NULL,
                expires_ms \(integer) NOT NULL,
                membership TEXT NOT NULL
            ) \(end)
            """,
        ]
    }

    /// Adds what boxes tell of themselves.
    private static let boxStatements = ["gate", "version"].map { column in
        "ALTER TABLE box ADD COLUMN \(column) TEXT NOT NULL DEFAULT ''"
    }

    /// Access to the organiser's pages.
    private static func organiser(_ dialect: SQLDialect) -> [String] {
        let (integer, bytes, end) = (dialect.integer, dialect.bytes, dialect.tableEnd)
        return [
            // The token that opens the organiser's pages, by its hash; at most one row.
            """
            CREATE TABLE IF NOT EXISTS organiser (
                one     \(integer) PRIMARY KEY CHECK (one = 1),
                hash    \(bytes) NOT NULL,
                made_ms \(integer) NOT NULL
            ) \(end)
            """
        ]
    }
}
