/* Row operations: recorded from a database while another program works on it, and executed again from memory.
 *
 * SQLite tells a hook of every row that is inserted, updated or deleted (https://www.sqlite.org/c3ref/preupdate_blobwrite.html).
 * The replay does the same to the same tables with prepared statements: what is left out is everything but SQLite itself. */
#define _GNU_SOURCE
#define SQLITE_ENABLE_PREUPDATE_HOOK
#include "support.h"

#include <stdio.h>

#define MAXIMUM_COLUMNS 64
#define MAXIMUM_TABLES 64

struct operation {
    int kind;             /* SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE */
    int table;
    struct cell *before;  /* nil for an insert */
    struct cell *after;   /* nil for a delete */
};

struct table {
    char name[64];
    int columns;
};

struct cloops_recording {
    char *suffix;  /* of the path of the database that is recorded */
    struct table tables[MAXIMUM_TABLES];
    int table_count;
    struct operation *operations;
    int64_t count, capacity;
    int failed;
};

/* The hook is installed in every connection that the process opens, so it has to know where to write. */
static struct cloops_recording *active;

static int table_number(struct cloops_recording *recording, const char *name, int columns) {
    for (int index = recording->table_count - 1; index >= 0; index--) {
        if (strcmp(recording->tables[index].name, name) == 0) return index;
    }
    if (recording->table_count == MAXIMUM_TABLES || columns > MAXIMUM_COLUMNS) return -1;
    struct table *table = &recording->tables[recording->table_count];
    snprintf(table->name, sizeof table->name, "%s", name);
    table->columns = columns;
    return recording->table_count++;
}

static struct cell *row_copy(sqlite3 *connection, int columns, int (*value_at)(sqlite3 *, int, sqlite3_value **)) {
    struct cell *row = calloc((size_t)columns, sizeof(struct cell));
    for (int column = 0; row && column < columns; column++) {
        sqlite3_value *value = NULL;
        if (value_at(connection, column, &value) == SQLITE_OK && value) row[column] = cell_copy(value);
    }
    return row;
}

static void record(
    void *context, sqlite3 *connection, int kind, const char *schema, const char *name, sqlite3_int64 before,
    sqlite3_int64 after) {
    (void)context, (void)before, (void)after;
    struct cloops_recording *recording = active;
    if (!recording || strcmp(schema, "main") != 0 || strncmp(name, "sqlite_", 7) == 0) return;
    const char *path = sqlite3_db_filename(connection, "main");
    size_t length = path ? strlen(path) : 0, suffix = strlen(recording->suffix);
    if (length < suffix || strcmp(path + length - suffix, recording->suffix) != 0) return;
    int columns = sqlite3_preupdate_count(connection);
    int table = table_number(recording, name, columns);
    if (recording->count == recording->capacity) {
        recording->capacity = recording->capacity ? 2 * recording->capacity : 4096;
        struct operation *larger =
            realloc(recording->operations, (size_t)recording->capacity * sizeof(struct operation));
        if (!larger) table = -1;
        else recording->operations = larger;
    }
    if (table < 0) {
        recording->failed = 1;
        active = NULL;
        return;
    }
    recording->operations[recording->count++] = (struct operation){
        .kind = kind,
        .table = table,
        .before = kind == SQLITE_INSERT ? NULL : row_copy(connection, columns, sqlite3_preupdate_old),
        .after = kind == SQLITE_DELETE ? NULL : row_copy(connection, columns, sqlite3_preupdate_new),
    };
}

static int install(sqlite3 *connection, char **message, const void *api) {
    (void)message, (void)api;
    sqlite3_preupdate_hook(connection, record, NULL);
    return SQLITE_OK;
}

struct cloops_recording *cloops_recording_begin(const char *suffix) {
    struct cloops_recording *recording = calloc(1, sizeof *recording);
    if (!recording) return NULL;
    recording->suffix = strdup(suffix);
    if (!recording->suffix) { free(recording); return NULL; }
    active = recording;
    sqlite3_auto_extension((void (*)(void))install);
    return recording;
}

