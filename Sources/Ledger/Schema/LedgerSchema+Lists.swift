// Tables for finding a ticket by something other than its identifier.

extension LedgerSchema {
    /// The words of names and references.
    ///
    /// The words are in a contentless index (sqlite.org/fts5.html section 4.4), whose row numbers `finding` maps to
    /// tickets. No trigger fills it: with `trusted_schema=OFF`, SQLite 3.40 lets no trigger touch a virtual table.
    /// Code that writes a holder or a reference must use ``SearchIndex``.
    static let lookups = """
        CREATE TABLE finding (
            ticket BLOB PRIMARY KEY,
            number INTEGER NOT NULL                  -- rowid in ticket_words
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX finding_number ON finding (number);
        CREATE VIRTUAL TABLE ticket_words USING fts5 (
            words, content = '', detail = none, columnsize = 0, tokenize = "unicode61 remove_diacritics 2"
        );
        -- With 1 MiB, the default, a long list is merged more often and takes an eighth longer; with more, hardly less.
        INSERT INTO ticket_words (ticket_words, rank) VALUES ('hashsize', 4194304);
        CREATE VIRTUAL TABLE ticket_word USING fts5vocab (ticket_words, instance);
        """

    /// A long list that is being imported, see ``ResumableImport``, and when each event's last one arrived.
    static let arrivals = """
        CREATE TABLE arriving (                      -- its rows, in the order of tickets; not yet on the list
            place     INTEGER PRIMARY KEY,
            id        BLOB NOT NULL,
            user      BLOB NOT NULL,
            tier      TEXT,
            status    TEXT,
            holder    TEXT,
            reference TEXT,
            admits    INTEGER,
            note      TEXT,
            opens_ms  INTEGER,
            closes_ms INTEGER,
            barcode   TEXT,
            line      INTEGER
        ) STRICT;
        CREATE TABLE arrival (                       -- one row once all of them are there
            event BLOB NOT NULL REFERENCES event,
            epoch INTEGER NOT NULL,
            import INTEGER,                          -- its number in list_import
            corrects INTEGER NOT NULL,               -- 1 where the same file was imported before
            taken INTEGER NOT NULL                   -- the last place that is on the list of tickets
        ) STRICT;
        CREATE TABLE listing (                       -- when a list was last issued or imported here
            event BLOB PRIMARY KEY REFERENCES event,
            at_ms INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// The files that the list came from, what they changed, and whose names were purged; known to this ledger only.
    static let imports = """
        CREATE TABLE list_import (
            number    INTEGER PRIMARY KEY,
            event     BLOB NOT NULL REFERENCES event,
            kind      TEXT NOT NULL CHECK (kind IN ('import', 'issue')),
            file      TEXT NOT NULL,                 -- its name, without the folder
            digest    BLOB NOT NULL CHECK (length(digest) = 32), -- SHA-256 of the file and the sheet
            actor     TEXT NOT NULL,
            at_ms     INTEGER NOT NULL,              -- of the newest import of this file
            undone_ms INTEGER,
            undone_by TEXT
        ) STRICT;
        CREATE TABLE import_before (                 -- tickets that an import changed, as they were
            import    INTEGER NOT NULL REFERENCES list_import,
            ticket    BLOB NOT NULL,
            status    TEXT NOT NULL,
            tier      TEXT,
            holder    TEXT,
            reference TEXT,
            admits    INTEGER,
            note      TEXT,
            opens_ms  INTEGER,
            closes_ms INTEGER,
            barcode   TEXT,
            PRIMARY KEY (import, ticket)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE ticket_alias (                  -- identifiers that a corrected file would give its tickets now
            id     BLOB PRIMARY KEY,
            ticket BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE purge (                         -- events whose names were taken out here and stay out
            event BLOB PRIMARY KEY REFERENCES event,
            at_ms INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
