extension DecodingError {
    /// The fault in plain words, without the content.
    package var plainReason: String {
        switch self {
        case .dataCorrupted(let context): context.debugDescription
        case .keyNotFound(let key, _): "\(key.stringValue) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(context.codingPath.last?.stringValue ?? "it") is of another type"
        @unknown default: "it cannot be read"
        }
    }
}
