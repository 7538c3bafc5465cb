package import JSONCoding

/// A request by its name: how it is read of JSON, done, and its answer written.
///
/// The functions that make entries know the request's type, and the form of its answers, when they are compiled.
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

    public static func query<Query: LedgerQuestion>(_: Query.Type) -> RequestEntry { query(Query.self, .plain) }

    public static func query<Query: LedgerQuestion & WireRequest>(_: Query.Type) -> RequestEntry {
        query(Query.self, .wire(of: Query.self))
    }

    public static func command<Command: LedgerWork>(_: Command.Type) -> RequestEntry { command(Command.self, .plain) }

    public static func command<Command: LedgerWork & WireRequest>(_: Command.Type) -> RequestEntry {
        command(Command.self, .wire(of: Command.self))
    }

    private static func query<Query: LedgerQuestion>(_: Query.Type, _ form: AnswerForm) -> RequestEntry {
        RequestEntry(
            name: Query.name, isCommand: false, parameters: { JSONShape(of: Query.self) }, wireAnswer: form.shape
        ) { json, ledger, layout, _ in
            let body = try JSONBytesDecoder(unknownKeys: .refused).decode(QueryBody<Query>.self, from: json)
            let encoder = form.encoder(layout.options)
            return try ledger.lend(body.query, at: body.at) { try RequestAnswer($0, layout, encoder) }
        }
    }

    private static func command<Command: LedgerWork>(_: Command.Type, _ form: AnswerForm) -> RequestEntry {
        RequestEntry(
            name: Command.name, isCommand: true, parameters: { JSONShape(of: Command.self) }, wireAnswer: form.shape
        ) { json, ledger, layout, caller in
            let body = try JSONBytesDecoder(unknownKeys: .refused).decode(CommandBody<Command>.self, from: json)
            var call = try caller?.call(body.call) ?? body.call
            if let key = call.idempotencyKey {
                call.idempotencyKey = ledger.reach.scoped(key)
                call.operation = try RequestMark(of: Command.name, json, call).operation(
                    from: ledger.environment.newID())
            }
            let (envelope, encoder) = (try ledger.perform(body.command, call), form.encoder(layout.options))
            guard ledger.audience.withholdsAnswers(of: Command.self) else {
                return try RequestAnswer(envelope, layout, encoder)
            }
            return try RequestAnswer(envelope.withIDsAlone(encoder), layout, encoder)
        }
    }
}

/// The form of a request's answers.
private enum AnswerForm: Sendable {
    case plain
    /// A form of `WireModels`; the closure finds its shape, nil for an answer with two forms.
    case wire(@Sendable () -> JSONShape?)

    static func wire<Request: WireRequest>(of _: Request.Type) -> AnswerForm {
        .wire { Request.answerForm.map { JSONShape(of: $0) } }
    }

    /// Finds the shape that programs know; nil for a plain form.
    var shape: @Sendable () -> JSONShape? {
        guard case .wire(let shape) = self else { return { nil } }
        return shape
    }

    func encoder(_ options: JSONBytesEncoder.Options) -> JSONBytesEncoder {
        var options = options
        // A form that programs exchange has its own names, whatever the layout of answers is.
        if case .wire = self { (options.nulls, options.textKeys) = (false, [:]) }
        return JSONBytesEncoder(options)
    }
}

extension JSONBytesEncoder.Options {
    /// The form of answers: each key in snake_case, and null for missing values.
    package static let answer = JSONBytesEncoder.Options(nulls: true, snakeCase: true)
}
