// For as long as not all code reads in sequence.
extension RowReader {
    public func isNull(_ column: Int) -> Bool { numbered.isNull(column) }
    public func integer(_ column: Int) -> Int64 { numbered.integer(column) }
    public func real(_ column: Int) -> Double { numbered.real(column) }
    public func bool(_ column: Int) -> Bool { numbered.bool(column) }
    public func text(_ column: Int) -> String { numbered.text(column) }
    public func blob(_ column: Int) -> [UInt8] { numbered.blob(column) }
    public func optionalInteger(_ column: Int) -> Int64? { numbered.optionalInteger(column) }
    public func optionalText(_ column: Int) -> String? { numbered.optionalText(column) }
    public func optionalBlob(_ column: Int) -> [UInt8]? { numbered.optionalBlob(column) }
    public func value(_ column: Int) -> Value { numbered.value(column) }
}
