/* Appending events: the rows of a log that is there, written again into a new one. */
#include "support.h"

struct rows {
    struct cell *cells;
    int64_t count;
    int columns;
};

static int rows_read(sqlite3 *from, const char *query, struct rows *rows) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(from, query, -1, &statement, NULL);
    int64_t capacity = 0;
    if (code != SQLITE_OK) return code;
    rows->columns = sqlite3_column_count(statement);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        if (rows->count == capacity) {
            capacity = capacity ? 2 * capacity : 1024;
            struct cell *larger = realloc(rows->cells, (size_t)capacity * (size_t)rows->columns * sizeof(struct cell));
            if (!larger) { code = SQLITE_NOMEM; break; }
            rows->cells = larger;
        }
        struct cell *row = rows->cells + rows->count++ * rows->columns;
        for (int column = 0; column < rows->columns; column++) {
            row[column] = cell_copy(sqlite3_column_value(statement, column));
        }
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static void rows_free(struct rows *rows) {
    for (int64_t index = 0; index < rows->count * rows->columns; index++) cell_free(&rows->cells[index]);
    free(rows->cells);
}

/* Creates the tables and indexes of a log in another one, in the order in which they were created there. */
static int schema_copy(sqlite3 *from, sqlite3 *to) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(
        from, "SELECT sql FROM sqlite_schema WHERE type IN ('table', 'index') AND sql IS NOT NULL ORDER BY rowid", -1,
        &statement, NULL);
    while (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        code = sqlite3_exec(to, (const char *)sqlite3_column_text(statement, 0), NULL, NULL, NULL);
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int row_insert(sqlite3_stmt *statement, const struct cell *row, int columns) {
    int code = SQLITE_OK;
    for (int column = 0; column < columns && code == SQLITE_OK; column++) {
        code = cell_bind(&row[column], statement, column + 1);
    }
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code;
}

struct cloops_result cloops_append(const char *from_path, const char *to_path) {
    struct cloops_result result = {0};
    sqlite3 *from = NULL, *to = NULL;
    sqlite3_stmt *begin = NULL, *commit = NULL, *insert_transaction = NULL, *insert_event = NULL;
    struct rows transactions = {0}, events = {0};

    EXPECT(SQLITE_OK, sqlite3_open_v2(from_path, &from, SQLITE_OPEN_READONLY, NULL));
    EXPECT(SQLITE_OK, rows_read(from, "SELECT * FROM transactions ORDER BY number", &transactions));
    EXPECT(SQLITE_OK, rows_read(from, "SELECT * FROM events ORDER BY position", &events));
    EXPECT(SQLITE_OK, sqlite3_open(to_path, &to));
    EXPECT(SQLITE_OK, sqlite3_exec(to, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", NULL, NULL, NULL));
    EXPECT(SQLITE_OK, schema_copy(from, to));
    EXPECT(SQLITE_OK, sqlite3_prepare_v2(to, "BEGIN IMMEDIATE", -1, &begin, NULL));
    EXPECT(SQLITE_OK, sqlite3_prepare_v2(to, "COMMIT", -1, &commit, NULL));
    EXPECT(SQLITE_OK, sqlite3_prepare_v2(
        to, "INSERT INTO transactions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", -1, &insert_transaction, NULL));
    EXPECT(SQLITE_OK, sqlite3_prepare_v2(
        to, "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", -1, &insert_event, NULL));

    double start = cloops_now();
    int64_t next = 0;
    for (int64_t number = 0; number < transactions.count; number++) {
        const struct cell *transaction = transactions.cells + number * transactions.columns;
        EXPECT(SQLITE_DONE, sqlite3_step(begin));
        sqlite3_reset(begin);
        EXPECT(SQLITE_DONE, row_insert(insert_transaction, transaction, transactions.columns));
        /* Column 2 is event_count. */
        for (int64_t end = next + transaction[2].integer; next < end && next < events.count; next++) {
            EXPECT(SQLITE_DONE, row_insert(insert_event, events.cells + next * events.columns, events.columns));
        }
        EXPECT(SQLITE_DONE, sqlite3_step(commit));
        sqlite3_reset(commit);
    }
    result.seconds = cloops_now() - start;
    result.count = next;
done:
    sqlite3_finalize(begin);
    sqlite3_finalize(commit);
    sqlite3_finalize(insert_transaction);
    sqlite3_finalize(insert_event);
    sqlite3_close(from);
    sqlite3_close(to);
    rows_free(&transactions);
    rows_free(&events);
    return result;
}
