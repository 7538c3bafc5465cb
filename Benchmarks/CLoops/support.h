/* What the loops share: a clock, and calls that stop at the first failure. */
#ifndef CLOOPS_SUPPORT_H
#define CLOOPS_SUPPORT_H

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cloops.h"

static inline double cloops_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Leaves the function by its label `done` when a call does not give what it should. */
#define EXPECT(expected, call) \
    do { \
        result.code = (call); \
        if (result.code != (expected)) goto done; \
        result.code = 0; \
    } while (0)

/* One value of a row, copied out of the database. */
struct cell {
    int type;
    int64_t integer;
    double real;
    void *bytes;
    int length;
};

static inline struct cell cell_copy(sqlite3_value *value) {
    struct cell cell = {.type = sqlite3_value_type(value)};
    switch (cell.type) {
    case SQLITE_INTEGER: cell.integer = sqlite3_value_int64(value); break;
    case SQLITE_FLOAT: cell.real = sqlite3_value_double(value); break;
    case SQLITE_TEXT:
    case SQLITE_BLOB: {
        const void *bytes = sqlite3_value_blob(value);
        cell.length = sqlite3_value_bytes(value);
        cell.bytes = malloc((size_t)cell.length + 1);
        if (cell.bytes && cell.length > 0) memcpy(cell.bytes, bytes, (size_t)cell.length);
        break;
    }
    default: break;
    }
    return cell;
}

static inline int cell_bind(const struct cell *cell, sqlite3_stmt *statement, int index) {
    switch (cell->type) {
    case SQLITE_INTEGER: return sqlite3_bind_int64(statement, index, cell->integer);
    case SQLITE_FLOAT: return sqlite3_bind_double(statement, index, cell->real);
    case SQLITE_TEXT: return sqlite3_bind_text(statement, index, cell->bytes, cell->length, SQLITE_STATIC);
    case SQLITE_BLOB: return sqlite3_bind_blob(statement, index, cell->bytes, cell->length, SQLITE_STATIC);
    default: return sqlite3_bind_null(statement, index);
    }
}

static inline int cell_equal(const struct cell *left, const struct cell *right) {
    if (left->type != right->type) return 0;
    switch (left->type) {
    case SQLITE_INTEGER: return left->integer == right->integer;
    case SQLITE_FLOAT: return left->real == right->real;
    case SQLITE_TEXT:
    case SQLITE_BLOB: return left->length == right->length && memcmp(left->bytes, right->bytes, (size_t)left->length) == 0;
    default: return 1;
    }
}

static inline void cell_free(struct cell *cell) { free(cell->bytes); }

#endif
