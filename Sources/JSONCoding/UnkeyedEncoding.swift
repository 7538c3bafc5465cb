/// Writes the elements of one array.
struct UnkeyedEncoding: UnkeyedEncodingContainer {
    let ref: ContainerRef

    var codingPath: [any CodingKey] { ref.codingPath }

    var count: Int {
        let frames = ref.storage.state.frames
        guard ref.depth < frames.count, frames[ref.depth].serial == ref.serial else { return 0 }
        return frames[ref.depth].memberCount
    }

    @inline(__always) private func begin() throws {
        try ref.storage.state.beginElement(of: ref.depth, serial: ref.serial)
    }

    @inline(__always) private func encode(integer value: some FixedWidthInteger) throws {
        try begin()
        ref.storage.state.writer.write(integer: value)
    }

    @inline(__always) private func encode(number value: some BinaryFloatingPoint & CustomStringConvertible) throws {
        guard value.isFinite else { throw ref.storage.state.nonFinite(in: ref.depth, key: String(count)) }
        try begin()
        ref.storage.state.writer.write(number: value)
    }

    func encodeNil() throws {
        try begin()
        ref.storage.state.writer.write("null")
    }

    func encode(_ value: Bool) throws {
        try begin()
        ref.storage.state.writer.write(value)
    }

    func encode(_ value: String) throws {
        try begin()
        ref.storage.state.writer.write(string: value)
    }

    func encode(_ value: Double) throws { try encode(number: value) }
    func encode(_ value: Float) throws { try encode(number: value) }
    func encode(_ value: Int) throws { try encode(integer: value) }
    func encode(_ value: Int8) throws { try encode(integer: value) }
    func encode(_ value: Int16) throws { try encode(integer: value) }
    func encode(_ value: Int32) throws { try encode(integer: value) }
    func encode(_ value: Int64) throws { try encode(integer: value) }
    func encode(_ value: UInt) throws { try encode(integer: value) }
    func encode(_ value: UInt8) throws { try encode(integer: value) }
    func encode(_ value: UInt16) throws { try encode(integer: value) }
    func encode(_ value: UInt32) throws { try encode(integer: value) }
    func encode(_ value: UInt64) throws { try encode(integer: value) }

    func encode<T: Encodable>(_ value: T) throws {
        try begin()
        try ref.storage.encode(member: value, depth: ref.depth)
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        slot().keyed(by: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        slot().unkeyed()
    }

    func superEncoder() -> any Encoder {
        ValueEncoder(slot: slot())
    }

    /// Begins an element and leaves its value open; the state notes a failure, since the caller cannot throw.
    private func slot() -> SlotRef {
        guard (try? begin()) != nil else { return .closed(ref.storage) }
        return SlotRef(storage: ref.storage, depth: ref.depth, serial: ref.storage.state.openSlot(in: ref.depth))
    }
}
