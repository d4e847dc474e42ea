// What finds a ticket by something other than its identifier.

extension LedgerSchema {
    /// The words of names and references.
    ///
    /// The words stand in an index without content (sqlite.org/fts5.html section 4.4), whose row numbers `finding` ties
    /// to tickets. No trigger fills it: with `trusted_schema=OFF`, SQLite 3.40 lets none touch a virtual table. Whoever
    /// writes a holder or a reference goes through ``FindingIndex``.
    static let lookups = """
        CREATE TABLE finding (
            number INTEGER PRIMARY KEY,              -- rowid in ticket_words
            ticket BLOB NOT NULL UNIQUE
        ) STRICT;
        CREATE VIRTUAL TABLE ticket_words USING fts5 (
            words, content = '', detail = none, columnsize = 0, prefix = '1 2 3',
            tokenize = "unicode61 remove_diacritics 2"
        );
        -- As much as a long list makes is sorted in memory at once; 1 MiB, the default, would merge it again and again.
        INSERT INTO ticket_words (ticket_words, rank) VALUES ('hashsize', 33554432);
        CREATE VIRTUAL TABLE ticket_word USING fts5vocab (ticket_words, instance);
        """
}
