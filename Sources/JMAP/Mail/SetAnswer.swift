internal import JSONCoding
internal import Projections

/// What became of each object of a `/set` (RFC 8620 section 5.3).
struct SetAnswer {
    var created = JSONObject()
    var updated = JSONObject()
    var destroyed: [JSONValue] = []
    var notCreated = JSONObject()
    var notUpdated = JSONObject()
    var notDestroyed = JSONObject()

    /// Notes what became of one that was to be changed or ended.
    mutating func add(_ key: String, isEnd: Bool, _ refusal: SetError?) {
        switch (isEnd, refusal) {
        case (true, nil): destroyed.append(.string(key))
        case (true, let error?): notDestroyed[key] = error.json
        case (false, nil): updated[key] = .null
        case (false, let error?): notUpdated[key] = error.json
        }
    }

    func json(_ account: AccountRow, from old: JMAPState, to new: JMAPState) -> JSONObject {
        func some(_ object: JSONObject) -> JSONValue { object.keys.isEmpty ? .null : .object(object) }
        return [
            "accountId": .string(JMAPID.text(of: account.id)), "oldState": .string(old.text),
            "newState": .string(new.text), "created": some(created), "updated": some(updated),
            "destroyed": destroyed.isEmpty ? .null : .array(destroyed), "notCreated": some(notCreated),
            "notUpdated": some(notUpdated), "notDestroyed": some(notDestroyed),
        ]
    }
}
