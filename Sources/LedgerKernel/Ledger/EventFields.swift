internal import Domain
internal import EventLog
internal import JSONCoding

/// The names of the fields of events that a program brings: none may be that of a secret.
enum EventFields {
    /// Refuses a type of event whose decoder reads a field for a secret.
    ///
    /// A decoder that needs a value which cannot be made up stops there; its later keys are found when the first event is recorded
    /// (``refuseSecrets(in:)``).
    static func refuseSecrets(of event: any Event.Type) throws {
        try refuse(JSONShape(of: event).keys, of: event.type)
    }

    /// Refuses an event that holds a secret, before it is recorded.
    static func refuseSecrets(in event: any Event) throws {
        let payload = try JSONBytesDecoder().decode(JSONValue.self, from: event.encodedPayload())
        var names: [String] = []
        func collect(_ value: JSONValue) {
            switch value {
            case .object(let object):
                names += object.keys
                object.members.forEach { collect($0.value) }
            case .array(let values): values.forEach(collect)
            default: break
            }
        }
        collect(payload)
        try refuse(names, of: type(of: event).type)
    }

    private static func refuse(_ names: [String], of type: EventType) throws(ContextError) {
        if let secret = names.first(where: SecretFieldPolicy.isSecret) {
            throw ContextError.secretField(secret, of: type)
        }
    }
}
