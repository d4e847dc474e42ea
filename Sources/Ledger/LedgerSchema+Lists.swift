// What finds a ticket by something other than its identifier.

extension LedgerSchema {
    /// Other platforms' barcodes, and the words of names and references.
    ///
    /// Triggers keep the words true whoever writes a ticket. They stand in an index without content (fts5.html
    /// section 4.4), whose row numbers ``finding`` ties to tickets.
    static let lookups = """
        ALTER TABLE ticket ADD COLUMN barcode TEXT;  -- of another platform; admitted by exact match
        CREATE UNIQUE INDEX ticket_by_barcode ON ticket (event, barcode) WHERE barcode IS NOT NULL;
        DROP INDEX ticket_by_holder;
        DROP INDEX ticket_by_reference;

        CREATE TABLE finding (
            number INTEGER PRIMARY KEY,              -- rowid in ticket_words
            ticket BLOB NOT NULL UNIQUE
        ) STRICT;
        CREATE VIRTUAL TABLE ticket_words USING fts5 (
            words, content = '', detail = none, columnsize = 0, prefix = '1 2 3',
            tokenize = "unicode61 remove_diacritics 2"
        );
        INSERT INTO finding (ticket) SELECT id FROM ticket ORDER BY id;
        \(refillWords);

        CREATE TRIGGER ticket_words_insert AFTER INSERT ON ticket BEGIN
            INSERT INTO finding (ticket) VALUES (new.id);
            INSERT INTO ticket_words (rowid, words) VALUES (last_insert_rowid(), \(words("new")));
        END;
        CREATE TRIGGER ticket_words_update AFTER UPDATE OF holder, reference ON ticket
        WHEN old.holder IS NOT new.holder OR old.reference IS NOT new.reference BEGIN
            INSERT INTO ticket_words (ticket_words, rowid, words)
            SELECT 'delete', number, \(words("old")) FROM finding WHERE ticket = new.id;
            INSERT INTO ticket_words (rowid, words)
            SELECT number, \(words("new")) FROM finding WHERE ticket = new.id;
        END;
        CREATE TRIGGER ticket_words_delete AFTER DELETE ON ticket BEGIN
            INSERT INTO ticket_words (ticket_words, rowid, words)
            SELECT 'delete', number, \(words("old")) FROM finding WHERE ticket = old.id;
            DELETE FROM finding WHERE ticket = old.id;
        END;
        """

    /// Puts the words of all tickets into an index that has none.
    static let refillWords = """
        INSERT INTO ticket_words (rowid, words)
        SELECT number, \(words("ticket")) FROM finding JOIN ticket ON ticket.id = finding.ticket ORDER BY number
        """

    /// Letters that Unicode does not take apart into a plain one and a mark, and what people type for them.
    static let plainLetters: KeyValuePairs = [
        "ß": "ss", "ł": "l", "Ł": "l", "ø": "o", "Ø": "o", "đ": "d", "Đ": "d", "æ": "ae", "Æ": "ae", "œ": "oe",
        "Œ": "oe", "ı": "i",
    ]

    private static func words(_ row: String) -> String {
        let text = "coalesce(\(row).holder, '') || ' ' || coalesce(\(row).reference, '')"
        return plainLetters.reduce(text) { "replace(\($0), '\($1.key)', '\($1.value)')" }
    }
}
