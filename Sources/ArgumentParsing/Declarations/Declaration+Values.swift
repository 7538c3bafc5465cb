/// Reads one word as one value.
typealias Transform<T> = @Sendable (String) throws -> T

extension ArgumentShape {
    /// Adds what the type of the value knows: the accepted words and how to complete them.
    func describing<T: ExpressibleByArgument>(_ type: T.Type) -> ArgumentShape {
        var shape = self
        shape.allValues = T.allValueStrings
        if shape.completion == .default { shape.completion = T.defaultCompletionKind }
        return shape
    }

    func withDefault(_ text: String?) -> ArgumentShape {
        var shape = self
        shape.defaultText = text
        return shape
    }
}

extension ExpressibleByArgument {
    static var reading: Transform<Self> {
        { word in
            guard let value = Self(argument: word) else { throw UnreadableWord() }
            return value
        }
    }
}

extension Declaration {
    /// Declares a single value: the last word given counts.
    static func single(_ shape: ArgumentShape, initial: Value?, _ transform: @escaping Transform<Value>) -> Self {
        Declaration(
            initial: initial,
            forms: [Form(shape: shape) { word, value in value = try transform(word ?? "") }]
        )
    }

    /// Declares a value that may be left out.
    static func optional<T: Sendable>(_ shape: ArgumentShape, _ transform: @escaping Transform<T>) -> Self
    where Value == T? {
        Declaration(
            initial: .some(nil),
            forms: [Form(shape: shape) { word, value in value = .some(try transform(word ?? "")) }]
        )
    }

    /// Declares a list: each word adds a value, and the first replaces the default.
    static func array<T: Sendable>(_ shape: ArgumentShape, initial: [T]?, _ transform: @escaping Transform<T>) -> Self
    where Value == [T] {
        var shape = shape
        shape.isRepeating = true
        return Declaration(
            initial: initial,
            forms: [
                Form(shape: shape) { word, value in
                    var values = value ?? []
                    values.append(try transform(word ?? ""))
                    value = values
                }
            ]
        )
    }
}
