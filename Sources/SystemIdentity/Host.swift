internal import Glibc

/// This machine as others know it.
public enum Host {
    /// Its name, usually without the domain (gethostname(2)); `unknown` if it has none.
    public static var name: String {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "unknown" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
