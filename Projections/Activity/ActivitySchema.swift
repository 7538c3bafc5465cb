internal import SQLiteDatabase

enum ActivitySchema {
    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE activity (
                day INTEGER NOT NULL,           -- days since 1970 in UTC, by the ledger's clock
                account INTEGER NOT NULL,       -- 0 for what concerns none
                actor TEXT NOT NULL,            -- '' where the header is erased, as in command
                command TEXT NOT NULL,
                operations INTEGER NOT NULL,    -- whose first transaction has events of the account
                begun INTEGER NOT NULL,         -- of these, those whose first event is of the account
                events INTEGER NOT NULL,
                added INTEGER NOT NULL,         -- messages that came in, or back
                marked INTEGER NOT NULL,        -- live messages whose keywords an event changed
                moved INTEGER NOT NULL,         -- live messages that are in other folders now
                deleted INTEGER NOT NULL,       -- messages that ended
                total_delta INTEGER NOT NULL,   -- of what counts in the account: see account_count
                unread_delta INTEGER NOT NULL,
                size_delta INTEGER NOT NULL,    -- bytes of live messages
                last INTEGER NOT NULL,          -- the last position of its transactions
                loudest INTEGER NOT NULL,       -- the first position of the transaction with the most events
                loudest_events INTEGER NOT NULL,
                PRIMARY KEY (day, account, actor, command)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE mail_day (
                account INTEGER NOT NULL,
                day INTEGER NOT NULL,           -- days since 1970 in UTC, by the sort_date of messages
                messages INTEGER NOT NULL,      -- live ones
                PRIMARY KEY (account, day)
            ) STRICT, WITHOUT ROWID;
            """)
    }
}
