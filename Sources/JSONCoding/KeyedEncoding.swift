/// Writes the members of one object.
struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let ref: ContainerRef

    var codingPath: [any CodingKey] { ref.codingPath }

    @inline(__always) private func begin(_ key: String) throws {
        try ref.storage.state.beginKey(key, of: ref.depth, serial: ref.serial)
    }

    @inline(__always) private func begin(text key: String) throws {
        try ref.storage.state.beginKey(key, of: ref.depth, serial: ref.serial, isText: true)
    }

    @inline(__always) private func encode(integer value: some FixedWidthInteger, _ key: Key) throws {
        try begin(key.stringValue)
        ref.storage.state.writer.write(integer: value)
    }

    @inline(__always) private func encode(
        number value: some BinaryFloatingPoint & CustomStringConvertible, _ key: Key
    ) throws {
        guard value.isFinite else { throw ref.storage.state.nonFinite(in: ref.depth, key: key.stringValue) }
        try begin(key.stringValue)
        ref.storage.state.writer.write(number: value)
    }

    func encodeNil(forKey key: Key) throws {
        try begin(key.stringValue)
        ref.storage.state.writer.write("null")
    }

    func encode(_ value: Bool, forKey key: Key) throws {
        try begin(key.stringValue)
        ref.storage.state.writer.write(value)
    }

    func encode(_ value: String, forKey key: Key) throws {
        try begin(text: key.stringValue)
        ref.storage.state.writer.write(string: value)
    }

    func encode(_ value: Double, forKey key: Key) throws { try encode(number: value, key) }
    func encode(_ value: Float, forKey key: Key) throws { try encode(number: value, key) }
    func encode(_ value: Int, forKey key: Key) throws { try encode(integer: value, key) }
    func encode(_ value: Int8, forKey key: Key) throws { try encode(integer: value, key) }
    func encode(_ value: Int16, forKey key: Key) throws { try encode(integer: value, key) }
    func encode(_ value: Int32, forKey key: Key) throws { try encode(integer: value, key) }
    func encode(_ value: Int64, forKey key: Key) throws { try encode(integer: value, key) }
    func encode(_ value: UInt, forKey key: Key) throws { try encode(integer: value, key) }
    func encode(_ value: UInt8, forKey key: Key) throws { try encode(integer: value, key) }
    func encode(_ value: UInt16, forKey key: Key) throws { try encode(integer: value, key) }
    func encode(_ value: UInt32, forKey key: Key) throws { try encode(integer: value, key) }
    func encode(_ value: UInt64, forKey key: Key) throws { try encode(integer: value, key) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try ref.storage.state.beginKey(
            key.stringValue, of: ref.depth, serial: ref.serial, isText: T.self == String?.self)
        try ref.storage.encode(member: value, depth: ref.depth)
    }

    // MARK: Values that may be absent

    /// Writes a value; if it is nil, writes null or nothing, as the options require.
    @inline(__always) private func encode<T>(present value: T?, _ key: Key, _ write: (T) throws -> Void) throws {
        if let value { return try write(value) }
        if ref.storage.state.nulls { try encodeNil(forKey: key) }
    }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
        try encode(present: value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        if let value { return try encode(value, forKey: key) }
        guard ref.storage.state.nulls else { return }
        try begin(text: key.stringValue)
        ref.storage.state.writer.write("null")
    }

    func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
        try encode(present: value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
        try encode(present: value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
        try encode(present: value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
        try encode(present: value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
        try encode(present: value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
        try encode(present: value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
        try encode(present: value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
        try encode(present: value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
        try encode(present: value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
        try encode(present: value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
        try encode(present: value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
        try encode(present: value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        try encode(present: value, key) { try encode($0, forKey: key) }
    }

    // MARK: Containers

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        slot(key.stringValue).keyed(by: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        slot(key.stringValue).unkeyed()
    }

    func superEncoder() -> any Encoder {
        ValueEncoder(slot: slot(PathKey.superclass.stringValue))
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        ValueEncoder(slot: slot(key.stringValue))
    }

    /// Begins a member and leaves its value open; the state notes a failure, since the caller cannot throw.
    private func slot(_ key: String) -> SlotRef {
        guard (try? begin(key)) != nil else { return .closed(ref.storage) }
        return SlotRef(storage: ref.storage, depth: ref.depth, serial: ref.storage.state.openSlot(in: ref.depth))
    }
}
