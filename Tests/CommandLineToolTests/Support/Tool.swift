import Glibc
import TestSupport

/// Where the tool is that was built with these tests.
enum Tool {
    /// The path of `mailledger`: that of `MAILLEDGER_TOOL`, else the one beside the test bundle.
    static func path() throws -> String {
        guard let found = candidates.first(where: { unsafe access($0, X_OK) == 0 }) else {
            throw ToolError("mailledger is built by 'swift build --build-tests'; not found as \(candidates)")
        }
        return found
    }

    private static let candidates: [String] = {
        var paths: [String] = []
        if let named = unsafe getenv("MAILLEDGER_TOOL") { paths.append(unsafe String(cString: named)) }
        // The test's own program, or the bundle that a helper of the toolchain was told to load.
        let programs = CommandLine.arguments.filter { $0.hasSuffix(".xctest") } + CommandLine.arguments.prefix(1)
        for program in programs {
            guard let resolved = unsafe realpath(program, nil) else { continue }
            defer { unsafe free(resolved) }
            paths += folders(above: unsafe String(cString: resolved)).prefix(3).map { $0 + "/mailledger" }
        }
        return paths + [projectRoot + "/.build/debug/mailledger"]
    }()

    private static func folders(above path: String) -> [String] {
        var path = path
        var folders: [String] = []
        while let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            path = String(path[..<slash])
            folders.append(path)
        }
        return folders
    }
}
