package import JSONCoding

/// A request by its name: how it is read of JSON, done, and its answer written.
///
/// The functions that make entries know the request's type when they are compiled; nothing is asked of types while the program runs.
public struct RequestEntry: Sendable {
    public let name: String
    public let isCommand: Bool
    /// Finds the form of its parameters.
    package let parameters: @Sendable () -> JSONShape
    /// Finds the form of its answer, where that is one of `WireModels`.
    package let wireAnswer: @Sendable () -> JSONShape?
    /// Answers a request that came as JSON.
    package let respond:
        @Sendable (
            _ json: [UInt8], _ ledger: Ledger, _ layout: AnswerLayout, _ caller: RequestCaller?
        ) throws -> RequestAnswer

    public static func query<Query: LedgerQuestion>(_: Query.Type) -> RequestEntry {
        RequestEntry(
            name: Query.name, isCommand: false, parameters: { JSONShape(of: Query.self) },
            wireAnswer: { wireAnswer(of: Query.self) }
        ) { json, ledger, layout, _ in
            let body = try JSONBytesDecoder(unknownKeys: .refused).decode(QueryBody<Query>.self, from: json)
            let encoder = encoder(of: Query.self, layout.options)
            return try ledger.lend(body.query, at: body.at) { try RequestAnswer($0, layout, encoder) }
        }
    }

    public static func command<Command: LedgerWork>(_: Command.Type) -> RequestEntry {
        RequestEntry(
            name: Command.name, isCommand: true, parameters: { JSONShape(of: Command.self) },
            wireAnswer: { wireAnswer(of: Command.self) }
        ) { json, ledger, layout, caller in
            let body = try JSONBytesDecoder(unknownKeys: .refused).decode(CommandBody<Command>.self, from: json)
            var call = try caller?.call(body.call) ?? body.call
            if let key = call.idempotencyKey {
                call.idempotencyKey = ledger.reach.scoped(key)
                call.operation = try RequestMark(of: Command.name, json, call).operation(
                    from: ledger.environment.newID())
            }
            return try RequestAnswer(
                ledger.perform(body.command, call), layout, encoder(of: Command.self, layout.options))
        }
    }

    private static func wireAnswer<Request: LedgerRequest>(of _: Request.Type) -> JSONShape? {
        guard Request.answersInWireForm, let form = Request.Answer.self as? any Decodable.Type else { return nil }
        return JSONShape(of: form)
    }

    private static func encoder<Request: LedgerRequest>(
        of _: Request.Type, _ options: JSONBytesEncoder.Options
    ) -> JSONBytesEncoder {
        var options = options
        // A form that programs exchange has its own names, whatever the layout of answers is.
        if Request.answersInWireForm { (options.nulls, options.textKeys) = (false, [:]) }
        return JSONBytesEncoder(options)
    }
}

extension JSONBytesEncoder.Options {
    /// The form of answers: each key in snake_case, and null for missing values.
    package static let answer = JSONBytesEncoder.Options(nulls: true, snakeCase: true)
}
