package import JSONCoding
public import WireModels

extension Ledger {
    /// Answers a request that came as JSON, or says in the envelope of errors why not.
    ///
    /// ```swift
    /// try send(ledger.respond(to: body).json)
    /// ```
    public func respond(to json: [UInt8]) -> LedgerResponse {
        do {
            return .answer(try answer(json: json, .answer))
        } catch {
            return .refusal(APIErrorResponse(describing: error))
        }
    }

    /// Answers a request in JSON with the JSON of its envelope.
    ///
    /// - Parameter caller: The caller, if it is not the one in the body.
    package func answer(
        json: [UInt8], _ options: JSONBytesEncoder.Options, as caller: RequestCaller? = nil
    ) throws -> [UInt8] {
        try JSONBytesDecoder().decode(BodyHead.self, from: json).entry(among: contexts.request).respond(
            json, self, options, caller)
    }
}

/// The result of a request in JSON.
public enum LedgerResponse: Sendable {
    /// The JSON of the answer's envelope.
    case answer([UInt8])
    case refusal(APIErrorResponse)

    /// The JSON that goes back.
    public var json: [UInt8] {
        get throws {
            switch self {
            case .answer(let json): json
            case .refusal(let error): try JSONBytesEncoder().encode(error)
            }
        }
    }
}
