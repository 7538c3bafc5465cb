import Glibc

/// Returns a path from the root without links, `.` and `..`; nil, with `errno`, where nothing is there (realpath(3)).
public func resolvedPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
}