void cloops_recording_end(struct cloops_recording *recording) {
    (void)recording;
    active = NULL;
    sqlite3_cancel_auto_extension((void (*)(void))install);
}

static void row_free(struct cell *row, int columns) {
    for (int column = 0; row && column < columns; column++) cell_free(&row[column]);
    free(row);
}

void cloops_recording_free(struct cloops_recording *recording) {
    if (!recording) return;
    for (int64_t index = 0; index < recording->count; index++) {
        struct operation *operation = &recording->operations[index];
        row_free(operation->before, recording->tables[operation->table].columns);
        row_free(operation->after, recording->tables[operation->table].columns);
    }
    free(recording->operations);
    free(recording->suffix);
    free(recording);
}

/* The statements of a table, and where its key and its columns stand. */
struct statements {
    sqlite3_stmt *insert;
    sqlite3_stmt *remove;
    /* By the set of columns that change, one bit each. */
    struct { uint64_t mask; sqlite3_stmt *update; } updates[24];
    int update_count;
    char columns[MAXIMUM_COLUMNS][64];
    int is_key[MAXIMUM_COLUMNS];
};

static int statements_prepare(sqlite3 *connection, const struct table *table, struct statements *statements) {
    char text[4096];
    sqlite3_stmt *info = NULL;
    snprintf(text, sizeof text, "SELECT name, pk FROM pragma_table_info('%s') ORDER BY cid", table->name);
    int code = sqlite3_prepare_v2(connection, text, -1, &info, NULL);
    for (int column = 0; code == SQLITE_OK && column < table->columns; column++) {
        if (sqlite3_step(info) != SQLITE_ROW) { code = SQLITE_ERROR; break; }
        snprintf(statements->columns[column], 64, "%s", (const char *)sqlite3_column_text(info, 0));
        statements->is_key[column] = sqlite3_column_int(info, 1) > 0;
    }
    sqlite3_finalize(info);
    if (code != SQLITE_OK) return code;
    int length = snprintf(text, sizeof text, "INSERT INTO \"%s\" VALUES (?", table->name);
    for (int column = 1; column < table->columns; column++) length += snprintf(text + length, sizeof text - (size_t)length, ", ?");
    snprintf(text + length, sizeof text - (size_t)length, ")");
    code = sqlite3_prepare_v3(connection, text, -1, SQLITE_PREPARE_PERSISTENT, &statements->insert, NULL);
    if (code != SQLITE_OK) return code;
    length = snprintf(text, sizeof text, "DELETE FROM \"%s\" WHERE 1", table->name);
    for (int column = 0; column < table->columns; column++) {
        if (!statements->is_key[column]) continue;
        length += snprintf(text + length, sizeof text - (size_t)length, " AND \"%s\" = ?", statements->columns[column]);
    }
    return sqlite3_prepare_v3(connection, text, -1, SQLITE_PREPARE_PERSISTENT, &statements->remove, NULL);
}

/* The statement that sets the columns of a mask, for one row by its key. */
static sqlite3_stmt *statements_update(
    sqlite3 *connection, const struct table *table, struct statements *statements, uint64_t mask) {
    for (int index = 0; index < statements->update_count; index++) {
        if (statements->updates[index].mask == mask) return statements->updates[index].update;
    }
    if (statements->update_count == 24) return NULL;
    char text[4096];
    const char *separator = " SET";
    int length = snprintf(text, sizeof text, "UPDATE \"%s\"", table->name);
    for (int column = 0; column < table->columns; column++) {
        if (!(mask >> column & 1)) continue;
        length += snprintf(text + length, sizeof text - (size_t)length, "%s \"%s\" = ?", separator, statements->columns[column]);
        separator = ",";
    }
    separator = " WHERE";
    for (int column = 0; column < table->columns; column++) {
        if (!statements->is_key[column]) continue;
        length += snprintf(text + length, sizeof text - (size_t)length, "%s \"%s\" = ?", separator, statements->columns[column]);
        separator = " AND";
    }
    sqlite3_stmt *update = NULL;
    if (sqlite3_prepare_v3(connection, text, -1, SQLITE_PREPARE_PERSISTENT, &update, NULL) != SQLITE_OK) return NULL;
    statements->updates[statements->update_count].mask = mask;
    statements->updates[statements->update_count++].update = update;
    return update;
}

