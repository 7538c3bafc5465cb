import Synchronization

/// The memory of a tape, which goes from one call of a decoder to the next.
///
/// Containers and decoders point here without counting references: counting them took a fifth of the time to decode an event, and to allocate anew
/// for each a twentieth. So that one which outlives its call is stopped rather than shown another's text, what they look at stays allocated
/// for good, and says whose it is. There are as many as calls were ever under way at once.
@safe struct TapeMemory: Sendable {
    @unsafe struct State {
        var text: UnsafeMutablePointer<UInt8>
        var textCapacity: Int
        var entries: UnsafeMutablePointer<TapeEntry>
        var entryCapacity: Int
        var entryCount = 0
        /// Counts the calls that had it.
        var serial: UInt32 = 0
        /// What a decoder that refuses unknown keys noted of each object; empty for others.
        var askedKeys: [UInt32: [String]] = [:]
    }

    nonisolated(unsafe) let state: UnsafeMutablePointer<State>

    /// What waits for the next call.
    private static let idle = Mutex<[TapeMemory]>([])
    /// So many bytes are kept between two calls.
    private static let kept = 64 << 10

    private init() {
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(
            to: State(
                text: .allocate(capacity: 0), textCapacity: 0, entries: .allocate(capacity: 0), entryCapacity: 0))
    }

    /// Lends memory that no other call has.
    static func lend() -> TapeMemory {
        idle.withLock { $0.popLast() } ?? TapeMemory()
    }

    /// Ends a call: whoever still points here is refused from now on.
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
