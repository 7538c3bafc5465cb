import Compression
import DiskFiles

/// The result of inspecting one file.
enum FileInspection: ~Copyable {
    case message(state: FileState, fromLine: String?, FoundMessage.Backing)
    case mbox(scanner: MboxScanner, state: FileState, FoundMessage.Backing)
    case skipped(SkipReason)

    /// The number of bytes that are read to find the kind of a file.
    private static let startBytes = 16 << 10

    /// The reason why a file is inspected.
    enum Occasion {
        /// It is in `cur` or `new`: a message, whatever its content.
        case maildir
        case walked
        /// A person named this path in a `cur` or `new`.
        case namedInMaildir
        /// A person named this path.
        case named
    }

    /// The beginning of a file, decompressed if it is compressed.
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

        /// Whether an mbox may begin so, with a header or without.
        func canBeMbox(_ path: FilePath, _ options: MailboxOptions) -> Bool {
            start.mboxOffset != nil && (start.isPlausibleMbox || FileInspection.isMbox(path, options))
        }

        /// The message that fills the whole file.
        func message(_ backing: FoundMessage.Backing) -> FileInspection {
            .message(state: state, fromLine: fromLine, backing)
        }
    }

    // MARK: Inspecting

    /// Opens a file and inspects its beginning, and all of it if only that distinguishes an mbox from a message.
    static func inspect(
        _ file: Location, on occasion: Occasion, options: MailboxOptions, buffer: inout [UInt8]
    ) throws(UnpackingError) -> FileInspection {
        let opening: Opening
        switch try look(into: file, on: occasion, options, &buffer) {
        case .refused(let reason): return .skipped(reason)
        case .mail(let found): opening = found
        }
        let message = opening.message(opening.packing.map { .compressed($0) } ?? .plain)
        // A file that cannot be an mbox need not be decompressed here.
        guard occasion == .named || occasion == .walked, opening.canBeMbox(file.path, options) else { return message }
        guard let packing = opening.packing else {
            return try mbox(file.path, opening, .plain, options) { () throws(FileError) in try file.open() }
        }
        let scratch = FilePath(options.scratchFolder)
        let unpacked = try UnpackedFile.unpacking(file, packing, in: scratch, on: options.files)
        return try mbox(file.path, opening, .unpacked(unpacked), options) { unpacked.open() }
    }

    /// Explains in advance why a file that a person named is no mail; nil if it is.
    ///
    /// It reads all of a compressed file, so that damage at its end is found before half of it is imported.
    static func refusal(
        of file: Location, on occasion: Occasion, options: MailboxOptions, buffer: inout [UInt8]
    ) throws(UnpackingError) -> SkipReason? {
        switch try look(into: file, on: occasion, options, &buffer) {
        case .refused(let reason): return reason
        case .mail(let opening):
            guard let packing = opening.packing else {
                guard !opening.start.hasHeader else { return nil }
                return try refusal(of: file.path, opening, options) { () throws(FileError) in try file.open() }
            }
            var reader = try PackedReader(file, packing)
            try reader.checkAll()
            return nil
        }
    }

    /// Explains why the output of a pipe is no mail; nil if it is.
    static func refusal(
        of collected: UnpackedFile, path: FilePath, options: MailboxOptions
    ) throws(UnpackingError) -> SkipReason? {
        if collected.state.size == 0 { return .empty }
        let opening = try Opening(collected)
        if opening.start.isMail { return nil }
        guard opening.canBeMbox(path, options), !opening.start.hasHeader else { return .notMail }
        return try refusal(of: path, opening, options) { collected.open() }
    }

    /// Explains why a file that begins as an mbox, but without a header, is none; nil if it has a message.
    private static func refusal(
        of path: FilePath, _ opening: Opening, _ options: MailboxOptions, open: () throws(FileError) -> SharedFile
    ) throws(UnpackingError) -> SkipReason? {
        guard case .skipped(let reason) = try mbox(path, opening, .plain, options, open: open) else { return nil }
        return reason
    }

    /// Inspects the output of a pipe.
    static func inspect(
        _ collected: UnpackedFile, path: FilePath, options: MailboxOptions
    ) throws(UnpackingError) -> FileInspection {
        let opening = try Opening(collected)
        let backing = FoundMessage.Backing.unpacked(collected)
        guard opening.start.mboxOffset != nil else { return opening.message(backing) }
        return try mbox(path, opening, backing, options) { collected.open() }
    }

    // MARK: Steps

    private enum Look {
        case mail(Opening)
        case refused(SkipReason)
    }

    private static func look(
        into location: Location, on occasion: Occasion, _ options: MailboxOptions, _ buffer: inout [UInt8]
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
        let isMail =
            switch occasion {
            case .maildir: true
            // What was exported to a folder comes back, even if its header has no field of mail.
            case .namedInMaildir: opening.start.hasHeader
            case .walked: opening.start.hasHeader || opening.canBeMbox(location.path, options)
            case .named: opening.start.isMail || opening.canBeMbox(location.path, options)
            }
        return isMail ? .mail(opening) : .refused(.notMail)
    }

    /// Treats a file that starts with a "From " line as an mbox, if it is one.
    private static func mbox(
        _ path: FilePath, _ opening: Opening, _ backing: FoundMessage.Backing, _ options: MailboxOptions,
        open: () throws(FileError) -> SharedFile
    ) throws(UnpackingError) -> FileInspection {
        let start = opening.start.mboxOffset ?? 0
        var isMbox = isMbox(path, options)
        do throws(FileError) {
            if !opening.start.hasHeader {
                // Without a header at its start it is an mbox if it contains a message at all.
                isMbox = try containsMail(open(), rule: isMbox ? .split : .doubt, from: start)
                if !isMbox { return .skipped(.notMail) }
            }
            if !isMbox, opening.start.isPlausibleMbox { isMbox = try splits(open(), from: start) }
            guard isMbox else {
                return opening.message(opening.packing.map { .compressed($0) } ?? backing)
            }
            let scanner = try MboxScanner(open(), rule: .split, start: start)
            return .mbox(scanner: scanner, state: opening.state, backing)
        } catch {
            throw .system(error)
        }
    }

    /// Whether a file that starts with a "From " line is certainly an mbox.
    private static func isMbox(_ path: FilePath, _ options: MailboxOptions) -> Bool {
        options.treatsFilesAsMbox || FileNames.isMbox(path.name)
    }

    /// Whether a file that starts with a "From " line contains a second one that can only be a separator.
    private static func splits(_ file: SharedFile, from start: Int) throws(FileError) -> Bool {
        var scanner = try MboxScanner(file, rule: .doubt, start: start, bufferSize: try bufferSize(for: file))
        _ = try scanner.next()
        return scanner.hasMore
    }

    /// Whether a file that starts with a "From " line contains a message with a header.
    private static func containsMail(
        _ file: SharedFile, rule: MboxScanner.Rule, from start: Int
    ) throws(FileError) -> Bool {
        var scanner = try MboxScanner(file, rule: rule, start: start, bufferSize: try bufferSize(for: file))
        while let entry = try scanner.next() {
            if case .message = entry { return true }
        }
        return false
    }

    /// The size of a buffer that need not be larger than the file.
    private static func bufferSize(for file: SharedFile) throws(FileError) -> Int {
        Int(min(try file.state().size + 1, 64 << 10))
    }
}
