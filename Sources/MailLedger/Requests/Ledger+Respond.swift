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

    /// Answers a request that came as JSON with the JSON of its envelope.
    ///
    /// - Parameter caller: Who asks, where somebody else than the body says so.
    package func answer(
        json: [UInt8], _ options: JSONBytesEncoder.Options, as caller: RequestCaller? = nil
    ) throws -> [UInt8] {
        try answer(json: json, AnswerLayout(options), as: caller).json
    }

    /// Answers a request that came as JSON with the JSON of its answer alone, as paths of their own have it.
    package func answerAlone(json: [UInt8], as caller: RequestCaller? = nil) throws -> RequestAnswer {
        try answer(json: json, AnswerLayout(.answer, isAlone: true), as: caller)
    }

    private func answer(json: [UInt8], _ layout: AnswerLayout, as caller: RequestCaller?) throws -> RequestAnswer {
        try JSONBytesDecoder().decode(BodyHead.self, from: json).entry(among: contexts.request).respond(
            json, self, layout, caller)
    }
}

/// What became of a request that came as JSON.
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
