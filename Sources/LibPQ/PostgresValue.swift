/// A value for a placeholder of a statement, in the binary form in which the server sends and takes its type.
package struct PostgresValue: Sendable, Hashable {
    /// The object id of the type (`pg_type.dat` of the server's sources: the built-in ones never change).
    let type: UInt32
    /// Nil for NULL.
    let bytes: [UInt8]?

    private init(_ type: Kind, _ bytes: [UInt8]?) {
        self.type = type.rawValue
        self.bytes = bytes
    }

    private enum Kind: UInt32 {
        case bool = 16
        case bytea = 17
        case int8 = 20
        case text = 25
        case textArray = 1009
        case int8Array = 1016
        case byteaArray = 1001
        case uuid = 2950
    }

    package static func bool(_ value: Bool) -> PostgresValue { PostgresValue(.bool, [value ? 1 : 0]) }
    package static func integer(_ value: Int64?) -> PostgresValue { PostgresValue(.int8, value.map(bigEndian)) }
    package static func bytes(_ value: [UInt8]?) -> PostgresValue { PostgresValue(.bytea, value) }
    package static func text(_ value: String?) -> PostgresValue { PostgresValue(.text, value.map { Array($0.utf8) }) }
    /// UTF-8 as text.
    package static func text(utf8 value: [UInt8]?) -> PostgresValue { PostgresValue(.text, value) }
    /// The 16 bytes of a UUID.
    package static func uuid(_ bytes: [UInt8]) -> PostgresValue { PostgresValue(.uuid, bytes) }

    package static func integers(_ values: [Int64]) -> PostgresValue {
        PostgresValue(.int8Array, array(of: .int8, values.map(bigEndian)))
    }

    package static func texts(_ values: [String]) -> PostgresValue {
        texts(utf8: values.map { Array($0.utf8) })
    }

    package static func texts(utf8 values: [[UInt8]?]) -> PostgresValue {
        PostgresValue(.textArray, array(of: .text, values))
    }

    package static func arrayOfBytes(_ values: [[UInt8]?]) -> PostgresValue {
        PostgresValue(.byteaArray, array(of: .bytea, values))
    }

    private static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        unsafe withUnsafeBytes(of: number.bigEndian) { unsafe [UInt8]($0) }
    }

    /// The form of `array_send` in the server's sources: dimensions, a flag for NULLs, the type, then each length and value.
    private static func array(of kind: Kind, _ values: [[UInt8]?]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + values.reduce(0) { $0 + 4 + ($1?.count ?? 0) })
        func append(_ number: Int) { bytes += bigEndian(Int32(truncatingIfNeeded: number)) }
        append(values.isEmpty ? 0 : 1)
        append(values.contains { $0 == nil } ? 1 : 0)
        append(Int(kind.rawValue))
        guard !values.isEmpty else { return bytes }
        append(values.count)
        append(1)
        for value in values {
            append(value?.count ?? -1)
            if let value { bytes += value }
        }
        return bytes
    }
}
