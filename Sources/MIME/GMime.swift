import CGMime
internal import Loading

/// GMime's functions, loaded and started once in a process, when the first of them is called. Safe from any thread.
///
/// GMime's objects are made, read and released within one function each and never leave the module.
let gmime: CGMimeFunctions = {
    let functions = unsafe loaded(CGMimeFunctions(), from: "libgmime-3.0-0", by: cgmime_load)
    // Its tables (charsets, iconv names, types) are not there before.
    functions.g_mime_init()
    return functions
}()

/// GLib's functions for text, loaded likewise.
let glib = unsafe loaded(CGMimeTextFunctions(), from: "libglib2.0-0", by: cgmime_load_text)

// GObject's type checks and casts are macros, which Swift does not import.
extension CGMimeFunctions {
    /// Returns the members of a group; `nil` for any other address.
    func members(of address: UnsafeMutablePointer<InternetAddress>) -> UnsafeMutablePointer<InternetAddressList>? {
        guard unsafe isInstance(address, of: internet_address_group_get_type()) else { return nil }
        return unsafe internet_address_group_get_members(cast(address, to: InternetAddressGroup.self))
    }

    /// Returns the address of a mailbox; `nil` for a group.
    func mailboxAddress(of address: UnsafeMutablePointer<InternetAddress>) -> UnsafePointer<CChar>? {
        guard unsafe isInstance(address, of: internet_address_mailbox_get_type()) else { return nil }
        return unsafe internet_address_mailbox_get_addr(cast(address, to: InternetAddressMailbox.self))
    }

    private func isInstance(_ object: UnsafeMutablePointer<InternetAddress>, of type: GType) -> Bool {
        unsafe g_type_check_instance_is_a(cast(object, to: GTypeInstance.self), type) != 0
    }

    private func cast<T>(_ object: UnsafeMutablePointer<InternetAddress>, to type: T.Type) -> UnsafeMutablePointer<T> {
        unsafe UnsafeMutableRawPointer(object).assumingMemoryBound(to: type)
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
    defer { unsafe glib.g_free(text) }
    return unsafe String(cString: text)
}
