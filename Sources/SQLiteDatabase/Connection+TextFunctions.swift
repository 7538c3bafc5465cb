internal import CSQLite

// SQLite compares bytes. Swift compares what people see as one character: é is é, whether it is one code point or two.
extension Connection {
    /// Gives statements the functions `text_equals`, `text_contains` and `text_begins`, each of a text and another one.
    ///
    /// They compare as Swift's strings do, and answer 0 if either is NULL.
    /// - Complexity: O(1); a second call does nothing.
    package func addTextFunctions() throws {
        guard !hasTextFunctions else { return }
        try unsafe add("text_equals") { context, _, values in
            unsafe TextFunction.answer(context, values) { $0 == $1 }
        }
        try unsafe add("text_contains") { context, _, values in
            unsafe TextFunction.answer(context, values) { TextFunction.contains($0, $1) }
        }
        try unsafe add("text_begins") { context, _, values in
            unsafe TextFunction.answer(context, values) { $0.starts(with: $1) }
        }
        hasTextFunctions = true
    }
}

extension Connection {
    /// Gives statements a function of two texts, of which NULL is an empty one.
    ///
    /// - Complexity: O(1); a second call with the same name does nothing.
    package func addTextFunction(
        _ name: StaticString, _ body: @escaping @Sendable (String, String) -> String
    ) throws {
        guard textFunctions.insert(name.description).inserted else { return }
        let context = unsafe Unmanaged.passRetained(TextFunction.Body(body)).toOpaque()
        // The body is let go by SQLite, also where this fails (<https://www.sqlite.org/c3ref/create_function.html>).
        let code = unsafe sqlite3_create_function_v2(
            handle.pointer, name.description, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, context,
            { context, _, values in unsafe TextFunction.call(context, values) }, nil, nil,
            { body in
                if let body = unsafe body { unsafe Unmanaged<TextFunction.Body>.fromOpaque(body).release() }
            })
        guard code == SQLITE_OK else { throw handle.error(code, in: nil) }
    }
}

/// What the functions share.
enum TextFunction {
    // As a collection of characters: the overload for strings may search code points.
    static func contains(_ text: some Collection<Character>, _ other: some Collection<Character>) -> Bool {
        text.contains(other)
    }

    /// A function as SQLite keeps it.
    final class Body {
        let function: @Sendable (String, String) -> String

        init(_ function: @escaping @Sendable (String, String) -> String) {
            self.function = function
        }
    }

    /// Calls the body that SQLite keeps for the function.
    @unsafe
    static func call(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
        guard let values = unsafe values, let pointer = unsafe sqlite3_user_data(context) else {
            return unsafe sqlite3_result_null(context)
        }
        let body = unsafe Unmanaged<Body>.fromOpaque(pointer).takeUnretainedValue()
        var answer = unsafe body.function(text(values[0]) ?? "", text(values[1]) ?? "")
        answer.withUTF8 { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
                unsafe sqlite3_result_text64(
                    context, characters.baseAddress, UInt64(characters.count),
                    unsafeBitCast(-1, to: sqlite3_destructor_type.self), UInt8(SQLITE_UTF8))
            }
        }
    }

    /// Reads the arguments by their counts of bytes, as rows are read.
    @unsafe
    static func answer(
        _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?, _ test: (String, String) -> Bool
    ) {
        guard let values = unsafe values, let left = unsafe text(values[0]), let right = unsafe text(values[1]) else {
            unsafe sqlite3_result_int(context, 0)
            return
        }
        unsafe sqlite3_result_int(context, test(left, right) ? 1 : 0)
    }

    @unsafe
    private static func text(_ value: OpaquePointer?) -> String? {
        guard unsafe sqlite3_value_type(value) != SQLITE_NULL, let start = unsafe sqlite3_value_text(value) else {
            return nil
        }
        let count = unsafe Int(sqlite3_value_bytes(value))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
}
