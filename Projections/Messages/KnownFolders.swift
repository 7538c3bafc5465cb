internal import Mail
internal import SQLiteDatabase

/// The folders that messages come to, by their ids: the one place that says whether a copy lives.
final class KnownFolders {
    private let selection: Statement
    /// Nil where each is read every time, since another process may change it meanwhile.
    private var known: [FolderID: (id: Int64, isLive: Bool)]?

    /// - Parameter keeps: Whether folders do not change as long as they are known, as in a fold.
    init(on connection: Connection, keeping keeps: Bool = true) throws {
        selection = try connection.prepare("SELECT id, is_live FROM folder WHERE uuid = ?")
        known = keeps ? [:] : nil
    }

    /// The folder of a copy, and whether the copy is live: when its folder is and no T hides it.
    func place(of copy: MessageCopy) throws -> (folder: Int64, isLive: Bool) {
        let folder = try known?[copy.folder] ?? read(copy.folder)
        known?[copy.folder] = folder
        return (folder.id, folder.isLive && !copy.isHidden)
    }

    private func read(_ id: FolderID) throws -> (id: Int64, isLive: Bool) {
        let folder = try selection.first(id.blob) { try (id: $0.next(Int64.self), isLive: $0.next(Bool.self)) }
        guard let folder else { throw ProjectionError.unknown("folder \(id)") }
        return folder
    }
}
