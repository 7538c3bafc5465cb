extension JSONTape {
    /// Notes that an object was opened, and that a key of it was asked for.
    @inline(never) func note(_ key: String?, in object: Index) {
        var keys = askedKeys[object] ?? []
        if let key, !keys.contains(key) { keys.append(key) }
        askedKeys[object] = keys
    }

    /// Refuses the first key of an opened object that nothing asked for; does nothing if no keys were noted.
    ///
    /// An object that no code opened belongs to a key that nothing asked for: the error names that key.
    func refuseUnknownKeys() throws {
        guard notesKeys else { return }
        let asked = askedKeys
        var object: Index = 0
        while object < count {
            defer { object += 1 }
            guard self[object].kind == .object, !self[object].isDictionary, let known = asked[object] else { continue }
            var index = object + 1
            while index < self[object].next {
                let value = index + 1
                guard known.contains(string(self[index])) else { throw unknownKey(at: value, among: known) }
                index = self[value].next
            }
        }
    }

    /// Adds the unknown keys of the object to the error about a missing key: one of them may be a misspelling of it.
    func naming(unaskedKeysFor key: any CodingKey, _ context: DecodingError.Context) -> DecodingError.Context {
        let object = askedKeys.keys.filter { index in
            askedKeys[index]?.last == key.stringValue
                && path(to: index).map(\.stringValue) == context.codingPath.map(\.stringValue)
        }.max()
        guard let object else { return context }
        let unasked = keys(of: object).filter { !(askedKeys[object] ?? []).contains($0) }
        guard !unasked.isEmpty else { return context }
        return DecodingError.Context(
            codingPath: context.codingPath,
            debugDescription: "is missing; other keys there: \(unasked.joined(separator: ", "))",
            underlyingError: context.underlyingError)
    }

    private func unknownKey(at value: Index, among known: [String]) -> DecodingError {
        let advice = known.isEmpty ? "no key" : known.joined(separator: ", ")
        return .dataCorrupted(
            DecodingError.Context(
                codingPath: path(to: value), debugDescription: "is not known here; there is \(advice)"))
    }
}
