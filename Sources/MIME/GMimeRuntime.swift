import CGMime

/// Starts GMime, once in a process: its tables (charsets, iconv names, types) are not there before `g_mime_init`.
///
/// GMime's objects are made, read and released within one function each and never leave the module.
enum GMimeRuntime {
    private static let started: Void = g_mime_init()

    /// Returns when GMime is ready. Cheap after the first call, and safe from any thread.
    static func start() {
        _ = started
    }
}

/// Copies a C string that stays GMime's.
func borrowedString(_ text: UnsafePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    return unsafe String(cString: text)
}

/// Copies a C string that is ours, and frees it.
func ownedString(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
}
