internal import Glibc
internal import Synchronization

/// The variables of this process, which the programs it starts get, too (environ(7)).
public enum ProcessEnvironment {
    public static func value(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Sets a variable; an existing one stays unchanged unless it is to be replaced.
    public static func set(_ name: String, _ value: String, replacing: Bool = true) {
        unsafe setenv(name, value, replacing ? 1 : 0)
    }

    /// What programs get in the place of this process's values; nil for nothing.
    private static let hidden = Mutex<[String: String?]>([:])

    /// Keeps the value of a variable, such as a password, from the programs that this process starts or becomes.
    ///
    /// - Parameter replacement: What they get instead; nil for no such variable.
    public static func hide(_ name: String, behind replacement: String? = nil) {
        hidden.withLock { $0[name] = .some(replacement) }
    }

    /// Takes the hidden values from this process, too, which is about to become another program.
    static func removeHidden() {
        for (name, replacement) in hidden.withLock({ $0 }) {
            if let replacement { set(name, replacement) } else { unsafe unsetenv(name) }
        }
    }

    /// Lends the variables that programs get, as `NAME=value`, with NULL behind the last.
    static func lend<Output>(_ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Output) -> Output {
        let hidden = hidden.withLock { $0 }
        var entries: [UnsafeMutablePointer<CChar>?] = unsafe []
        var next = unsafe environ
        while let entry = unsafe next.pointee {
            unsafe next += 1
            let name = unsafe String(String(cString: entry).prefix { $0 != "=" })
            guard let replacement = hidden[name] else {
                unsafe entries.append(strdup(entry))
                continue
            }
            if let replacement { unsafe entries.append(strdup("\(name)=\(replacement)")) }
        }
        unsafe entries.append(nil)
        defer { unsafe entries.forEach { unsafe free($0) } }
        return unsafe entries.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("the last is NULL") }
            return unsafe body(start)
        }
    }
}
