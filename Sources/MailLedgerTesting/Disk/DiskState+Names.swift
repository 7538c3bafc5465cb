internal import DiskFiles

extension DiskState {
    /// A name in a folder, whether or not something has it.
    struct Place {
        let folder: Int
        let name: [UInt8]
        /// The node with the name.
        let node: Int?
    }

    /// Finds where a path leads. There are no links on this disk.
    func place(_ path: FilePath, in folder: FileHandle?, _ call: FileCall) throws(FileError) -> Place {
        guard !path.bytes.contains(0), !path.bytes.isEmpty else { throw FileError(call, path.text, .notThere) }
        let slash = UInt8(ascii: "/")
        var current = Self.root
        if path.bytes.first != slash, let folder {
            guard let opened = opened[folder.number] else { throw FileError(call, path.text, .notOpen) }
            current = opened.node
        }
        var place = Place(folder: nodes[current].parent, name: [], node: current)
        for name in path.bytes.split(separator: slash) where !name.elementsEqual(".".utf8) {
            guard let folder = place.node else { throw FileError(call, path.text, .notThere) }
            guard nodes[folder].kind == .directory else { throw FileError(call, path.text, .notAFolder) }
            let name = Array(name)
            let node = name.elementsEqual("..".utf8) ? nodes[folder].parent : nodes[folder].names[name]
            place = Place(folder: folder, name: name, node: node)
        }
        return place
    }

    /// Finds the file or folder at a path.
    func node(_ path: FilePath, in folder: FileHandle?, _ call: FileCall) throws(FileError) -> Int {
        guard let node = try place(path, in: folder, call).node else { throw FileError(call, path.text, .notThere) }
        return node
    }

    /// Makes a file or a folder at a place that is free.
    mutating func make(_ kind: FileKind, at place: Place) -> Int {
        let node = nodes.count
        nodes.append(
            Node(
                kind: kind, parent: place.folder, links: 1, permissions: kind == .directory ? 0o700 : 0o600,
                modified: Self.time(clock)))
        nodes[place.folder].names[place.name] = node
        nodes[place.folder].modified = Self.time(clock)
        record([.put(place.name, in: place.folder, node: node)])
        return node
    }

    mutating func link(_ node: Int, at place: Place) {
        nodes[place.folder].names[place.name] = node
        nodes[node].links += 1
        record([.put(place.name, in: place.folder, node: node)])
    }

    /// Renames a file or folder; it replaces the present holder of the new name.
    mutating func rename(_ old: Place, to new: Place, path: String) throws(FileError) {
        guard let node = old.node else { throw FileError(.rename, path, .notThere) }
        if let taken = new.node, taken != node {
            switch (nodes[node].kind, nodes[taken].kind) {
            case (.directory, .directory):
                guard nodes[taken].names.isEmpty else { throw FileError(.rename, path, .notEmpty) }
            case (.directory, _): throw FileError(.rename, path, .notAFolder)
            case (_, .directory): throw FileError(.rename, path, .isAFolder)
            default: break
            }
            nodes[taken].links -= 1
        }
        nodes[old.folder].names[old.name] = nil
        nodes[new.folder].names[new.name] = node
        nodes[node].parent = new.folder
        record([.drop(old.name, in: old.folder), .put(new.name, in: new.folder, node: node)])
    }

    mutating func remove(_ place: Place, folder isFolder: Bool, path: String) throws(FileError) {
        guard let node = place.node else { throw FileError(.remove, path, .notThere) }
        if nodes[node].kind == .directory {
            guard isFolder else { throw FileError(.remove, path, .isAFolder) }
            guard nodes[node].names.isEmpty else { throw FileError(.remove, path, .notEmpty) }
        } else if isFolder {
            throw FileError(.remove, path, .notAFolder)
        }
        nodes[place.folder].names[place.name] = nil
        nodes[node].links -= 1
        record([.drop(place.name, in: place.folder)])
    }

    /// The path from the root to a folder or a file, by the name that it was given last.
    func path(of node: Int) -> [UInt8] {
        guard node != Self.root else { return [UInt8(ascii: "/")] }
        let folder = nodes[node].parent
        let name = nodes[folder].names.first { $0.value == node }?.key ?? []
        let above = path(of: folder)
        return (above.count > 1 ? above : []) + [UInt8(ascii: "/")] + name
    }

    func status(of node: Int) -> FileStatus {
        let node = (index: node, nodes[node])
        return FileStatus(
            identity: FileIdentity(device: 1, inode: UInt64(node.index)), kind: node.1.kind,
            permissions: node.1.permissions, links: node.1.links, owner: Self.user, group: Self.user,
            size: Int64(node.1.bytes.count), modified: node.1.modified, changed: node.1.modified)
    }
}
