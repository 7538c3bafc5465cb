// Variadic C functions do not import into Swift; these lend the few that are needed a fixed shape.
#include <sqlite3.h>

static inline int mailledger_db_config_int(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}

// The errno of the last read or write of a database, or of the journal beside it, that failed; 0 where none did.
static inline int mailledger_last_errno(sqlite3 *database, const char *schema, int of_journal) {
    int code = 0;
    if (!of_journal) return sqlite3_file_control(database, schema, SQLITE_FCNTL_LAST_ERRNO, &code) == SQLITE_OK ? code : 0;
    sqlite3_file *file = 0;
    if (sqlite3_file_control(database, schema, SQLITE_FCNTL_JOURNAL_POINTER, &file) != SQLITE_OK || !file) return 0;
    // A journal in memory, as that of temporary tables, has no such control.
    if (!file->pMethods || !file->pMethods->xFileControl) return 0;
    return file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &code) == SQLITE_OK ? code : 0;
}

// Both to be called before anything else of SQLite (sqlite.org/c3ref/c_config_covering_index_scan.html#sqliteconfigpagecache, #sqliteconfigmemstatus).
static inline int mailledger_config_no_bulk_pages(void) {
    return sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, 0);
}

static inline int mailledger_config_no_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
