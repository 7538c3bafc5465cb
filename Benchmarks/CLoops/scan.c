/* Reading a log: every column of every event, and nothing done with it. */
#include "support.h"

struct cloops_result cloops_scan(const char *path) {
    struct cloops_result result = {0};
    sqlite3 *log = NULL;
    sqlite3_stmt *statement = NULL;
    /* Something is made of the bytes, so that the compiler cannot leave the reading out. */
    volatile int64_t sum = 0;
    int code;

    EXPECT(SQLITE_OK, sqlite3_open_v2(path, &log, SQLITE_OPEN_READONLY, NULL));
    EXPECT(SQLITE_OK, sqlite3_prepare_v2(log, "SELECT * FROM events ORDER BY position", -1, &statement, NULL));
    int columns = sqlite3_column_count(statement);
    double start = cloops_now();
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        for (int column = 0; column < columns; column++) {
            if (sqlite3_column_type(statement, column) == SQLITE_INTEGER) {
                sum += sqlite3_column_int64(statement, column);
            } else {
                const unsigned char *bytes = sqlite3_column_blob(statement, column);
                int length = sqlite3_column_bytes(statement, column);
                if (length > 0) sum += bytes[0] + bytes[length - 1];
            }
        }
        result.count++;
    }
    result.seconds = cloops_now() - start;
    EXPECT(SQLITE_DONE, code);
done:
    sqlite3_finalize(statement);
    sqlite3_close(log);
    return result;
}
