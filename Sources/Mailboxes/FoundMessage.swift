import Compression
public import DiskFiles

/// One message that a walk found: where its bytes are, and what its place says about it.
public struct FoundMessage: Sendable {
    /// The file that holds it, as the walk opens it.
    let location: Location
    /// The file's state when it was found.
    let state: FileState
    /// Whether lines of it are quoted as `>From ` in its file.
    let isQuoted: Bool
    /// How its bytes are got at.
    var backing: Backing

    enum Backing: Sendable {
        /// They are those of its file.
        case plain
        /// Its file is the message, compressed.
        case compressed(CompressedFormat)
        /// They are in this file.
        case unpacked(UnpackedFile)
        /// They were let go.
        case letGo

        /// Whether its file is compressed, as far as the name of a copy goes.
        var isPacked: Bool {
            switch self {
            case .compressed, .unpacked: true
            case .plain, .letGo: false
            }
        }
    }

    /// Sub-folders from the walked path down to it; empty for the path's own messages.
    public let folder: [String]
    /// The name of this copy inside its folder, the same in every walk of the same path while only flags change.
    ///
    /// In a Maildir the file name without its flags; elsewhere the path below the walked one, in an mbox with `#1`, `#2`, … behind.
    public let sourceName: String
    /// What the name in `cur`, or the `Status` fields in an mbox, say; none elsewhere.
    public let flags: MaildirFlags
    /// Letters beside the flags that name no flag, sorted.
    public let otherFlags: String
    /// What kind of place it was found in.
    public let origin: MessageOrigin
    /// The mbox "From " line before it, without its line end and at most 1,000 bytes of it.
    ///
    /// In a file of its own it is also the first line of the message's bytes; in an mbox it is not.
    public let fromLine: String?
    /// What tells this state of its file from others; nil where the file is not all its own, is too young, or nobody asked.
    public let stamp: FileStamp?
    /// Which part of its file it is.
    public let extent: MessageExtent

    /// The file that holds it; what is no UTF-8 in its path stands as U+FFFD.
    public var path: String { location.path.text }
    /// The bytes it takes in its file; of an mbox that is compressed, those it takes when it is not.
    public var size: Int64 {
        switch extent {
        case .wholeFile: state.size
        case .range(_, let length): length
        }
    }
    /// The same without what it keeps open: it can be named and no longer be read.
    package var lettingGo: FoundMessage {
        var message = self
        message.backing = .letGo
        return message
    }
    /// When its file was last written, in microseconds since 1970.
    public var modified: Int64 { state.modified }
}

/// What kind of place a message was found in.
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

/// What a walk meets.
public enum MailboxItem: Sendable {
    case message(FoundMessage)
    /// Files that were seen before, as they are now, and were not looked into.
    case unchanged(UnchangedFiles)
    case skipped(SkippedFile)
}

/// How to walk.
public struct MailboxOptions: Sendable {
    /// Whether every file that starts with a "From " line is an mbox, whatever its name and content.
    public var treatsFilesAsMbox: Bool
    /// Whether links are followed out of the path.
    public var followsLinks: Bool
    /// Where the mail is, and the folder for what is unpacked.
    public var files: any Files
    /// Where compressed mboxes and what comes through a pipe are unpacked; nil for `$TMPDIR`, else /var/tmp.
    public var temporaryDirectory: String?

    /// Decides by names and content unless told otherwise.
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
