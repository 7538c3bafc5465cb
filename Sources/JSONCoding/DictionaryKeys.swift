/// Finds the key type with which the standard library's `Dictionary` opens its keyed container.
///
/// The type is private to the standard library, so that it is learnt once by letting an empty dictionary encode itself.
/// Comparing it with each container's key type costs a nanosecond; a dynamic cast of each value would cost a hundred.
enum DictionaryKeys {
    static let type: ObjectIdentifier? = {
        let probe = Probe()
        try? [String: Bool]().encode(to: probe)
        return probe.seen
    }()

    private final class Probe: Encoder {
        var seen: ObjectIdentifier?
        let storage = EncodingStorage(JSONBytesEncoder.Options(), dictionaryKeys: nil)
        var codingPath: [any CodingKey] { [] }
        var userInfo: [CodingUserInfoKey: Any] { [:] }

        func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            seen = ObjectIdentifier(type)
            return KeyedEncodingContainer(KeyedEncoding<Key>(ref: .closed(storage)))
        }

        func unkeyedContainer() -> any UnkeyedEncodingContainer {
            UnkeyedEncoding(ref: .closed(storage))
        }

        func singleValueContainer() -> any SingleValueEncodingContainer {
            ValueEncoder(slot: .closed(storage))
        }
    }
}
