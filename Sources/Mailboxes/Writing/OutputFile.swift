package import DiskFiles

/// A file that is being written, through a buffer of 256 KiB.
package final class OutputFile {
    private static let capacity = 256 << 10

    /// The path as the caller gave it.
    package let path: String
    /// The number of bytes that were written to it.
    package private(set) var count: Int64 = 0
    private let sink: Sink
    private var position: Int64 = 0
    private var buffer: [UInt8] = []
    private let isLocked: Bool

    private enum Sink {
        case file(SharedFile)
        /// A pipe or a device, and whether it is this one's to close.
        case descriptor(Descriptor, isOwned: Bool)
    }

    private init(_ file: SharedFile, path: String, isLocked: Bool = false) {
        sink = .file(file)
        self.path = path
        self.isLocked = isLocked
    }

    /// Makes a file that is not there yet, for its owner only; nil if something has that name.
    package convenience init?(creating path: String, on files: any Files) throws(WriteFailure) {
        try self.init(creating: path, named: path, in: nil, on: files)
    }

    /// Makes the file in a folder that is open.
    convenience init?(
        creating path: String, named name: String, in folder: SharedFile?, on files: any Files
    ) throws(WriteFailure) {
        do throws(FileError) {
            self.init(
                try SharedFile(files, FilePath(name), .createNew, in: folder, links: .refused), path: path)
        } catch {
            if error.code == .taken { return nil }
            throw WriteFailure(path: path, code: error.code)
        }
    }

    /// Makes a file for one process alone, replacing the remains of a killed one; nil if another process has it.
    package convenience init?(locking path: String, on files: any Files) throws(WriteFailure) {
        do throws(FileError) {
            let file = try SharedFile(files, FilePath(path), .create, links: .refused)
            guard try file.lock(.exclusive, waits: false) else { return nil }
            try file.truncate(to: 0)
            self.init(file, path: path, isLocked: true)
        } catch {
            throw WriteFailure(path: path, code: error.code)
        }
    }

    /// Opens an existing pipe or device for writing.
    init(opening path: String) throws(WriteFailure) {
        sink = .descriptor(try writing { () throws(FileError) in try .forWriting(path) }, isOwned: true)
        self.path = path
        isLocked = false
    }

    /// Writes to a descriptor that stays the caller's to close.
    init(_ descriptor: Descriptor, path: String) {
        sink = .descriptor(descriptor, isOwned: false)
        self.path = path
        isLocked = false
    }

    /// Whether it is this user's, under this name only.
    var isOwnAlone: Bool {
        guard case .file(let file) = sink, let status = try? file.status() else { return false }
        return status.owner == file.files.user.effective && status.links == 1
    }

    deinit {
        switch sink {
        // A program that another thread is starting has a copy of the handle, and would hold the lock for a moment longer.
        case .file(let file): if isLocked { file.files.unlock(file.handle) }
        case .descriptor(let descriptor, let isOwned): if isOwned { descriptor.close() }
        }
    }

    /// Appends text in UTF-8.
    package func write(_ text: String) throws(WriteFailure) {
        try write(Array(text.utf8))
    }

    /// Appends bytes.
    package func write(_ bytes: [UInt8]) throws(WriteFailure) {
        count += Int64(bytes.count)
        if buffer.count + bytes.count > Self.capacity { try flush() }
        if bytes.count >= Self.capacity {
            try writeAll(bytes)
        } else {
            buffer += bytes
        }
    }

    /// Writes the buffer to the system.
    package func flush() throws(WriteFailure) {
        let bytes = buffer
        buffer.removeAll(keepingCapacity: true)
        try writeAll(bytes)
    }

    /// Writes the rest of the buffer, and sets the file's time of change, in microseconds since 1970.
    package func finish(modified: Int64? = nil) throws(WriteFailure) {
        try flush()
        guard let modified, case .file(let file) = sink else { return }
        // A file system that keeps no such time is no reason to give up.
        try? file.files.setModified(FileTime(microseconds: modified), of: file.handle)
    }

    /// Takes the file's name away, where nothing came to be in it.
    package func remove() {
        if case .file(let file) = sink { try? file.files.remove(path) }
    }

    /// Makes all writes durable (fsync(2)); a pipe or a device needs no such call.
    package func sync() throws(WriteFailure) {
        try flush()
        guard case .file(let file) = sink else { return }
        do throws(FileError) {
            try file.sync()
        } catch {
            guard error.code == .invalid || error.code == .readOnlyMedium else {
                throw WriteFailure(path: path, code: error.code)
            }
        }
    }

    private func writeAll(_ bytes: [UInt8]) throws(WriteFailure) {
        do throws(FileError) {
            switch sink {
            case .file(let file): try file.write(bytes.span, at: position)
            case .descriptor(let descriptor, _): try descriptor.write(bytes.span)
            }
        } catch {
            throw WriteFailure(path: path, code: error.code)
        }
        position += Int64(bytes.count)
    }
}
