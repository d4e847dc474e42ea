// The C API of SQLite (public domain), for the benchmarks that compare the ledger with it.
#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT, "make a copy", is a cast that Swift does not import.

/// sqlite3_bind_blob with a copy of the bytes.
static inline int bind_blob_copy(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// sqlite3_bind_text with a copy of the NUL-terminated text.
static inline int bind_text_copy(sqlite3_stmt *statement, int index, const char *text) {
    return sqlite3_bind_text(statement, index, text, -1, SQLITE_TRANSIENT);
}
