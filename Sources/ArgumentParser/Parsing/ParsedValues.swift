/// The values that a command line gives to the declared properties, by property.
struct ParsedValues {
    /// Keeps a value together with its type: an optional put into `Any` bare would lose a level on the way out.
    private struct Stored<Value> {
        let value: Value
    }

    private var stored: [InputKey: Any] = [:]

    func contains(_ key: InputKey) -> Bool {
        stored[key] != nil
    }

    func value<Value>(_ type: Value.Type, for key: InputKey) -> Value? {
        (stored[key] as? Stored<Value>)?.value
    }

    mutating func set<Value>(_ value: Value?, for key: InputKey) {
        stored[key] = value.map { Stored(value: $0) }
    }
}
