/// Owns the state of one run, so that a container that outlives it is useless but harmless.
@safe final class EncodingStorage {
    private let pointer: UnsafeMutablePointer<EncodingState>

    init(_ options: JSONBytesEncoder.Options, dictionaryKeys: ObjectIdentifier?) {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: EncodingState(options, dictionaryKeys: dictionaryKeys))
    }

    deinit {
        unsafe pointer.pointee.writer.deallocate()
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }

    /// The state, reached without the exclusivity check that a stored `var` of a class costs at each access.
    var state: EncodingState {
        @inline(__always) _read { yield unsafe pointer.pointee }
        @inline(__always) _modify { yield unsafe &pointer.pointee }
    }

    /// Encodes the value of the whole document.
    func encode(document value: some Encodable) throws {
        defer { state.end() }
        let slot = state.openSlot(in: 0)
        do {
            try value.encode(to: ValueEncoder(slot: SlotRef(storage: self, depth: 0, serial: slot)))
        } catch let error as JSONEncodingError {
            // The first failure is the cause: the later ones only find containers closed.
            throw state.failure ?? error
        }
        if state.frames.count == 1, state.frames[0].isPending { throw state.fail(.noValue, below: 0) }
        try state.close(slot: slot, in: 0)
        if let failure = state.failure { throw failure }
    }

    /// Encodes the value of a member whose comma and key are written.
    @inline(__always) func encode<T: Encodable>(member value: T, depth: Int) throws {
        if T.self == String.self {
            // A generic container passes each element this way; the direct way saves a container for each.
            state.writer.write(string: unsafe unsafeBitCast(value, to: String.self))
            return
        }
        if T.self == Int.self {
            state.writer.write(integer: unsafe unsafeBitCast(value, to: Int.self))
            return
        }
        if T.self == JSONValue.self, state.writePlainly(unsafe unsafeBitCast(value, to: JSONValue.self), in: depth) {
            return
        }
        let slot = state.openSlot(in: depth)
        do {
            try value.encode(to: ValueEncoder(slot: SlotRef(storage: self, depth: depth, serial: slot)))
        } catch {
            state.rollBack(depth, slot: slot)
            throw error
        }
        try state.close(slot: slot, in: depth)
    }
}

/// Names a container that is being filled.
struct ContainerRef {
    let storage: EncodingStorage
    private let depth32: Int32
    let serial: UInt32

    var depth: Int { Int(depth32) }

    init(storage: EncodingStorage, depth: Int, serial: UInt32) {
        self.storage = storage
        depth32 = Int32(truncatingIfNeeded: depth)
        self.serial = serial
    }

    /// A container that refuses whatever is written to it.
    static func closed(_ storage: EncodingStorage) -> ContainerRef {
        ContainerRef(storage: storage, depth: 0, serial: 0)
    }

    var codingPath: [any CodingKey] { storage.state.path(to: depth) }
}

/// Names a place for one value.
struct SlotRef {
    let storage: EncodingStorage
    private let depth32: Int32
    let serial: UInt32

    var depth: Int { Int(depth32) }

    init(storage: EncodingStorage, depth: Int, serial: UInt32) {
        self.storage = storage
        depth32 = Int32(truncatingIfNeeded: depth)
        self.serial = serial
    }

    /// A slot that refuses whatever is written to it.
    static func closed(_ storage: EncodingStorage) -> SlotRef {
        SlotRef(storage: storage, depth: 0, serial: 0)
    }

    var codingPath: [any CodingKey] { storage.state.path(to: depth + 1) }

    func keyed<Key: CodingKey>(by type: Key.Type) -> KeyedEncodingContainer<Key> {
        let isDictionary = storage.state.dictionaryKeys == ObjectIdentifier(type)
        let serial = storage.state.openContainer(.object, isDictionary: isDictionary, slot: serial, in: depth)
        // The members of a `JSONValue` are content, too, but keep their order.
        if storage.state.snakeCase, isDictionary || type == PathKey.self { storage.state.keepKeys(in: depth + 1) }
        return KeyedEncodingContainer(
            KeyedEncoding<Key>(ref: ContainerRef(storage: storage, depth: depth + 1, serial: serial)))
    }

    func unkeyed() -> any UnkeyedEncodingContainer {
        let serial = storage.state.openContainer(.array, slot: serial, in: depth)
        return UnkeyedEncoding(ref: ContainerRef(storage: storage, depth: depth + 1, serial: serial))
    }
}
