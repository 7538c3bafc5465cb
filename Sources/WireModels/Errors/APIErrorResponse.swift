/// The reason why something was not done, for programs and for people.
///
/// `mailledger --format json` writes this envelope on standard error, and a failed request is answered with it.
public struct APIErrorResponse: Error, Hashable, Sendable {
    /// A word for programs, of ``APIErrorCode`` if it comes from this library; another's may have more.
    public let code: String
    /// A sentence for people.
    public let message: String
    /// Details, as names and texts; nil if there are none.
    public let details: [String: String]?

    public init(code: APIErrorCode, message: String, details: [String: String]? = nil) {
        self.code = code.rawValue
        self.message = message
        self.details = details
    }

    /// The code, where it is a known one.
    public var knownCode: APIErrorCode? { APIErrorCode(rawValue: code) }

    /// The source of the error, if its code is a known one.
    public var category: APIErrorCode.Category? { knownCode?.category }
}

extension APIErrorResponse {
    public var isNetworkError: Bool { category == .network }
    public var isAuthError: Bool { category == .auth }
    public var isValidationError: Bool { category == .validation }
    public var isNotFoundError: Bool { knownCode == .notFound }
    /// Whether the thing is missing, exists already, or is of another kind than the request assumed.
    public var isResourceError: Bool { category == .resource }
    public var isServerError: Bool { category == .server }
    public var isPermissionError: Bool { category == .permission }
}

extension APIErrorResponse: CustomStringConvertible {
    /// The code and the sentence.
    public var description: String { "\(code): \(message)" }
}

extension APIErrorResponse: Codable {
    enum CodingKeys: CodingKey { case code, message, details }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(String.self, forKey: .code)
        message = try container.decode(String.self, forKey: .message)
        details = try container.decodeIfPresent([String: String].self, forKey: .details)
    }

    // With any encoder the same bytes in each process: a dictionary has another order in each.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encode(message, forKey: .message)
        guard let details else { return }
        var fields = container.nestedContainer(keyedBy: DetailName.self, forKey: .details)
        for (name, value) in details.sorted(by: { $0.key < $1.key }) {
            try fields.encode(value, forKey: DetailName(stringValue: name))
        }
    }

    private struct DetailName: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
