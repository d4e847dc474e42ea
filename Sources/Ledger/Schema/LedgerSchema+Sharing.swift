// What a ledger knows about other ledgers.

extension LedgerSchema {
    /// The state of this ledger among others, its peers, their public keys, and the branches of logs.
    ///
    /// How much a ledger has of each box's scans and changes is not stored separately: it is their highest number.
    static let sharing = """
        CREATE TABLE sync_state (                    -- one row
            one         INTEGER PRIMARY KEY CHECK (one = 1),
            epoch       BLOB NOT NULL CHECK (length(epoch) = 16), -- of this file's revisions; another after a restore
            hlc         INTEGER NOT NULL,            -- the latest logical time seen, apart from own scans
            lists_rev   INTEGER NOT NULL,            -- the last given to a row of box, event, signing_key …
            stamped_rev INTEGER NOT NULL,            -- tickets up to this revision have their stamps
            judged      INTEGER NOT NULL DEFAULT 0,  -- how often it changed which lines of revoked boxes count
            root        BLOB CHECK (length(root) = 32), -- the organiser's; NULL until one is known, and then for good
            offset_ms   INTEGER,                     -- the hub's clock minus this machine's; NULL until a hub answers
            place       TEXT NOT NULL                -- where this file was in the epoch; '' for a backup
        ) STRICT;

        CREATE TABLE past_epoch (                    -- of this file; copies of it may have gone on with the same
            number      INTEGER PRIMARY KEY,         -- in the order in which they ended
            epoch       BLOB NOT NULL UNIQUE CHECK (length(epoch) = 16),
            lists_rev   INTEGER NOT NULL,            -- the last that it had in the epoch
            tickets_rev INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE peer (                          -- another ledger that this one has met
            id           BLOB PRIMARY KEY CHECK (length(id) = 16), -- its own box
            name         TEXT NOT NULL,
            epoch        BLOB CHECK (length(epoch) = 16), -- pulled from it: up to these revisions of this epoch
            lists_rev    INTEGER NOT NULL DEFAULT 0,
            tickets_rev  INTEGER NOT NULL DEFAULT 0,
            told_epoch   BLOB CHECK (length(told_epoch) = 16), -- what it said it has pulled from here
            told_lists   INTEGER NOT NULL DEFAULT 0,
            told_tickets INTEGER NOT NULL DEFAULT 0,
            contact_ms   INTEGER NOT NULL,           -- by this machine's wall clock
            file_hlc     INTEGER NOT NULL DEFAULT 0  -- when the newest file taken from it was made
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE peer_holding (                  -- records that a peer said it has, with all before them
            peer  BLOB NOT NULL REFERENCES peer,
            box   BLOB NOT NULL CHECK (length(box) = 16),
            log   TEXT NOT NULL CHECK (log IN ('change', 'scan')),
            seq   INTEGER NOT NULL,
            chain BLOB NOT NULL CHECK (length(chain) = 8), -- its beginning
            PRIMARY KEY (peer, box, log, seq, chain)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE sync_fault (                  -- what others have sent that has no effect
            kind    TEXT NOT NULL,
            subject TEXT NOT NULL,                   -- a box, an organiser, a key, or a kind of record
            count   INTEGER NOT NULL,
            last_ms INTEGER NOT NULL,                -- by this machine's wall clock
            PRIMARY KEY (kind, subject)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE branch (                        -- a second continuation of a log: its box was restored or cloned
            box    BLOB NOT NULL REFERENCES box,
            log    TEXT NOT NULL CHECK (log IN ('change', 'scan')),
            number INTEGER NOT NULL CHECK (number > 0), -- in this ledger
            parent INTEGER NOT NULL,
            fork   INTEGER NOT NULL,                 -- the last record of the parent that it follows
            PRIMARY KEY (box, log, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE membership (                    -- what root allows a box: by itself, and by a joining code
            box       BLOB NOT NULL REFERENCES box,
            invited   INTEGER NOT NULL CHECK (invited IN (0, 1)),
            code      BLOB CHECK (length(code) = 16), -- the joining code that it came with
            name      TEXT NOT NULL,
            revoked   INTEGER NOT NULL CHECK (revoked IN (0, 1)), -- whether some of its lines do not count
            serial    INTEGER NOT NULL,              -- of two of one kind, that with the greater one stays
            record    TEXT NOT NULL,                 -- its line, without the signature
            signature BLOB NOT NULL CHECK (length(signature) = 64), -- by root
            rev       INTEGER NOT NULL UNIQUE,
            PRIMARY KEY (box, invited),
            CHECK (invited = (code IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE VIEW member AS                        -- of each box what is valid: a code lifts no revocation
        SELECT * FROM membership AS one WHERE NOT EXISTS (
            SELECT 1 FROM membership AS other WHERE other.box = one.box AND other.invited <> one.invited
                AND CASE WHEN one.invited THEN other.revoked OR other.serial >= one.serial
                    ELSE NOT one.revoked AND other.serial > one.serial END
        );
        CREATE VIEW named_box AS                     -- each box with the name that root gave it, or else its own
        SELECT id, coalesce((SELECT name FROM member WHERE member.box = box.id), box.name) AS name, own, ahead_ms
        FROM box;
        CREATE INDEX membership_by_code ON membership (code) WHERE code IS NOT NULL;

        CREATE TABLE judging (                       -- a box of which it is decided again which lines count, in pieces
            box     BLOB PRIMARY KEY CHECK (length(box) = 16),
            step    TEXT NOT NULL DEFAULT 'change' CHECK (step IN ('change', 'scan', 'count')),
            place   INTEGER NOT NULL DEFAULT 0,      -- the last line that was judged; for 'count', how many events were
            changed INTEGER NOT NULL DEFAULT 0 CHECK (changed IN (0, 1)), -- whether any line was marked otherwise
            moved   INTEGER NOT NULL DEFAULT 0 CHECK (moved IN (0, 1))    -- and whether a scan was
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE ended_code (                    -- a joining code: nobody is a member by it any more
            code      BLOB PRIMARY KEY CHECK (length(code) = 16),
            record    TEXT NOT NULL,                 -- the line that ends it, without the signature
            signature BLOB NOT NULL CHECK (length(signature) = 64), -- by root
            rev       INTEGER NOT NULL UNIQUE
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE awaited (                       -- a box or an event for want of which records were left out
            id BLOB PRIMARY KEY CHECK (length(id) = 16)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE former_version (                -- that lost to another box's; all on organisers' machines, and on
                                                     -- others those of their own boxes
            kind     TEXT NOT NULL CHECK (kind IN ('event', 'ticket')),
            subject  BLOB NOT NULL CHECK (length(subject) = 16), -- the event or the ticket
            event    BLOB NOT NULL CHECK (length(event) = 16),
            stamper  BLOB NOT NULL CHECK (length(stamper) = 16),
            hlc      INTEGER NOT NULL,
            record   TEXT NOT NULL,                  -- its line
            stand_in INTEGER,                        -- the revision written in its place, as its box is revoked
            PRIMARY KEY (kind, subject, stamper, hlc)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX former_version_by_stand_in ON former_version (stamper, stand_in) WHERE stand_in IS NOT NULL;

        CREATE TABLE recalled_box (                  -- a revoked box whose versions were taken back here
            box      BLOB PRIMARY KEY CHECK (length(box) = 16),
            since_ms INTEGER NOT NULL,               -- those from then on; 0 while all are written again
            done     INTEGER NOT NULL CHECK (done IN (0, 1))
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE trusted_key (                   -- whose files are taken
            key  BLOB PRIMARY KEY CHECK (length(key) = 32),
            name TEXT NOT NULL UNIQUE,
            box  BLOB CHECK (length(box) = 16)       -- whose files came with it, once one has
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE message (                       -- what the organiser tells those who work at the gates
            id           BLOB PRIMARY KEY CHECK (length(id) = 16),
            event        BLOB NOT NULL REFERENCES event,
            gate         TEXT,                       -- NULL: for all gates of the event
            text         TEXT NOT NULL,
            actor        TEXT NOT NULL,
            at_ms        INTEGER NOT NULL,           -- by the wall clock of the box that it was written on
            until_ms     INTEGER NOT NULL,
            box          BLOB NOT NULL CHECK (length(box) = 16), -- that box
            signature    BLOB CHECK (length(signature) = 64), -- by it; NULL for this one, which signs when it sends
            rev          INTEGER NOT NULL DEFAULT 0,
            dismissed_ms INTEGER,                    -- when and by whom it was put away on this box
            dismissed_by TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX message_by_event ON message (event, at_ms);
        """
}
