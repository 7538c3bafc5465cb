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

/// Helpers that the functions share.
enum TextFunction {
    // As a collection of characters: the overload for strings may search code points.
    static func contains(_ text: some Collection<Character>, _ other: some Collection<Character>) -> Bool {
        text.contains(other)
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
