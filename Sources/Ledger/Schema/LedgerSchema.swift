// The tables of a ledger, and the migration of older ledgers.

import GRDB

/// The ledger's tables. Identifiers are UUIDs as 16-byte blobs, times are milliseconds since 1970 in UTC.
enum LedgerSchema {
    /// `PRAGMA application_id` of every ledger: the letters `DCL1`.
    static let applicationID: Int32 = 0x4443_4C31

    /// The migrations; a ledger written by a newer doorcheck has some that this list does not know.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1-tickets-and-scans") { db in
            try db.execute(sql: lists)
            try db.execute(sql: scans)
            try db.execute(sql: shares)
            try db.execute(sql: exits)
            try db.execute(sql: lookups)
            try db.execute(sql: sharing)
            try db.execute(sql: arrivals)
            try db.execute(sql: imports)
        }
        // It adds tables only; a check of all references would take seconds in a long list.
        migrator.registerMigration("2-ticket-design", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: design)
        }
        return migrator
    }

    /// Returns whether a file has exactly the schema that its migrations create, and nothing else.
    ///
    /// Rows are read by column name, and a missing column would end the process. Triggers guard the scans and a
    /// unique index the entries; another trigger could change tickets as they are scanned. A ledger that is only read
    /// may lack the last migrations.
    static func isWhole(in db: Database) throws -> Bool {
        let migrations = try migrator.appliedMigrations(db).count
        guard migrations > 0 else { return false }
        let (found, expected) = (try statements(in: db), try statements.get()[migrations - 1])
        return found == expected || found.map(withoutComments) == expected.map(withoutComments)
    }

    /// The statements of the schema after each migration.
    private static let statements = Result {
        let fresh = try DatabaseQueue()
        return try migrator.migrations.map { migration in
            try migrator.migrate(fresh, upTo: migration)
            return try fresh.read(statements)
        }
    }

    private static func statements(in db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY type, name")
    }

    /// A statement without its comments and line breaks: a better comment makes no ledger foreign.
    ///
    /// - Parameter sql: As SQLite keeps it.
    /// - Returns: The same tokens with one space between them. What is quoted stays as it is, so that nothing that
    ///   runs can pass for a comment.
    static func withoutComments(_ sql: String) -> String {
        var (kept, rest) = ("", Substring(sql))
        func separate() {
            if kept.last?.isWhitespace != true { kept += " " }
        }
        while let first = rest.first {
            if rest.hasPrefix("--") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                rest = rest.dropFirst(2).firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
                separate()
            } else if "'\"`[".contains(first) {
                let last = rest.dropFirst().firstIndex(of: first == "[" ? "]" : first)
                let end = last.map(rest.index(after:)) ?? rest.endIndex
                kept += rest[..<end]
                rest = rest[end...]
            } else {
                if first.isWhitespace { separate() } else { kept.append(first) }
                rest = rest.dropFirst()
            }
        }
        return kept
    }

    /// What an organiser sets up before the doors open.
    private static let lists = """
        CREATE TABLE box (
            id   BLOB PRIMARY KEY CHECK (length(id) = 16),
            name TEXT NOT NULL,
            key  BLOB NOT NULL CHECK (length(key) = 32), -- Ed25519; the identifier follows from it
            own  INTEGER UNIQUE CHECK (own = 1),     -- 1 for the box this ledger lives on, NULL for others
            rev  INTEGER NOT NULL DEFAULT 0,
            ahead_ms INTEGER NOT NULL DEFAULT 0      -- the most that its clock was ever seen ahead of this one's
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE event (
            id        BLOB PRIMARY KEY CHECK (length(id) = 16),
            slug      TEXT NOT NULL,                 -- the short name that commands use
            name      TEXT NOT NULL,
            opens_ms  INTEGER,
            closes_ms INTEGER CHECK (closes_ms > opens_ms),
            unlisted  TEXT NOT NULL CHECK (unlisted IN ('refuse', 'ask', 'admit')),
            old_keys  TEXT NOT NULL CHECK (old_keys IN ('refuse', 'ask')), -- of codes that an old key signed
            exits     TEXT NOT NULL CHECK (exits IN ('open', 'strict')), -- whom exit gates let out
            admits    INTEGER NOT NULL CHECK (admits BETWEEN 1 AND 1000),
            reentry   TEXT NOT NULL CHECK (reentry IN ('none', 'after-exit', 'unlimited', 'per-day')),
            note      TEXT,
            day_ms    INTEGER,                       -- any moment at which a day begins, for 'per-day'
            undo_ms   INTEGER NOT NULL CHECK (undo_ms >= 0),
            closed_ms INTEGER,                       -- when it was closed by hand; nobody enters any more
            hlc       INTEGER,                       -- the stamp: when this version was made
            stamper   BLOB,                          -- and by which box, NULL until a stamp is given
            signature BLOB CHECK (length(signature) = 64), -- by that box; NULL for this one, which signs when it sends
            rev       INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE zone (                          -- what lies behind gates, with a count of its own
            event     BLOB NOT NULL REFERENCES event,
            name      TEXT NOT NULL,
            capacity  INTEGER CHECK (capacity > 0),
            when_full TEXT NOT NULL CHECK (when_full IN ('refuse', 'ask')),
            restricted INTEGER NOT NULL DEFAULT 0 CHECK (restricted IN (0, 1)), -- to tiers that are listed
            PRIMARY KEY (event, name)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE gate (
            event     BLOB NOT NULL REFERENCES event,
            name      TEXT NOT NULL,
            direction TEXT NOT NULL CHECK (direction IN ('entry', 'exit', 'check')),
            zone      TEXT NOT NULL,
            PRIMARY KEY (event, name),
            FOREIGN KEY (event, zone) REFERENCES zone
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE tier (                          -- NULL: as the event says
            event     BLOB NOT NULL REFERENCES event,
            name      TEXT NOT NULL,
            note      TEXT,                          -- for staff: 'student card', '18+'
            opens_ms  INTEGER,
            closes_ms INTEGER CHECK (closes_ms > opens_ms),
            admits    INTEGER CHECK (admits BETWEEN 1 AND 1000),
            reentry   TEXT CHECK (reentry IN ('none', 'after-exit', 'unlimited', 'per-day')),
            PRIMARY KEY (event, name)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE tier_gate (                     -- the gates a tier enters by; none here stands for all
            event BLOB NOT NULL,
            tier  TEXT NOT NULL,
            gate  TEXT NOT NULL,
            PRIMARY KEY (event, tier, gate),
            FOREIGN KEY (event, tier) REFERENCES tier,
            FOREIGN KEY (event, gate) REFERENCES gate
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE gate_tier (                     -- the tiers that a gate admits; none here stands for all
            event BLOB NOT NULL,
            gate  TEXT NOT NULL,
            tier  TEXT NOT NULL,                     -- no reference: tickets may name it later
            PRIMARY KEY (event, gate, tier),
            FOREIGN KEY (event, gate) REFERENCES gate
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE signing_key (                   -- public facts; the secret is in a key file
            key_id BLOB PRIMARY KEY CHECK (length(key_id) = 4),
            event  BLOB NOT NULL REFERENCES event,
            suite  INTEGER NOT NULL CHECK (suite IN (1, 2)),
            epoch  INTEGER NOT NULL CHECK (epoch BETWEEN 0 AND 4294967295),
            retired INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1)), -- for good: nothing signed with it is genuine
            signature BLOB CHECK (length(signature) = 64), -- of all this by root; NULL in a ledger without one
            rev    INTEGER NOT NULL DEFAULT 0,
            public BLOB CHECK (length(public) = 32), -- what verifies tickets of suite 2
            UNIQUE (event, epoch),
            CHECK (suite = 1 AND public IS NULL OR suite = 2 AND public IS NOT NULL AND signature IS NOT NULL)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE partner_grant (                 -- ticket numbers that partners may sell
            id     BLOB PRIMARY KEY CHECK (length(id) = 16),
            event  BLOB NOT NULL REFERENCES event,
            body   BLOB NOT NULL,                    -- what was granted, as root signed it
            partner TEXT NOT NULL,                   -- the name that it says
            tickets INTEGER NOT NULL,                -- how many follow from it
            listed INTEGER NOT NULL DEFAULT 0,       -- and how many of them are in the next table
            retired INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1)), -- for good
            signature BLOB NOT NULL CHECK (length(signature) = 64), -- of all this by root
            rev    INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE granted_ticket (                -- the tickets that follow from grants; they are on no list
            id     BLOB PRIMARY KEY CHECK (length(id) = 16),
            partner_grant BLOB NOT NULL REFERENCES partner_grant,
            number INTEGER NOT NULL,
            tier   TEXT                              -- no reference: its row may come later
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE ticket (
            id         BLOB PRIMARY KEY CHECK (length(id) = 16),
            event      BLOB NOT NULL REFERENCES event,
            user       BLOB NOT NULL CHECK (length(user) = 16),
            epoch      INTEGER NOT NULL,             -- of the key that signed the code
            tier       TEXT,
            status     TEXT NOT NULL CHECK (status IN ('valid', 'unpaid', 'blocked', 'revoked', 'replaced')),
            status_why TEXT,                         -- what staff said when they set it
            holder     TEXT,
            reference  TEXT,                         -- e-mail address or order number
            admits     INTEGER CHECK (admits BETWEEN 1 AND 1000),
            note       TEXT,
            barcode    TEXT,                         -- of another platform; admitted by exact match
            opens_ms   INTEGER,
            closes_ms  INTEGER CHECK (closes_ms > opens_ms),
            replaces   BLOB,                         -- the ticket that this one was issued in place of
            overlong   BLOB,                         -- the same without effect: that one replaces too many already
            rev        INTEGER NOT NULL DEFAULT 0,
            first_status TEXT CHECK (first_status IN ('valid', 'unpaid', 'blocked', 'revoked', 'replaced')),
            hlc        INTEGER,                      -- the stamp: when this version was made
            stamper    BLOB,                         -- and by which box
            signature  BLOB CHECK (length(signature) = 64), -- by that box; NULL for this one, which signs when it sends
            via        BLOB,                         -- the epoch of the ledger that this version came from
            removed    INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)), -- taken off with its import; this travels
            import     INTEGER,                      -- the import that listed it here, and its line
            line       INTEGER,
            listed     INTEGER,                      -- the last import that had it
            purged     INTEGER NOT NULL DEFAULT 0 CHECK (purged IN (0, 1)), -- its names were taken out here: never sent
            uncoded    INTEGER NOT NULL DEFAULT 0 CHECK (uncoded IN (0, 1)), -- imported here, and no code was written
            FOREIGN KEY (event, tier) REFERENCES tier
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX ticket_rev ON ticket (rev);
        CREATE INDEX ticket_by_replaced ON ticket (replaces) WHERE replaces IS NOT NULL;
        CREATE INDEX ticket_by_overlong ON ticket (overlong) WHERE overlong IS NOT NULL;
        CREATE INDEX ticket_by_barcode ON ticket (event, barcode) WHERE barcode IS NOT NULL;

        -- Revisions number the versions of rows in the order in which they were committed, so that whoever has seen
        -- all up to one needs only those after it. Who inserts many gives them; all else is done here. The status is
        -- no part of a version: it follows from the first one and the changes.
        CREATE TRIGGER ticket_first_rev AFTER INSERT ON ticket WHEN new.rev = 0
        BEGIN UPDATE ticket SET rev = (SELECT max(rev) + 1 FROM ticket) WHERE id = new.id; END;
        CREATE TRIGGER ticket_next_rev
            AFTER UPDATE OF tier, holder, reference, admits, note, barcode, opens_ms, closes_ms, removed
        ON ticket WHEN new.rev = old.rev
        BEGIN UPDATE ticket SET rev = (SELECT max(rev) + 1 FROM ticket) WHERE id = new.id; END;

        CREATE TABLE ticket_change (                 -- what staff did to tickets, append-only and chained like scans
            box    BLOB NOT NULL REFERENCES box,
            seq    INTEGER NOT NULL CHECK (seq > 0),
            branch INTEGER NOT NULL DEFAULT 0 CHECK (branch >= 0),
            rev    INTEGER NOT NULL UNIQUE,          -- the order in which they came into this ledger
            ticket BLOB NOT NULL CHECK (length(ticket) = 16), -- no reference: its row may come later
            action TEXT NOT NULL CHECK (action IN ('pay', 'block', 'revoke', 'restore', 'reissue')),
            was    TEXT NOT NULL,                    -- the ticket's status before, as that box knew it
            status TEXT NOT NULL,                    -- and afterwards
            actor  TEXT NOT NULL,
            why    TEXT,
            at_ms  INTEGER NOT NULL,
            hlc    INTEGER NOT NULL,                 -- hybrid logical clock: order among boxes
            chain  BLOB NOT NULL CHECK (length(chain) = 32),
            signature BLOB CHECK (length(signature) IN (64, 97, 129, 161)), -- by the box; NULL as for scans
            counts INTEGER NOT NULL DEFAULT 1 CHECK (counts IN (0, 1)), -- 0: its box may not do it: no effect
            PRIMARY KEY (box, seq, branch)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX ticket_change_by_ticket ON ticket_change (ticket);
        CREATE INDEX ticket_change_checkpoint ON ticket_change (box, seq, branch, chain) WHERE seq % 256 = 0;
        CREATE TRIGGER ticket_change_without_gaps BEFORE INSERT ON ticket_change
        WHEN new.seq IS NOT 1 + coalesce(
            (SELECT max(seq) FROM ticket_change WHERE box = new.box AND branch = new.branch),
            (SELECT fork FROM branch WHERE log = 'change' AND box = new.box AND number = new.branch),
            CASE new.branch WHEN 0 THEN 0 END)
        BEGIN SELECT RAISE(ABORT, 'changes of a box are numbered without gaps'); END;
        CREATE TRIGGER ticket_change_stays BEFORE UPDATE
            OF box, seq, branch, ticket, action, was, status, actor, why, at_ms, hlc, chain ON ticket_change
        BEGIN SELECT RAISE(ABORT, 'what staff did never changes'); END;
        CREATE TRIGGER ticket_change_never_goes BEFORE DELETE ON ticket_change
        BEGIN SELECT RAISE(ABORT, 'what staff did is never deleted'); END;
        """

    /// What happened at the gates: append-only, each box's scans numbered 1, 2, 3 … and chained by SHA-256.
    ///
    /// A box that was restored or cloned goes on behind an earlier scan. Both continuations are kept: `branch` is 0
    /// for the one that this ledger had first, and for what its own box writes.
    ///
    /// `slot` numbers what happened with a ticket on one box: entries, exits, overrides, and the voids that undo
    /// them. Its unique key guarantees a single entry even if everything above it fails.
    private static let scans = """
        CREATE TABLE scan (
            box        BLOB NOT NULL REFERENCES box,
            seq        INTEGER NOT NULL CHECK (seq > 0),
            branch     INTEGER NOT NULL DEFAULT 0 CHECK (branch >= 0),
            event      BLOB NOT NULL REFERENCES event,
            gate       TEXT NOT NULL,
            zone       TEXT NOT NULL,                 -- behind the gate at that moment
            ticket     BLOB CHECK (length(ticket) = 16), -- no reference: a genuine ticket may be on no list here
            kind       TEXT NOT NULL CHECK (kind IN ('entry', 'exit', 'check', 'override', 'void')),
            verdict    TEXT NOT NULL CHECK (verdict IN ('admit', 'refuse', 'ask')),
            reason     TEXT NOT NULL,
            decided    TEXT CHECK (decided IN ('alone', 'hub')), -- who knew that nobody had moved before
            slot       INTEGER CHECK (slot > 0),
            people     INTEGER NOT NULL CHECK (people BETWEEN -1 AND 1), -- how many more are in the zone
            undone_box BLOB,                          -- on a void: the scan that it takes back
            undone_seq INTEGER,
            undone_chain BLOB CHECK (length(undone_chain) = 32),
            mark       BLOB CHECK (length(mark) = 8), -- start of the code's SHA-256 where no ticket is known
            actor      TEXT,                          -- who did it by hand, and why
            why        TEXT,
            at_ms      INTEGER NOT NULL,              -- the box's wall clock
            offset_ms  INTEGER,                       -- what to add to at_ms for the hub's time; NULL if not known
            hlc        INTEGER NOT NULL,              -- hybrid logical clock: order among boxes
            chain      BLOB NOT NULL CHECK (length(chain) = 32),
            signature  BLOB CHECK (length(signature) IN (64, 97, 129, 161)), -- by the box; NULL for this one: it signs
            counts     INTEGER NOT NULL DEFAULT 1 CHECK (counts IN (0, 1)), -- 0: its box may not do it: no effect
            PRIMARY KEY (box, seq, branch),
            CHECK (slot IS NULL OR (ticket IS NOT NULL AND kind <> 'check' AND (verdict = 'admit' OR kind = 'void'))),
            CHECK (slot IS NOT NULL OR people = 0),
            CHECK ((kind = 'void') = (undone_seq IS NOT NULL) AND (kind = 'void') = (undone_box IS NOT NULL)
                AND (kind = 'void') = (undone_chain IS NOT NULL)),
            CHECK (actor IS NOT NULL OR (why IS NULL AND kind NOT IN ('override', 'void')))
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX scan_slot ON scan (ticket, box, slot, branch) WHERE slot IS NOT NULL;
        CREATE INDEX scan_undone ON scan (undone_box, undone_seq) WHERE undone_seq IS NOT NULL;
        CREATE INDEX scan_checkpoint ON scan (box, seq, branch, chain) WHERE seq % 256 = 0;
        CREATE INDEX scan_exit ON scan (event, zone) WHERE people < 0 AND undone_seq IS NULL;
        CREATE INDEX scan_mark ON scan (mark, at_ms) WHERE mark IS NOT NULL;
        CREATE INDEX scan_again ON scan (ticket)      -- codes that were shown again at once
        WHERE slot IS NULL AND reason IN ('just-admitted', 'just-exited');

        CREATE TRIGGER scan_without_gaps BEFORE INSERT ON scan
        WHEN new.seq IS NOT 1 + coalesce(
            (SELECT max(seq) FROM scan WHERE box = new.box AND branch = new.branch),
            (SELECT fork FROM branch WHERE log = 'scan' AND box = new.box AND number = new.branch),
            CASE new.branch WHEN 0 THEN 0 END)
        BEGIN SELECT RAISE(ABORT, 'scans of a box are numbered without gaps'); END;
        CREATE TRIGGER scan_never_changes BEFORE UPDATE
            OF box, seq, branch, event, gate, zone, ticket, kind, verdict, reason, decided, slot, people, undone_box,
                undone_seq, undone_chain, mark, actor, why, at_ms, offset_ms, hlc, chain ON scan
        BEGIN SELECT RAISE(ABORT, 'a scan never changes'); END;
        CREATE TRIGGER scan_never_goes BEFORE DELETE ON scan
        BEGIN SELECT RAISE(ABORT, 'a scan is never deleted'); END;

        CREATE VIEW movement AS                       -- in and out, the undone left out
        SELECT * FROM scan
        WHERE slot IS NOT NULL AND kind <> 'void' AND counts AND NOT EXISTS (
            SELECT 1 FROM scan AS undo
            WHERE undo.undone_box = scan.box AND undo.undone_seq = scan.seq AND undo.undone_chain = scan.chain
                AND undo.counts
        );
        CREATE VIEW admission AS
        SELECT * FROM movement WHERE kind IN ('entry', 'override');
        CREATE VIEW shared_line AS                    -- a ticket that more than one person can have moved with, and the
        WITH RECURSIVE up (ticket, older) AS (        -- first one it stands for
            SELECT ticket, ticket FROM (
                SELECT ticket FROM scan WHERE slot IS NOT NULL GROUP BY ticket HAVING count(*) > 1
                UNION SELECT id FROM ticket WHERE replaces IS NOT NULL
                UNION SELECT replaces FROM ticket WHERE replaces IS NOT NULL
            )
            UNION SELECT up.ticket, ticket.replaces FROM up JOIN ticket ON ticket.id = up.older
            WHERE ticket.replaces IS NOT NULL
        )
        SELECT ticket, older AS root FROM up
        WHERE NOT EXISTS (SELECT 1 FROM ticket WHERE ticket.id = up.older AND ticket.replaces IS NOT NULL);
        CREATE VIEW crowd AS                          -- tickets that more than one person entered a zone with
        SELECT root, event, zone, count(*) AS admissions
        FROM shared_line CROSS JOIN admission ON admission.ticket = shared_line.ticket
        GROUP BY root, event, zone HAVING count(*) > 1;

        CREATE TABLE inside (                         -- the sum of a zone's people, so that a full house counts as fast
            event  BLOB NOT NULL,
            zone   TEXT NOT NULL,
            people INTEGER NOT NULL,
            PRIMARY KEY (event, zone)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER scan_moves_people AFTER INSERT ON scan
        WHEN new.people <> 0 AND new.undone_seq IS NULL AND new.counts AND NOT EXISTS (
            SELECT 1 FROM scan AS undo WHERE undo.undone_box = new.box AND undo.undone_seq = new.seq
                AND undo.undone_chain = new.chain AND undo.counts
        )
        BEGIN
            INSERT INTO inside VALUES (new.event, new.zone, new.people)
            ON CONFLICT DO UPDATE SET people = people + excluded.people;
        END;
        CREATE TRIGGER void_takes_people_back AFTER INSERT ON scan
        WHEN new.undone_seq IS NOT NULL AND new.counts AND NOT EXISTS (
            SELECT 1 FROM scan AS undo WHERE undo.undone_box = new.undone_box AND undo.undone_seq = new.undone_seq
                AND undo.undone_chain = new.undone_chain AND undo.counts
                AND (undo.box, undo.seq, undo.branch) <> (new.box, new.seq, new.branch)
        )
        BEGIN
            UPDATE inside SET people = inside.people - undone.people
            FROM scan AS undone
            WHERE undone.box = new.undone_box AND undone.seq = new.undone_seq AND undone.chain = new.undone_chain
                AND undone.counts AND undone.undone_seq IS NULL AND undone.people <> 0
                AND inside.event = undone.event AND inside.zone = undone.zone;
        END;
        """

    /// This box's share of the places in zones with a capacity: how many more people it may let in without asking the
    /// hub. Each entry uses one up in the scan's own transaction. The place of whoever leaves goes back to the hub,
    /// which counts the people inside.
    private static let shares = """
        CREATE TABLE place_share (                    -- what the hub has given this box; one row for each zone
            event  BLOB NOT NULL,
            zone   TEXT NOT NULL,
            places INTEGER NOT NULL CHECK (places >= 0),
            turn   INTEGER NOT NULL,                  -- the number of the hub's answer that it follows from
            PRIMARY KEY (event, zone)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER scan_uses_place AFTER INSERT ON scan
        WHEN new.people > 0 AND new.undone_seq IS NULL AND EXISTS (SELECT 1 FROM box WHERE id = new.box AND own = 1)
        BEGIN
            UPDATE place_share SET places = places - 1 WHERE event = new.event AND zone = new.zone AND places > 0;
        END;
        """

    /// Exits of people who are not known to have entered take nobody out of a zone's count.
    ///
    /// Which exits these are depends on all lines of a ticket, in the order of their logical clocks. `rematch` names
    /// the tickets for which that may have changed; `ExitMatching` takes care of them before the transaction ends, or,
    /// if they are many, in the next ones.
    private static let exits = """
        CREATE TABLE unmatched_exit (
            box   BLOB NOT NULL,
            seq   INTEGER NOT NULL,
            chain BLOB NOT NULL CHECK (length(chain) = 32),
            event BLOB NOT NULL,
            zone  TEXT NOT NULL,
            PRIMARY KEY (box, seq, chain)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX unmatched_exit_zone ON unmatched_exit (event, zone);
        CREATE TRIGGER unmatched_exit_counts AFTER INSERT ON unmatched_exit
        BEGIN
            INSERT INTO inside VALUES (new.event, new.zone, 1) ON CONFLICT DO UPDATE SET people = people + 1;
        END;
        CREATE TRIGGER matched_exit_counts AFTER DELETE ON unmatched_exit
        BEGIN
            UPDATE inside SET people = people - 1 WHERE event = old.event AND zone = old.zone;
        END;

        CREATE TABLE rematch (                        -- tickets whose exits are to be matched again
            event  BLOB NOT NULL,
            ticket BLOB NOT NULL,
            PRIMARY KEY (event, ticket)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER exit_is_to_match AFTER INSERT ON scan
        WHEN new.people < 0 AND new.undone_seq IS NULL AND new.counts
        BEGIN INSERT INTO rematch VALUES (new.event, new.ticket) ON CONFLICT DO NOTHING; END;
        CREATE TABLE unmatchable (                    -- tickets with too many lines: all of their exits match nobody
            event  BLOB NOT NULL,
            ticket BLOB NOT NULL,
            PRIMARY KEY (event, ticket)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER exit_of_unmatchable AFTER INSERT ON scan
        WHEN new.people < 0 AND new.undone_seq IS NULL AND new.counts
            AND EXISTS (SELECT 1 FROM unmatchable WHERE event = new.event AND ticket = new.ticket)
        BEGIN
            INSERT INTO unmatched_exit VALUES (new.box, new.seq, new.chain, new.event, new.zone)
            ON CONFLICT DO NOTHING;
        END;
        CREATE TRIGGER entry_may_match AFTER INSERT ON scan
        WHEN new.people > 0 AND new.undone_seq IS NULL AND new.counts
            AND EXISTS (SELECT 1 FROM unmatched_exit WHERE event = new.event AND zone = new.zone)
        BEGIN INSERT INTO rematch VALUES (new.event, new.ticket) ON CONFLICT DO NOTHING; END;
        CREATE TRIGGER undone_line_no_longer_matches AFTER INSERT ON scan WHEN new.undone_seq IS NOT NULL
        BEGIN
            INSERT INTO rematch SELECT event, ticket FROM scan AS undone
            WHERE undone.box = new.undone_box AND undone.seq = new.undone_seq AND undone.chain = new.undone_chain
                AND undone.slot IS NOT NULL
            ON CONFLICT DO NOTHING;
        END;
        CREATE TRIGGER counting_line_may_match AFTER UPDATE OF counts ON scan
        WHEN new.people <> 0 AND new.undone_seq IS NULL AND new.counts <> old.counts
            AND EXISTS (SELECT 1 FROM scan WHERE event = new.event AND zone = new.zone AND people < 0
                AND undone_seq IS NULL)
        BEGIN INSERT INTO rematch VALUES (new.event, new.ticket) ON CONFLICT DO NOTHING; END;
        CREATE TRIGGER counting_void_may_match AFTER UPDATE OF counts ON scan
        WHEN new.undone_seq IS NOT NULL AND new.counts <> old.counts
        BEGIN
            INSERT INTO rematch SELECT event, ticket FROM scan AS undone
            WHERE undone.box = new.undone_box AND undone.seq = new.undone_seq AND undone.chain = new.undone_chain
                AND undone.slot IS NOT NULL
            ON CONFLICT DO NOTHING;
        END;
        CREATE TRIGGER replacement_may_match AFTER INSERT ON ticket
        WHEN (new.replaces IS NOT NULL OR EXISTS (SELECT 1 FROM ticket WHERE replaces = new.id))
            AND EXISTS (SELECT 1 FROM scan WHERE people < 0 AND undone_seq IS NULL)
        BEGIN
            INSERT INTO rematch VALUES (new.event, new.id) ON CONFLICT DO NOTHING;
            INSERT INTO rematch SELECT event, id FROM ticket WHERE replaces = new.id ON CONFLICT DO NOTHING;
        END;
        CREATE TRIGGER other_replacement_may_match AFTER UPDATE OF event, replaces ON ticket
        WHEN new.replaces IS NOT old.replaces OR new.event <> old.event
        BEGIN
            INSERT INTO rematch VALUES (new.event, new.id), (old.event, old.id) ON CONFLICT DO NOTHING;
            INSERT INTO rematch SELECT old.event, old.replaces WHERE old.replaces IS NOT NULL ON CONFLICT DO NOTHING;
            INSERT INTO rematch SELECT event, id FROM ticket WHERE replaces = new.id ON CONFLICT DO NOTHING;
        END;
        """
}
