internal import Glibc

/// The variables of this process, which the programs it starts get, too (environ(7)).
public enum ProcessEnvironment {
    public static func value(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Sets a variable; an existing one stays unchanged unless it is to be replaced.
    public static func set(_ name: String, _ value: String, replacing: Bool = true) {
        unsafe setenv(name, value, replacing ? 1 : 0)
    }
}
