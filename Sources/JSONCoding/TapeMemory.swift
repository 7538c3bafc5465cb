import Synchronization

/// The memory of a tape, which passes from one call of a decoder to the next.
///
/// Containers and decoders point here without counting references: counting took a fifth of the time to decode an
/// event, and allocation for each event a twentieth. A decoder that outlives its call must stop the program rather than
/// see another's text, so the state it checks stays allocated for good and names its call. There are as many as calls
/// ever ran at once.
@safe struct TapeMemory: Sendable {
    @unsafe struct State {
        var text: UnsafeMutablePointer<UInt8>
        var textCapacity: Int
        var entries: UnsafeMutablePointer<TapeEntry>
        var entryCapacity: Int
        var entryCount = 0
        /// The number of calls that used it.
        var serial: UInt32 = 0
        /// The keys that a decoder which refuses unknown keys recorded for each object; empty for others.
        var askedKeys: [UInt32: [String]] = [:]
    }

    nonisolated(unsafe) let state: UnsafeMutablePointer<State>

    /// Memory that waits for the next call.
    private static let idle = Mutex<[TapeMemory]>([])
    /// The number of bytes kept between two calls.
    private static let kept = 64 << 10

    private init() {
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(
            to: State(
                text: .allocate(capacity: 0), textCapacity: 0, entries: .allocate(capacity: 0), entryCapacity: 0))
    }

    /// Lends memory that no other call uses.
    static func lend() -> TapeMemory {
        idle.withLock { $0.popLast() } ?? TapeMemory()
    }

    /// Ends a call: any decoder that still points here is refused from now on.
    func giveBack() {
        unsafe state.pointee.serial &+= 1
        unsafe state.pointee.entryCount = 0
        if unsafe !state.pointee.askedKeys.isEmpty { unsafe state.pointee.askedKeys = [:] }
        if unsafe state.pointee.textCapacity > Self.kept {
            unsafe state.pointee.text.deallocate()
            unsafe state.pointee.text = .allocate(capacity: 0)
            unsafe state.pointee.textCapacity = 0
        }
        if unsafe state.pointee.entryCapacity * MemoryLayout<TapeEntry>.stride > Self.kept {
            unsafe state.pointee.entries.deallocate()
            unsafe state.pointee.entries = .allocate(capacity: 0)
            unsafe state.pointee.entryCapacity = 0
        }
        Self.idle.withLock { $0.append(self) }
    }
}
