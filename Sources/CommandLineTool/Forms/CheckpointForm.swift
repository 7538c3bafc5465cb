internal import Cryptography
internal import EventLog

struct CheckpointForm: Encodable {
    let origin: String
    let size: Int64
    let root: String
    let key: String
    let note: String

    init(_ signed: SignedCheckpoint, key: String) {
        origin = signed.checkpoint.origin
        size = signed.checkpoint.size
        root = signed.checkpoint.root.hex
        self.key = key
        note = signed.note.description
    }
}

/// A file that was written.
struct WrittenFileForm: Encodable {
    let path: String
    let bytes: Int
}
