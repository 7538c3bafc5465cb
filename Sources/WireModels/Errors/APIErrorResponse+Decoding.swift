internal import JSONCoding

extension APIErrorResponse {
    /// Explains why JSON is no request: a field is missing, or has another type than it must have.
    ///
    /// The detail `field` leads to the place, as in `items.0.sort_order`; nothing of the content is in it.
    public init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            let reason = context.debugDescription.hasPrefix("is missing") ? context.debugDescription : "is missing"
            self = .missing(context.codingPath + [key], reason)
        case .valueNotFound(_, let context):
            self = .missing(context.codingPath)
        case .typeMismatch(let type, let context):
            self = .invalid(context, "is no \(Self.word(for: type))")
        case .dataCorrupted(let context):
            // The standard library's words for a value that an enumeration does not have.
            let isUnknown = context.debugDescription.hasPrefix("Cannot initialize")
            self = .invalid(
                context, isUnknown ? "is none of the values that it can have" : context.debugDescription)
        @unknown default:
            self.init(code: .invalidInput, message: "the request cannot be read")
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }

    private static func missing(_ keys: [any CodingKey], _ reason: String = "is missing") -> APIErrorResponse {
        let field = path(keys)
        guard !field.isEmpty else { return APIErrorResponse(code: .missingField, message: "the request \(reason)") }
        return APIErrorResponse(code: .missingField, message: "\(field) \(reason)", details: ["field": field])
    }

    private static func invalid(_ context: DecodingError.Context, _ reason: String) -> APIErrorResponse {
        if let fault = context.underlyingError as? JSONSyntaxError {
            return APIErrorResponse(
                code: .invalidInput, message: "this is not JSON: \(fault)",
                details: ["offset": String(fault.byteOffset)])
        }
        let field = path(context.codingPath)
        let whole = reason.hasPrefix("is ") ? " " : ": "
        guard !field.isEmpty else {
            return APIErrorResponse(code: .invalidInput, message: "the request\(whole)\(reason)")
        }
        return APIErrorResponse(code: .invalidInput, message: field + whole + reason, details: ["field": field])
    }

    /// JSON's name of a type.
    private static func word(for type: any Any.Type) -> String {
        switch type {
        case is String.Type: "string"
        case is Bool.Type: "boolean"
        case is any BinaryInteger.Type: "integer"
        case is any BinaryFloatingPoint.Type: "number"
        case is [Any].Type: "array"
        default: "\(type)".hasPrefix("Array<") ? "array" : "object"
        }
    }
}
