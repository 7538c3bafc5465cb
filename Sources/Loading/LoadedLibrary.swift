internal import Glibc

/// Returns the functions of a library that is loaded now, when the first of them is called, and not when the process starts.
///
/// Where it is missing the process ends as it would have at its start: with the dynamic loader's message and its exit code, 127.
///
/// - Parameters:
///   - functions: The table to fill.
///   - package: Debian's package that has the library.
///   - load: Fills the table, and returns nil or what went wrong.
package func loaded<Functions>(
    _ functions: Functions, from package: String, by load: (UnsafeMutablePointer<Functions>) -> UnsafePointer<CChar>?
) -> Functions {
    var functions = functions
    if let reason = unsafe load(&functions) {
        let message = unsafe """
        error while loading shared libraries: \(String(cString: reason)) (Debian: apt-get install \(package))\n
        """
        _ = unsafe message.withCString { unsafe write(STDERR_FILENO, $0, strlen($0)) }
        exit(127)
    }
    return functions
}
