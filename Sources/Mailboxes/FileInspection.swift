import Compression
import DiskFiles

/// What one file turns out to be.
enum FileInspection: ~Copyable {
    case message(state: FileState, fromLine: String?, FoundMessage.Backing)
    case mbox(scanner: MboxScanner, state: FileState, FoundMessage.Backing)
    case skipped(SkipReason)

    /// How much of a file is read to see what it is.
    private static let startBytes = 16 << 10

    /// How a file came to be looked at.
    enum Occasion {
        /// It lies in `cur` or `new`: a message whatever it holds.
        case maildir
        case walked
        /// It is the path that a person named, in a `cur` or `new`.
        case namedInMaildir
        /// It is the path that a person named.
        case named
    }

    /// What a file begins with, unpacked where it is compressed.
    private struct Opening {
        let state: FileState
        let packing: CompressedFormat?
        let bytes: ArraySlice<UInt8>
        let start: FileStart

        init(state: FileState, packing: CompressedFormat?, bytes: ArraySlice<UInt8>) {
            self.state = state
            self.packing = packing
            self.bytes = bytes
            start = FileStart(bytes)
        }

        init(_ collected: UnpackedFile) throws(UnpackingError) {
            var buffer = [UInt8](repeating: 0, count: startBytes)
            let count: Int
            do throws(FileError) {
                count = try collected.open().read(into: &buffer, 0..<buffer.count, from: 0)
            } catch {
                throw .scratch(error)
            }
            self.init(state: collected.state, packing: nil, bytes: buffer[..<count])
        }

        var fromLine: String? { start.fromLine.map { String(decoding: $0.prefix(1000), as: UTF8.self) } }
        var hasByteOrderMark: Bool { bytes.starts(with: MailStart.byteOrderMark) }

        /// The message that is all of the file.
        func message(_ backing: FoundMessage.Backing) -> FileInspection {
            .message(state: state, fromLine: fromLine, backing)
        }
    }

    // MARK: Inspecting

    /// Opens a file and looks at its beginning, and at all of it where an mbox has to be told from a message.
    static func inspect(
        _ file: Location, on occasion: Occasion, options: MailboxOptions, buffer: inout [UInt8]
    ) throws(UnpackingError) -> FileInspection {
        let opening: Opening
        switch try look(into: file, on: occasion, &buffer) {
        case .refused(let reason): return .skipped(reason)
        case .mail(let found): opening = found
        }
        let message = opening.message(opening.packing.map { .compressed($0) } ?? .plain)
        // What cannot be an mbox need not be unpacked to be found.
        guard occasion == .named || occasion == .walked, opening.fromLine != nil,
            opening.start.isPlausibleMbox || isMbox(file.path, options)
        else { return message }
        guard let packing = opening.packing else {
            return try mbox(file.path, opening, .plain, options) { () throws(FileError) in try file.open() }
        }
        let scratch = FilePath(options.scratchFolder)
        let unpacked = try UnpackedFile.unpacking(file, packing, in: scratch, on: options.files)
        return try mbox(file.path, opening, .unpacked(unpacked), options) { unpacked.open() }
    }

    /// Says why a file that a person named is no mail, before anything is done with it; nil where it is.
    ///
    /// All of a compressed file is read: damage at its end must not come to light when half of it is imported.
    static func refusal(
        of file: Location, on occasion: Occasion, buffer: inout [UInt8]
    ) throws(UnpackingError) -> SkipReason? {
        switch try look(into: file, on: occasion, &buffer) {
        case .refused(let reason): return reason
        case .mail(let opening):
            guard let packing = opening.packing else { return nil }
            var reader = try PackedReader(file, packing)
            try reader.checkAll()
            return nil
        }
    }

    /// Says why what came out of a pipe is no mail; nil where it is.
    static func refusal(of collected: UnpackedFile) throws(UnpackingError) -> SkipReason? {
        if collected.state.size == 0 { return .empty }
        return try Opening(collected).start.hasHeader ? nil : .notMail
    }

    /// Inspects what came out of a pipe.
    static func inspect(
        _ collected: UnpackedFile, path: FilePath, options: MailboxOptions
    ) throws(UnpackingError) -> FileInspection {
        let opening = try Opening(collected)
        let backing = FoundMessage.Backing.unpacked(collected)
        guard opening.fromLine != nil else { return opening.message(backing) }
        return try mbox(path, opening, backing, options) { collected.open() }
    }

    // MARK: Steps

    private enum Look {
        case mail(Opening)
        case refused(SkipReason)
    }

    private static func look(
        into location: Location, on occasion: Occasion, _ buffer: inout [UInt8]
    ) throws(UnpackingError) -> Look {
        if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: startBytes) }
        let state: FileState
        var count: Int
        do throws(FileError) {
            let file = try location.open()
            state = try file.state()
            guard state.kind == .regular else { return .refused(.notRegular(state.kind)) }
            count = try file.read(into: &buffer, 0..<buffer.count, from: 0)
        } catch {
            throw .system(error)
        }
        let packing = CompressedFormat(buffer[..<count])
        if let packing {
            var reader = try PackedReader(location, packing)
            count = try reader.read(into: &buffer, 0..<buffer.count)
        }
        if count == 0 { return .refused(.empty) }
        let opening = Opening(state: state, packing: packing, bytes: buffer[..<count])
        return occasion == .maildir || opening.start.hasHeader ? .mail(opening) : .refused(.notMail)
    }

    /// Takes a file that starts with a "From " line as an mbox, if it is one.
    private static func mbox(
        _ path: FilePath, _ opening: Opening, _ backing: FoundMessage.Backing, _ options: MailboxOptions,
        open: () throws(FileError) -> SharedFile
    ) throws(UnpackingError) -> FileInspection {
        let hasMark = opening.hasByteOrderMark
        var isMbox = isMbox(path, options)
        do throws(FileError) {
            if !isMbox, opening.start.isPlausibleMbox { isMbox = try splits(open(), hasMark: hasMark) }
            guard isMbox else {
                return opening.message(opening.packing.map { .compressed($0) } ?? backing)
            }
            let scanner = try MboxScanner(open(), rule: .split, hasByteOrderMark: hasMark)
            return .mbox(scanner: scanner, state: opening.state, backing)
        } catch {
            throw .system(error)
        }
    }

    /// Whether nothing more need be known of a file that starts with a "From " line to take it as an mbox.
    private static func isMbox(_ path: FilePath, _ options: MailboxOptions) -> Bool {
        options.treatsFilesAsMbox || FileNames.isMbox(path.name)
    }

    /// Tells whether a file that starts with a "From " line holds a second one that can only be a separator.
    private static func splits(_ file: SharedFile, hasMark: Bool) throws(FileError) -> Bool {
        let bufferSize = Int(min(try file.state().size + 1, 64 << 10))
        var scanner = try MboxScanner(file, rule: .doubt, hasByteOrderMark: hasMark, bufferSize: bufferSize)
        _ = try scanner.next()
        return scanner.hasMore
    }
}
