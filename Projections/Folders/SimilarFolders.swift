internal import Suggestions

/// Finds the folders that somebody may have meant whose name no folder has.
package enum SimilarFolders {
    /// Returns the paths that end in `name`; else the path, last part of a path or role that is spelled much like it.
    package static func of(_ name: String, among folders: [(path: String, role: String?)]) -> [String] {
        let end = "/" + name.lowercased()
        var seen: Set<String> = []
        let ending = folders.map(\.path).filter { $0.lowercased().hasSuffix(end) && seen.insert($0).inserted }
        guard ending.isEmpty else { return ending }
        var paths: [String: String] = [:]
        for (_, role) in folders {
            if let role { paths[role] = role }
        }
        for (path, _) in folders {
            if let last = path.split(separator: "/").last { paths[String(last)] = path }
        }
        for (path, _) in folders { paths[path] = path }
        return Suggestion.nearest(to: name, among: paths.keys.sorted()).flatMap { paths[$0] }.map { [$0] } ?? []
    }
}
