/// The fields of a request's header, in the order in which they came.
public struct HTTPFields: Sendable {
    private let all: [(name: String, value: String)]

    /// Names may be in any case.
    public init(_ fields: [(name: String, value: String)] = []) {
        all = fields
    }

    /// Returns the value of the first field of a name, which is given in lower case.
    public subscript(name: String) -> String? {
        all.first { $0.name.isSameFieldName(as: name) }?.value
    }

    /// Returns the value of the last field of a name, which is given in lower case: a proxy may add its own behind the client's.
    public func last(of name: String) -> String? {
        all.last { $0.name.isSameFieldName(as: name) }?.value
    }

    /// Returns how many fields have a name, which is given in lower case.
    public func count(of name: String) -> Int {
        all.count { $0.name.isSameFieldName(as: name) }
    }

    /// Whether each name is of characters that names have (RFC 9110 section 5.6.2): a blank before the colon is not one.
    var hasPlainNames: Bool {
        all.allSatisfy { field in !field.name.isEmpty && field.name.utf8.allSatisfy { (0x21...0x7e).contains($0) } }
    }

    /// How many bytes names and values have.
    var byteCount: Int { all.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }
}

extension String {
    /// Whether the text is a name in any case, of letters of ASCII (RFC 9110 section 5.1).
    fileprivate func isSameFieldName(as lowercase: String) -> Bool {
        utf8.count == lowercase.utf8.count
            && zip(utf8, lowercase.utf8).allSatisfy { $0 == $1 || ((0x41...0x5a).contains($0) && $0 | 0x20 == $1) }
    }
}