static int key_bind(const struct statements *statements, const struct table *table, const struct cell *row, sqlite3_stmt *statement, int index) {
    int code = SQLITE_OK;
    for (int column = 0; column < table->columns && code == SQLITE_OK; column++) {
        if (statements->is_key[column]) code = cell_bind(&row[column], statement, index++);
    }
    return code;
}

static int operation_run(
    sqlite3 *connection, const struct table *table, struct statements *statements, const struct operation *operation) {
    sqlite3_stmt *statement = statements->insert;
    int code = SQLITE_OK;
    switch (operation->kind) {
    case SQLITE_INSERT:
        for (int column = 0; column < table->columns && code == SQLITE_OK; column++) {
            code = cell_bind(&operation->after[column], statement, column + 1);
        }
        break;
    case SQLITE_DELETE:
        statement = statements->remove;
        code = key_bind(statements, table, operation->before, statement, 1);
        break;
    default: {
        uint64_t mask = 0;
        int index = 1;
        for (int column = 0; column < table->columns; column++) {
            if (!cell_equal(&operation->before[column], &operation->after[column])) mask |= (uint64_t)1 << column;
        }
        /* An update that changes nothing is still a row that is looked up and written. */
        for (int column = 0; mask == 0 && column < table->columns; column++) {
            if (!statements->is_key[column]) mask = (uint64_t)1 << column;
        }
        statement = statements_update(connection, table, statements, mask);
        if (!statement) return SQLITE_ERROR;
        for (int column = 0; column < table->columns && code == SQLITE_OK; column++) {
            if (mask >> column & 1) code = cell_bind(&operation->after[column], statement, index++);
        }
        if (code == SQLITE_OK) code = key_bind(statements, table, operation->before, statement, index);
        break;
    }
    }
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code;
}

struct cloops_result cloops_replay(
    const struct cloops_recording *recording, const char *path, const char *early, const char *late) {
    struct cloops_result result = {0};
    struct statements *statements = calloc(MAXIMUM_TABLES, sizeof *statements);
    sqlite3 *connection = NULL;

    EXPECT(0, recording->failed);
    EXPECT(SQLITE_OK, sqlite3_open(path, &connection));
    EXPECT(SQLITE_OK, sqlite3_exec(
        connection, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA page_size = 8192; PRAGMA cache_size = -32768", NULL,
        NULL, NULL));
    double start = cloops_now();
    EXPECT(SQLITE_OK, sqlite3_exec(connection, early, NULL, NULL, NULL));
    for (int index = 0; index < recording->table_count; index++) {
        EXPECT(SQLITE_OK, statements_prepare(connection, &recording->tables[index], &statements[index]));
    }
    EXPECT(SQLITE_OK, sqlite3_exec(connection, "BEGIN", NULL, NULL, NULL));
    for (int64_t index = 0; index < recording->count; index++) {
        const struct operation *operation = &recording->operations[index];
        EXPECT(SQLITE_DONE, operation_run(
            connection, &recording->tables[operation->table], &statements[operation->table], operation));
        /* As many rows in a transaction as the views take, or more: without a journal it hardly matters. */
        if (index % 50000 == 49999) EXPECT(SQLITE_OK, sqlite3_exec(connection, "COMMIT; BEGIN", NULL, NULL, NULL));
    }
    EXPECT(SQLITE_OK, sqlite3_exec(connection, "COMMIT", NULL, NULL, NULL));
    EXPECT(SQLITE_OK, sqlite3_exec(connection, late, NULL, NULL, NULL));
    result.seconds = cloops_now() - start;
    result.count = recording->count;
done:
    for (int index = 0; statements && index < recording->table_count; index++) {
        sqlite3_finalize(statements[index].insert);
        sqlite3_finalize(statements[index].remove);
        for (int update = 0; update < statements[index].update_count; update++) {
            sqlite3_finalize(statements[index].updates[update].update);
        }
    }
    free(statements);
    sqlite3_close(connection);
    return result;
}
