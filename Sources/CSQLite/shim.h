// Variadic C functions do not import into Swift; these lend the few that are needed a fixed shape.
#include <sqlite3.h>

static inline int mailledger_db_config_int(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}
