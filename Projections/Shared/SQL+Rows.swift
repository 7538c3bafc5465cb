package import SQLiteDatabase

extension SQL {
    /// Lists the numbers of rows by one placeholder, however many there are: so the text of the statement stays one of few.
    package static func rows(_ numbers: some Sequence<Int64>) -> SQL {
        let list = "[" + numbers.map(String.init).joined(separator: ",") + "]"
        return "SELECT value FROM json_each(\(bind: list))"
    }
}
