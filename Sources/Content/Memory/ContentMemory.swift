package import Cryptography
import DiskFiles
internal import Synchronization

/// Contents in memory that any number of stores share, gone with the last of them.
///
/// ```swift
/// let memory = ContentMemory()
/// let store = ContentStore(at: memory.place)
/// ```
public final class ContentMemory: Sendable {
    struct Content: Sendable {
        let number: Int64
        let size: Int64
        var storedSize: Int64
        /// The frame: one piece in the row, or several beside it.
        var pieces: [[UInt8]]
        let isInPieces: Bool
    }

    /// All contents at one moment. A copy shares its dictionary until either is written to.
    struct State: Sendable {
        var contents: [SHA256Digest: Content] = [:]
        var last: Int64 = 0
        /// Grows with each change.
        var generation = 0
    }

    private let shared = Mutex(State())
    private let isWriting = Mutex(false)
    /// The time that a batch waits for another one, in milliseconds.
    private let timeout: Int32

    public init(timeout: Int32 = 10_000) {
        self.timeout = timeout
    }

    /// The place at which stores find these contents.
    public var place: ContentPlace {
        ContentPlace(path: Self.path) { MemoryContentBackend(of: self, canWrite: $0 != .readOnly) }
    }

    static let path = "memory"

    var state: State { shared.withLock { $0 } }

    func change<Output: Sendable>(_ body: (inout State) -> Output) -> Output {
        shared.withLock { state in
            state.generation += 1
            return body(&state)
        }
    }

    /// Changes the stored frame of a content behind everybody's back, as damage does; false if it is not stored.
    package func damage(_ digest: SHA256Digest, _ body: (inout [[UInt8]]) -> Void) -> Bool {
        shared.withLock { state in
            guard var content = state.contents[digest] else { return false }
            body(&content.pieces)
            state.contents[digest] = content
            return true
        }
    }

    /// Keeps others from writing.
    func lock() throws(ContentError) {
        var waited: Int32 = 0
        while !isWriting.withLock({ isHeld in
            defer { isHeld = true }
            return !isHeld
        }) {
            guard waited < timeout else { throw .busy }
            KernelFiles.shared.pause(1_000)
            waited += 1
        }
    }

    func unlock() {
        isWriting.withLock { $0 = false }
    }
}
