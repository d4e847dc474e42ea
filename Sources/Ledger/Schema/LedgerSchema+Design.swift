// Tables for the looks of printed tickets.

extension LedgerSchema {
    /// How the tickets of events look, and the colours of their tiers; known to this ledger only.
    static let design = """
        CREATE TABLE ticket_design (
            event     BLOB PRIMARY KEY REFERENCES event,
            venue     TEXT,
            address   TEXT,
            starts_ms INTEGER,                       -- of the programme; the doors open when the event does
            logo      BLOB CHECK (length(logo) BETWEEN 1 AND 4194304) -- a PNG file that doorcheck wrote
        ) STRICT;
        CREATE TABLE tier_colour (
            event  BLOB NOT NULL REFERENCES event,
            tier   TEXT NOT NULL,                    -- no reference: another ledger's version replaces tiers
            colour INTEGER NOT NULL CHECK (colour BETWEEN 0 AND 16777215), -- 0xRRGGBB
            PRIMARY KEY (event, tier)
        ) STRICT, WITHOUT ROWID;
        """
}
