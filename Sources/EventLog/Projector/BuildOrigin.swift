internal import SQLite

/// What held when a build of read models began; it stands in their file.
package struct BuildOrigin: Hashable {
    /// How much had been erased from the log.
    let erasures: Int64
    /// Which start of the system it was: what a build that did not wait for the disk has written is lost with it. Nil where the
    /// system does not tell.
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
