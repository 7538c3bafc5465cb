internal import JSONCoding
public import LedgerKernel
public import WireModels

extension Ledger {
    /// Answers a request that came as JSON, or says in the envelope of errors why not.
    ///
    /// ```swift
    /// try send(ledger.respond(to: body).json)
    /// ```
    public func respond(to json: [UInt8]) -> LedgerResponse {
        do {
            return .answer(try answer(json: json, .enveloped).json)
        } catch {
            return .refusal(APIErrorResponse(describing: error))
        }
    }

    /// Answers a request that came as JSON.
    ///
    /// - Parameter caller: The caller, if it is not the one in the body.
    package func answer(
        json: [UInt8], _ layout: AnswerLayout, as caller: RequestCaller? = nil
    ) throws -> RequestAnswer {
        try JSONBytesDecoder().decode(BodyHead.self, from: json).entry(among: stores.contexts.request).respond(
            json, self, layout, caller)
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
