import Compression
public import DiskFiles

/// A message that a walk found: the place of its bytes, and the facts that the place implies.
public struct FoundMessage: Sendable {
    /// The file that contains it, as the walk opens it.
    let location: Location
    /// The file's state when it was found.
    let state: FileState
    /// Whether its file quotes lines of it as `>From `.
    let isQuoted: Bool
    /// The way to its bytes.
    var backing: Backing

    enum Backing: Sendable {
        /// They are those of its file.
        case plain
        /// Its file is the message, compressed.
        case compressed(CompressedFormat)
        /// They are in this decompressed file.
        case unpacked(UnpackedFile)
        /// They were released.
        case letGo

        /// Whether its file is compressed, for the purpose of naming a copy.
        var isPacked: Bool {
            switch self {
            case .compressed, .unpacked: true
            case .plain, .letGo: false
            }
        }
    }

    /// Sub-folders from the walked path down to it; empty for the path's own messages.
    public let folder: [String]
    /// The name of this copy inside its folder; it is the same in every walk of the same path while only flags change.
    ///
    /// In a Maildir it is the file name without its flags; elsewhere the path below the walked one, in an mbox followed
    /// by `#1`, `#2`, ….
    public let sourceName: String
    /// The flags from the name in `cur` or `new`, or from the `Status` fields in an mbox; none elsewhere.
    public let flags: MaildirFlags
    /// Letters beside the flags that mean no flag, sorted.
    public let otherFlags: String
    /// The kind of place that contained it.
    public let origin: MessageOrigin
    /// The mbox "From " line before it, without its line end and at most 1,000 bytes of it.
    ///
    /// In a file of its own it is also the first line of the message's bytes; in an mbox it is not.
    public let fromLine: String?
    /// The stamp of its file's state; nil if it shares the file, if the file is too young, or if nobody asked for it.
    public let stamp: FileStamp?
    /// The part of its file that it fills.
    public let extent: MessageExtent

    /// The file that contains it; U+FFFD replaces bytes of its path that are not UTF-8.
    public var path: String { location.path.text }
    /// Its size in its file, in bytes; for a compressed mbox the decompressed size.
    public var size: Int64 {
        switch extent {
        case .wholeFile: state.size
        case .range(_, let length): length
        }
    }
    /// A copy without open files: it can be named but no longer read.
    package var lettingGo: FoundMessage {
        var message = self
        message.backing = .letGo
        return message
    }
    /// The time when its file was last written, in microseconds since 1970.
    public var modified: Int64 { state.modified }
}

/// The kind of place that contained a message.
public enum MessageOrigin: Hashable, Sendable {
    case maildirCur
    case maildirNew
    case file
    /// The message of this number, from 1, of an mbox.
    case mbox(Int)
}

/// The part of a file that is the message.
public enum MessageExtent: Hashable, Sendable {
    case wholeFile
    /// In bytes, without the separator before it and the blank line that belongs to the next one.
    case range(offset: Int64, length: Int64)
}

/// An item of a walk.
public enum MailboxItem: Sendable {
    case message(FoundMessage)
    /// Files that were seen before and have not changed, so that they were not opened.
    case unchanged(UnchangedFiles)
    case skipped(SkippedFile)
}

/// Options of a walk.
public struct MailboxOptions: Sendable {
    /// Whether every file that starts with a "From " line is an mbox, whatever its name and content.
    public var treatsFilesAsMbox: Bool
    /// Whether links are followed out of the path.
    public var followsLinks: Bool
    /// The disk of the mail, and of the folder for decompressed files.
    public var files: any Files
    /// The folder for decompressed mboxes and the input of pipes; nil for `$TMPDIR`, else /var/tmp.
    public var temporaryDirectory: String?

    /// Makes options that decide by names and content, unless a parameter says otherwise.
    public init(
        treatsFilesAsMbox: Bool = false, followsLinks: Bool = false, temporaryDirectory: String? = nil,
        on files: any Files = KernelFiles.shared
    ) {
        self.treatsFilesAsMbox = treatsFilesAsMbox
        self.followsLinks = followsLinks
        self.temporaryDirectory = temporaryDirectory
        self.files = files
    }

    /// The folder that was asked for, else `$TMPDIR`, else /var/tmp.
    var scratchFolder: String { temporaryDirectory ?? ScratchFolder.path(orElse: "/var/tmp") }
}
