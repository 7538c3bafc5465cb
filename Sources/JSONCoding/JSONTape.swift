import ByteSearch

/// A JSON text that was read and checked once: a flat list of tokens that containers walk.
///
/// After an object's entry come a key, its value, a key, its value…; after an array's its elements. `next` skips over a
/// value. The text is copied, followed by zeros that end every scan.
@safe struct JSONTape {
    typealias Index = UInt32

    private let memory: TapeMemory
    /// The number of the decoder's call that uses the memory.
    private let serial: UInt32
    /// Whether the requested keys are recorded, to find those that nothing asked for.
    let notesKeys: Bool

    /// Reads a text, and lends its tape to a closure; using the tape after that stops the program.
    static func withTape<Output>(
        reading bytes: Span<UInt8>, notesKeys: Bool = false, _ body: (JSONTape) throws -> Output
    ) throws -> Output {
        guard bytes.count < Int(Int32.max) else { throw JSONSyntaxError(reason: .tooLarge, byteOffset: 0) }
        let memory = TapeMemory.lend()
        defer { memory.giveBack() }
        var scanner = JSONScanner(bytes, in: memory)
        do {
            defer { scanner.giveBack(to: memory) }
            try scanner.scan()
        }
        return try body(
            JSONTape(memory: memory, serial: unsafe memory.state.pointee.serial, notesKeys: notesKeys))
    }

    private init(memory: TapeMemory, serial: UInt32, notesKeys: Bool) {
        self.memory = memory
        self.serial = serial
        self.notesKeys = notesKeys
    }

    /// The number of tokens.
    var count: Index { unsafe Index(memory.state.pointee.entryCount) }

    /// The keys that each opened object was asked for, in the order of asking.
    var askedKeys: [Index: [String]] {
        get { unsafe memory.state.pointee.askedKeys }
        nonmutating set { unsafe memory.state.pointee.askedKeys = newValue }
    }

    /// The tokens of the text.
    private var entries: UnsafeMutablePointer<TapeEntry> {
        @inline(__always) get {
            unsafe precondition(memory.state.pointee.serial == serial, "a decoder is used after the call that made it")
            return unsafe memory.state.pointee.entries
        }
    }

    /// A token; the index comes from the tape itself.
    subscript(index: Index) -> TapeEntry {
        @inline(__always) get {
            unsafe precondition(index < memory.state.pointee.entryCount)
            return unsafe entries[Int(index)]
        }
    }

    /// Returns the bytes of a scalar.
    @inline(__always) func bytes(of entry: TapeEntry) -> UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: memory.state.pointee.text + Int(entry.start), count: Int(entry.length))
    }

    // MARK: Objects

    /// Records how an object is read: errors below it must not show a dictionary's keys.
    func open<Key: CodingKey>(object index: Index, by type: Key.Type) {
        if DictionaryKeys.type == ObjectIdentifier(type) { unsafe entries[Int(index)].isDictionary = true }
        if notesKeys { note(nil, in: index) }
    }

    /// Returns the value of a key, searching from where the last search ended: keys in declaration order cost one
    /// comparison each.
    @inline(__always) func find(_ key: String, in object: Index, advancing: Bool) -> Index? {
        if notesKeys { note(key, in: object) }
        var key = key
        return key.withUTF8 { unsafe find($0, in: object, advancing: advancing) }
    }

    private func find(_ key: UnsafeBufferPointer<UInt8>, in object: Index, advancing: Bool) -> Index? {
        let end = self[object].next
        let cursor = self[object].cursor
        var index = cursor
        while index < end {
            let value = index + 1
            let next = self[value].next
            if unsafe isEqual(self[index], key) {
                unsafe entries[Int(object)].cursor = advancing ? next : index
                return value
            }
            index = next
        }
        index = object + 1
        while index < cursor {
            let value = index + 1
            let next = self[value].next
            if unsafe isEqual(self[index], key) {
                unsafe entries[Int(object)].cursor = advancing ? next : index
                return value
            }
            index = next
        }
        return nil
    }

    @inline(__always) private func isEqual(_ entry: TapeEntry, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
        let name = unsafe bytes(of: entry)
        if entry.hasEscapes { return unsafe string(entry).utf8.elementsEqual(key) }
        guard name.count == key.count else { return false }
        guard let left = name.baseAddress, let right = key.baseAddress else { return true }
        return unsafe areEqual(left, right, name.count)
    }

    /// Returns the keys of an object in their order.
    func keys(of object: Index) -> [String] {
        var keys: [String] = []
        keys.reserveCapacity(Int(self[object].length))
        var index = object + 1
        while index < self[object].next {
            keys.append(string(self[index]))
            index = self[index + 1].next
        }
        return keys
    }
}
