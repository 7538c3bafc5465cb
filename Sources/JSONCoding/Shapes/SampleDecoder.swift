/// A decoder of JSON that nobody wrote.
///
/// With notes it has something for whatever is asked for, and notes what that was; without them it has as little as there may be.
struct SampleDecoder: Decoder {
    let finder: ShapeFinder
    let text: String
    var notes: ShapeNotes?
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(SampleMembers<Key>(decoder: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer {
        notes?.single = { .array(.any) }
        return SampleElements(decoder: self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { SampleValue(decoder: self) }

    /// The same without notes.
    fileprivate var silent: SampleDecoder { SampleDecoder(finder: finder, text: text) }

    /// A decoder of what is behind a key.
    fileprivate func within(_ key: any CodingKey) -> SampleDecoder {
        guard let notes else { return self }
        let inner = ShapeNotes(key.stringValue)
        notes.note(key.stringValue) { inner.shape }
        return SampleDecoder(finder: finder, text: text, notes: inner)
    }
}

private struct SampleMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: SampleDecoder
    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        decoder.notes?.isMap = true
        return decoder.notes == nil ? [] : [Key(stringValue: ShapeNotes.anyKey)].compactMap { $0 }
    }

    func contains(_ key: Key) -> Bool {
        decoder.notes?.noteQuestion(key.stringValue, mayBeMissing: true)
        return decoder.notes != nil
    }

    func decodeNil(forKey key: Key) -> Bool {
        decoder.notes?.noteQuestion(key.stringValue)
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        decoder.notes?.note(key.stringValue) { [finder = decoder.finder] in finder.shape(of: type) }
        return try type == String.self ? type.init(from: decoder.silent) : decoder.finder.value(of: type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard contains(key) else { return nil }
        return try? decode(type, forKey: key)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> {
        decoder.within(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
        decoder.within(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) -> any Decoder { decoder.within(key) }
}

/// A list of one element, or of none.
private struct SampleElements: UnkeyedDecodingContainer {
    let decoder: SampleDecoder
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { nil }
    var isAtEnd: Bool { decoder.notes == nil || currentIndex > 0 }

    init(decoder: SampleDecoder) {
        self.decoder = decoder
    }

    func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        decoder.notes?.single = { [finder = decoder.finder] in .array(finder.shape(of: type)) }
        currentIndex += 1
        return try decoder.finder.value(of: type)
    }

    /// A decoder of the next element.
    private mutating func element() -> SampleDecoder {
        currentIndex += 1
        guard let notes = decoder.notes else { return decoder }
        let inner = ShapeNotes("element")
        notes.single = { .array(inner.shape) }
        return SampleDecoder(finder: decoder.finder, text: decoder.text, notes: inner)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested> {
        element().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { element().unkeyedContainer() }
    mutating func superDecoder() -> any Decoder { element() }
}

private struct SampleValue: SingleValueDecodingContainer {
    let decoder: SampleDecoder
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    private func sample<Value>(_ value: Value, _ shape: JSONShape) -> Value {
        decoder.notes?.single = { shape }
        return value
    }

    func decode(_: Bool.Type) -> Bool { sample(false, .boolean) }
    func decode(_: String.Type) -> String { sample(decoder.text, .string) }
    func decode(_: Double.Type) -> Double { sample(1, .number) }
    func decode(_: Float.Type) -> Float { sample(1, .number) }
    func decode(_: Int.Type) -> Int { sample(1, .integer) }
    func decode(_: Int8.Type) -> Int8 { sample(1, .integer) }
    func decode(_: Int16.Type) -> Int16 { sample(1, .integer) }
    func decode(_: Int32.Type) -> Int32 { sample(1, .integer) }
    func decode(_: Int64.Type) -> Int64 { sample(1, .integer) }
    func decode(_: UInt.Type) -> UInt { sample(1, .integer) }
    func decode(_: UInt8.Type) -> UInt8 { sample(1, .integer) }
    func decode(_: UInt16.Type) -> UInt16 { sample(1, .integer) }
    func decode(_: UInt32.Type) -> UInt32 { sample(1, .integer) }
    func decode(_: UInt64.Type) -> UInt64 { sample(1, .integer) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        decoder.notes?.single = { [finder = decoder.finder] in finder.shape(of: type) }
        return try decoder.finder.value(of: type)
    }
}
