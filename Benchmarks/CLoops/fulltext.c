/* Indexing text: one INSERT a message into FTS5, from memory. */
#include "support.h"

#define COLUMNS 7

struct cloops_texts {
    struct cell (*rows)[COLUMNS];
    int64_t count, capacity;
};

struct cloops_texts *cloops_texts_new(void) { return calloc(1, sizeof(struct cloops_texts)); }

void cloops_texts_add(struct cloops_texts *texts, const char *const columns[], const int64_t lengths[]) {
    if (texts->count == texts->capacity) {
        texts->capacity = texts->capacity ? 2 * texts->capacity : 1024;
        void *larger = realloc(texts->rows, (size_t)texts->capacity * sizeof *texts->rows);
        if (!larger) abort();
        texts->rows = larger;
    }
    for (int column = 0; column < COLUMNS; column++) {
        struct cell *cell = &texts->rows[texts->count][column];
        *cell = (struct cell){.type = SQLITE_TEXT, .length = (int)lengths[column]};
        cell->bytes = malloc((size_t)cell->length + 1);
        if (!cell->bytes) abort();
        memcpy(cell->bytes, columns[column], (size_t)cell->length);
    }
    texts->count++;
}

void cloops_texts_free(struct cloops_texts *texts) {
    for (int64_t row = 0; row < texts->count; row++) {
        for (int column = 0; column < COLUMNS; column++) cell_free(&texts->rows[row][column]);
    }
    free(texts->rows);
    free(texts);
}

struct cloops_result cloops_fulltext(const struct cloops_texts *texts, const char *path, const char *definition) {
    struct cloops_result result = {0};
    sqlite3 *connection = NULL;
    sqlite3_stmt *insert = NULL;

    EXPECT(SQLITE_OK, sqlite3_open(path, &connection));
    EXPECT(SQLITE_OK, sqlite3_exec(
        connection, "PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF", NULL, NULL, NULL));
    EXPECT(SQLITE_OK, sqlite3_exec(connection, definition, NULL, NULL, NULL));
    EXPECT(SQLITE_OK, sqlite3_prepare_v2(
        connection, "INSERT INTO text (rowid, sender, recipients, cc, bcc, subject, body, attachments) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        -1, &insert, NULL));
    double start = cloops_now();
    EXPECT(SQLITE_OK, sqlite3_exec(connection, "BEGIN", NULL, NULL, NULL));
    for (int64_t row = 0; row < texts->count; row++) {
        EXPECT(SQLITE_OK, sqlite3_bind_int64(insert, 1, row + 1));
        for (int column = 0; column < COLUMNS; column++) {
            EXPECT(SQLITE_OK, cell_bind(&texts->rows[row][column], insert, column + 2));
        }
        EXPECT(SQLITE_DONE, sqlite3_step(insert));
        sqlite3_reset(insert);
        if (row % 2000 == 1999) EXPECT(SQLITE_OK, sqlite3_exec(connection, "COMMIT; BEGIN", NULL, NULL, NULL));
    }
    EXPECT(SQLITE_OK, sqlite3_exec(connection, "COMMIT", NULL, NULL, NULL));
    result.seconds = cloops_now() - start;
    result.count = texts->count;
done:
    sqlite3_finalize(insert);
    sqlite3_close(connection);
    return result;
}
