internal import SQLiteDatabase

/// The circumstances at the start of a build of read models, stored in their file.
package struct BuildOrigin: Hashable {
    /// The number of erasures in the log.
    let erasures: Int64
    /// The system's boot: a later boot may have lost what a build wrote without waiting for the disk. Nil if it is
    /// unknown.
    let boot: String?

    init(erasures: Int64, boot: String?) {
        self.erasures = erasures
        self.boot = boot
    }

    init?(on connection: Connection) throws {
        let found = try connection.first("SELECT after_erasures, boot FROM built") {
            try ($0.next(Int64.self), $0.next(String?.self))
        }
        guard let found else { return nil }
        (erasures, boot) = found
    }

    func write(to connection: Connection) throws {
        try connection.run("CREATE TABLE built (after_erasures INTEGER NOT NULL, boot TEXT) STRICT")
        try connection.run("INSERT INTO built VALUES (\(bind: erasures), \(bind: boot))")
    }
}
