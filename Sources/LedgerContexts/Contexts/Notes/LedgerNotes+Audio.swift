internal import Content
internal import Cryptography
internal import EventLog
internal import LedgerHistory
public import LedgerKernel
internal import Notes
public import Projections

extension LedgerNotes {
    /// Stores a recording, and attaches it to the note whose id has a prefix; the former one stays for an undo.
    ///
    /// - Parameters:
    ///   - fileName: The name of the file, without its folders; it implies the type if none is given.
    ///   - mediaType: As in `audio/mp4`.
    @discardableResult
    public func attachAudio(
        _ bytes: [UInt8], fileName: String?, mediaType: String? = nil, to prefix: String, _ call: CommandCall
    ) throws -> SettingOutcome {
        guard !bytes.isEmpty else { throw DomainError.invalid(field: "audio", reason: "the recording is empty") }
        var command = ChangeNote()
        let audio = NoteAudio(
            content: SHA256Hasher.digest(of: bytes),
            mediaType: mediaType ?? fileName.map(NoteAudio.mediaType(ofFile:)) ?? NoteAudio.mediaType(ofFile: ""),
            size: Int64(bytes.count), fileName: fileName)
        command.audio = audio
        // A refusal comes before anything is stored.
        var events = try ledger.read { try command.decide($0.noteState(prefix)) }
        var receipt: Receipt?
        if !call.isDryRun, !events.isEmpty {
            receipt = try ledger.writing.storing(
                { [content = ledger.content] in try content.batch { try $0.put(bytes: bytes, digest: audio.content) } },
                before: {
                    try ledger.writing.change(call) { reader in
                        events = try command.decide(reader.noteState(prefix))
                        return Proposal(events)
                    }
                })
        }
        return SettingOutcome(changes: try events.flatMap { try FieldChange.all(of: $0.event) }, receipt: receipt)
    }

    /// Whether the note has a recording, and the content store its bytes.
    public func hasAudio(_ note: NoteRow) throws -> Bool {
        guard let audio = note.fields.audio else { return false }
        return try ledger.content.contains(audio.content)
    }

    /// Writes the recording of a note to a file, which appears whole or not at all.
    ///
    /// - Parameter overwriting: Whether a file that is there is replaced.
    public func saveAudio(of prefix: String, to path: String, overwriting: Bool) throws -> SavedFile {
        let note = try ledger.read { try $0.note(prefix) }
        guard let audio = note.fields.audio else {
            throw DomainError.notFound(kind: "recording", name: note.fields.title)
        }
        return try saveContent(audio.content, to: path, overwriting: overwriting)
    }

    /// Writes a content to a file.
    func saveContent(_ digest: SHA256Digest, to path: String, overwriting: Bool) throws -> SavedFile {
        var size: Int64 = 0
        let stored = try ledger.content.read(digest)
        try NewFile.write(to: path, overwriting: overwriting, on: ledger.files) { write in
            try stored.forEachPiece { piece in
                size += Int64(piece.count)
                try write(piece[...])
            }
        }
        return SavedFile(path: path, size: size)
    }
}

/// A file that content was written to.
public struct SavedFile: Sendable, Hashable {
    public let path: String
    /// In bytes.
    public let size: Int64
}
