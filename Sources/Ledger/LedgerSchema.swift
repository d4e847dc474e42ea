// The tables of a ledger, and how an older ledger becomes this one.

import GRDB

/// The ledger's tables. Identifiers are UUIDs as 16-byte blobs, times are milliseconds since 1970 in UTC.
enum LedgerSchema {
    /// `PRAGMA application_id` of every ledger: the letters `DCL1`.
    static let applicationID: Int32 = 0x4443_4C31

    /// A ledger written by a newer doorcheck has migrations that this list does not know.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1-tickets-and-scans") { db in
            try db.execute(sql: lists)
            try db.execute(sql: scans)
        }
        migrator.registerMigration("3-lists") { db in
            try db.execute(sql: lookups)
            try FindingIndex(db).addNewTickets()
        }
        return migrator
    }

    /// What an organiser fills in before the doors open.
    private static let lists = """
        CREATE TABLE box (
            id   BLOB PRIMARY KEY CHECK (length(id) = 16),
            name TEXT NOT NULL,
            own  INTEGER UNIQUE CHECK (own = 1)      -- 1 for the box this ledger lives on, NULL for others
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE event (
            id        BLOB PRIMARY KEY CHECK (length(id) = 16),
            slug      TEXT NOT NULL UNIQUE,          -- the short name that commands use
            name      TEXT NOT NULL,
            opens_ms  INTEGER,
            closes_ms INTEGER CHECK (closes_ms > opens_ms),
            unlisted  TEXT NOT NULL CHECK (unlisted IN ('refuse', 'ask', 'admit'))
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE tier (
            event BLOB NOT NULL REFERENCES event,
            name  TEXT NOT NULL,
            note  TEXT,                              -- for staff: 'student card', '18+'
            PRIMARY KEY (event, name)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE gate (
            event BLOB NOT NULL REFERENCES event,
            name  TEXT NOT NULL,
            PRIMARY KEY (event, name)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE signing_key (                   -- public facts; the secret is in a key file
            key_id BLOB PRIMARY KEY CHECK (length(key_id) = 4),
            event  BLOB NOT NULL REFERENCES event,
            suite  INTEGER NOT NULL CHECK (suite = 1),
            epoch  INTEGER NOT NULL CHECK (epoch BETWEEN 0 AND 4294967295),
            UNIQUE (event, epoch)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE ticket (
            id        BLOB PRIMARY KEY CHECK (length(id) = 16),
            event     BLOB NOT NULL REFERENCES event,
            user      BLOB NOT NULL CHECK (length(user) = 16),
            epoch     INTEGER NOT NULL,              -- of the key that signed the code
            tier      TEXT,
            status    TEXT NOT NULL CHECK (status IN ('valid', 'unpaid', 'blocked', 'revoked', 'replaced')),
            holder    TEXT,
            reference TEXT,                          -- e-mail address or order number
            admits    INTEGER NOT NULL CHECK (admits BETWEEN 1 AND 1000),
            note      TEXT,
            opens_ms  INTEGER,
            closes_ms INTEGER CHECK (closes_ms > opens_ms),
            FOREIGN KEY (event, tier) REFERENCES tier
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX ticket_by_holder ON ticket (event, holder COLLATE NOCASE);
        CREATE INDEX ticket_by_reference ON ticket (event, reference COLLATE NOCASE);
        """

    /// What happened at the doors: append-only, each box's scans numbered 1, 2, 3 … and chained by SHA-256.
    ///
    /// `slot` numbers the admissions of a ticket on one box, and its unique key is what makes an entry single
    /// should everything above it fail.
    private static let scans = """
        CREATE TABLE scan (
            box     BLOB NOT NULL REFERENCES box,
            seq     INTEGER NOT NULL CHECK (seq > 0),
            event   BLOB NOT NULL REFERENCES event,
            gate    TEXT NOT NULL,
            ticket  BLOB CHECK (length(ticket) = 16), -- no reference: a genuine ticket may be on no list here
            kind    TEXT NOT NULL CHECK (kind IN ('entry', 'exit', 'override', 'void')),
            verdict TEXT NOT NULL CHECK (verdict IN ('admit', 'refuse', 'ask')),
            reason  TEXT NOT NULL,
            slot    INTEGER CHECK (slot IS NULL OR (slot > 0 AND verdict = 'admit' AND ticket IS NOT NULL)),
            mark    BLOB CHECK (length(mark) = 8),    -- start of the code's SHA-256 where no ticket is known
            at_ms   INTEGER NOT NULL,                 -- the box's wall clock
            hlc     INTEGER NOT NULL,                 -- hybrid logical clock: order among boxes
            chain   BLOB NOT NULL CHECK (length(chain) = 32),
            PRIMARY KEY (box, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX scan_slot ON scan (ticket, box, slot) WHERE slot IS NOT NULL;
        CREATE INDEX scan_mark ON scan (mark, at_ms) WHERE mark IS NOT NULL;

        CREATE TRIGGER scan_without_gaps BEFORE INSERT ON scan
        WHEN new.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM scan WHERE box = new.box)
        BEGIN SELECT RAISE(ABORT, 'scans of a box are numbered without gaps'); END;
        CREATE TRIGGER scan_never_changes BEFORE UPDATE ON scan
        BEGIN SELECT RAISE(ABORT, 'a scan never changes'); END;
        CREATE TRIGGER scan_never_goes BEFORE DELETE ON scan
        BEGIN SELECT RAISE(ABORT, 'a scan is never deleted'); END;

        CREATE VIEW admission AS
        SELECT ticket, event, box, seq, gate, at_ms, hlc FROM scan
        WHERE slot IS NOT NULL;
        """
}
