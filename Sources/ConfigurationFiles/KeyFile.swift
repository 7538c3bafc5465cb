internal import CGLib
internal import Loading

/// GLib's functions, loaded when the first of them is called.
private let glib = unsafe loaded(CGLibFunctions(), from: "libglib2.0-0", by: cglib_load)

/// Groups of keys and values with the comments between them, as GLib reads and writes them
/// (<https://docs.gtk.org/glib/struct.KeyFile.html>).
@safe struct KeyFile: ~Copyable {
    private let file: OpaquePointer

    /// Reads a text; its errors come without the path of the file.
    init(_ bytes: [UInt8]) throws(Fault) {
        guard let empty = glib.g_key_file_new() else { preconditionFailure("GLib has no memory for a key file") }
        unsafe file = empty
        guard !bytes.isEmpty else { return }
        // GLib stops at a NUL in some places and goes beyond it in others.
        guard !bytes.contains(0) else {
            throw Fault("it holds a NUL")
        }
        let bytes = Self.withPlainLineEnds(bytes)
        var error: UnsafeMutablePointer<GError>?
        let isRead = unsafe bytes.withUnsafeBytes { bytes in
            unsafe glib.g_key_file_load_from_data(
                file, bytes.bindMemory(to: CChar.self).baseAddress, gsize(bytes.count), G_KEY_FILE_KEEP_COMMENTS, &error
            )
        }
        guard isRead != 0 else { throw unsafe Fault(taking: error) }
    }

    /// Carriage returns before a line's end are a part of it. To GLib all but one are of the value, until it has written them once.
    private static func withPlainLineEnds(_ bytes: [UInt8]) -> [UInt8] {
        let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        guard bytes.contains(carriageReturn) else { return bytes }
        var plain: [UInt8] = []
        var held = 0
        for byte in bytes {
            if byte == carriageReturn {
                held += 1
                continue
            }
            if byte != lineFeed { plain += Array(repeating: carriageReturn, count: held) }
            held = 0
            plain.append(byte)
        }
        return plain
    }

    deinit { unsafe glib.g_key_file_unref(file) }

    /// Every key in the order of the file.
    func keys() -> [ConfigurationKey] {
        unsafe Self.strings(glib.g_key_file_get_groups(file, nil)).flatMap { group in
            unsafe Self.strings(glib.g_key_file_get_keys(file, group, nil, nil)).map {
                ConfigurationKey(group: group, name: $0)
            }
        }
    }

    /// The value of a key that is there, with its escapes (`\s`, `\n`, `\t`, `\r`, `\\`) read.
    func value(_ key: ConfigurationKey) throws(Fault) -> String {
        var error: UnsafeMutablePointer<GError>?
        let text = unsafe glib.g_key_file_get_string(file, key.group, key.name, &error)
        defer { unsafe glib.g_free(text) }
        // For a bad escape GLib returns both a text and an error.
        guard let text = unsafe text, unsafe error == nil else { throw unsafe Fault(taking: error) }
        return unsafe String(cString: text)
    }

    func set(_ key: ConfigurationKey, to value: String) {
        unsafe glib.g_key_file_set_string(file, key.group, key.name, value)
    }

    /// Takes a key away; false if it is not there.
    func remove(_ key: ConfigurationKey) -> Bool {
        unsafe glib.g_key_file_remove_key(file, key.group, key.name, nil) != 0
    }

    /// The text, comments included.
    func bytes() -> [UInt8] {
        var count: gsize = 0
        guard let data = unsafe glib.g_key_file_to_data(file, &count, nil) else { return [] }
        defer { unsafe glib.g_free(data) }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: Int(count)))
    }

    /// Reads a list of texts that ends with a null pointer, and frees it.
    private static func strings(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
        guard let list = unsafe list else { return [] }
        defer { unsafe glib.g_strfreev(list) }
        var texts: [String] = []
        var index = 0
        while let text = unsafe list[index] {
            unsafe texts.append(String(cString: text))
            index += 1
        }
        return texts
    }

    /// GLib's objection to a text.
    struct Fault: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }

        fileprivate init(taking error: UnsafeMutablePointer<GError>?) {
            guard let error = unsafe error else {
                self.init("it cannot be read")
                return
            }
            // GLib's messages may quote a line of any length.
            let message = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? "it cannot be read"
            unsafe glib.g_error_free(error)
            self.init(message.count > 200 ? message.prefix(200) + "…" : message)
        }
    }
}
