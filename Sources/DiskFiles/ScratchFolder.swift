internal import Glibc

/// The folder for temporary files.
public enum ScratchFolder {
    /// The folder that `$TMPDIR` names, else the given one.
    public static func path(orElse other: String) -> String {
        let configured = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
        return configured.isEmpty ? other : configured
    }
}
