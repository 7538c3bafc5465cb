/// One value in one of SQLite's storage classes (<https://www.sqlite.org/datatype3.html#storage_classes_and_datatypes>).
public enum Value: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// A Swift type with one storage class to be bound as.
public protocol Bindable: Sendable {
    /// Hands the value to a placeholder of a statement; placeholders are numbered from 1.
    func bind(to statement: borrowing Statement, at index: Int32) throws
    /// The same as a value.
    var value: Value { get }
}

extension Int64: Bindable {
    public func bind(to statement: borrowing Statement, at index: Int32) throws {
        try statement.bind(integer: self, at: index)
    }

    public var value: Value { .integer(self) }
}

extension Int: Bindable {
    public func bind(to statement: borrowing Statement, at index: Int32) throws {
        try statement.bind(integer: Int64(self), at: index)
    }

    public var value: Value { .integer(Int64(self)) }
}

extension Bool: Bindable {
    public func bind(to statement: borrowing Statement, at index: Int32) throws {
        try statement.bind(integer: self ? 1 : 0, at: index)
    }

    public var value: Value { .integer(self ? 1 : 0) }
}

extension Double: Bindable {
    public func bind(to statement: borrowing Statement, at index: Int32) throws {
        try statement.bind(real: self, at: index)
    }

    public var value: Value { .real(self) }
}

extension String: Bindable {
    public func bind(to statement: borrowing Statement, at index: Int32) throws {
        try statement.bind(text: self, at: index)
    }

    public var value: Value { .text(self) }
}

extension Array: Bindable where Element == UInt8 {
    public func bind(to statement: borrowing Statement, at index: Int32) throws {
        try statement.bind(blob: self, at: index)
    }

    public var value: Value { .blob(self) }
}

/// Bytes of UTF-8 that are bound as text directly, without a `String` in between.
public struct UTF8Text: Bindable {
    private let bytes: [UInt8]

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    public func bind(to statement: borrowing Statement, at index: Int32) throws {
        try statement.bind(utf8: bytes, at: index)
    }

    public var value: Value { .text(String(decoding: bytes, as: UTF8.self)) }
}

extension Optional: Bindable where Wrapped: Bindable {
    public func bind(to statement: borrowing Statement, at index: Int32) throws {
        if let wrapped = self {
            try wrapped.bind(to: statement, at: index)
        } else {
            try statement.bindNull(at: index)
        }
    }

    public var value: Value { self?.value ?? .null }
}

extension Value: Bindable {
    public func bind(to statement: borrowing Statement, at index: Int32) throws {
        switch self {
        case .null: try statement.bindNull(at: index)
        case .integer(let integer): try statement.bind(integer: integer, at: index)
        case .real(let real): try statement.bind(real: real, at: index)
        case .text(let text): try statement.bind(text: text, at: index)
        case .blob(let blob): try statement.bind(blob: blob, at: index)
        }
    }

    public var value: Value { self }
}
