import Glibc

/// Where files without a name are made.
enum ScratchFolder {
    /// The folder that was asked for, else `$TMPDIR`, else /var/tmp.
    static func path(_ asked: String?) -> String {
        let configured = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
        return asked ?? (configured.isEmpty ? "/var/tmp" : configured)
    }
}
