/// The encoder that a value is given, which is its single-value container as well.
struct ValueEncoder: Encoder, SingleValueEncodingContainer {
    let slot: SlotRef

    var codingPath: [any CodingKey] { slot.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        slot.keyed(by: type)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        slot.unkeyed()
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        self
    }

    @inline(__always) private func fill() throws {
        try slot.storage.state.fill(slot: slot.serial, in: slot.depth)
    }

    @inline(__always) private func encode(integer value: some FixedWidthInteger) throws {
        try fill()
        slot.storage.state.writer.write(integer: value)
    }

    @inline(__always) private func encode(number value: some BinaryFloatingPoint & CustomStringConvertible) throws {
        guard value.isFinite else { throw slot.storage.state.nonFinite(in: slot.depth + 1, key: nil) }
        try fill()
        slot.storage.state.writer.write(number: value)
    }

    func encodeNil() throws {
        try fill()
        slot.storage.state.writer.write("null")
    }

    func encode(_ value: Bool) throws {
        try fill()
        slot.storage.state.writer.write(value)
    }

    func encode(_ value: String) throws {
        try fill()
        slot.storage.state.writer.write(string: value)
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

    /// Hands the slot on: the inner value fills it as if it stood here itself.
    func encode<T: Encodable>(_ value: T) throws {
        try value.encode(to: self)
    }
}
