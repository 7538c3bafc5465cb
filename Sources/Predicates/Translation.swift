internal import CivilTime
internal import EventLog
internal import FoundationEssentials
internal import Mail
internal import Projections

/// Turns the nodes of a predicate into a filter.
struct Translation {
    private var variables: [PredicateExpressions.VariableID: Operand] = [:]

    mutating func bind<Output>(_ variable: PredicateExpressions.Variable<Output>, to operand: Operand) {
        variables[variable.key] = operand
    }

    func value<Output>(of variable: PredicateExpressions.Variable<Output>) throws -> Operand {
        guard let operand = variables[variable.key] else {
            throw UntranslatablePredicate(reason: "a variable is none of a message")
        }
        return operand
    }

    /// The messages for which a node is true.
    func filter(_ node: Any) throws -> MessageFilter {
        switch try operand(node) {
        case .truth(let filter, _): return filter
        case .constant(let value): if let truth = value as? Bool { return truth ? .all : .never }
        default: break
        }
        throw UntranslatablePredicate(reason: "a truth value is needed")
    }

    func operand(_ node: Any) throws -> Operand {
        guard let node = node as? any TranslatableNode else {
            let name = String(describing: type(of: node)).prefix { $0 != "<" }
            throw UntranslatablePredicate(reason: "\(name) has no meaning for a list of messages")
        }
        return try node.operand(in: self)
    }

    // MARK: Equality

    func equality(_ left: Any, _ right: Any) throws -> MessageFilter {
        try Self.equality(operand(left), operand(right))
    }

    static func equality(_ left: Operand, _ right: Operand) throws -> MessageFilter {
        switch (left, right) {
        case (.constant, .constant), (.missing, .constant), (.constant, .missing), (.missing, .missing):
            throw UntranslatablePredicate(reason: "two constants are compared")
        case (.constant, _), (.missing, _): return try equality(right, left)
        case (.truth(let filter, let isMissing), .constant(let value)):
            guard let wanted = value as? Bool else { break }
            return wanted ? filter : .and([.not(filter), .not(isMissing)])
        case (.truth(_, let isMissing), .missing): return isMissing
        case (.truth(let one, let noOne), .truth(let other, let noOther)):
            return .or([
                .and([one, other]), .and([noOne, noOther]),
                .and([.not(one), .not(other), .not(noOne), .not(noOther)]),
            ])
        case (.text(let column), .constant(let value)):
            if let text = value as? String { return .column(column, .equals(text)) }
        case (.text(let column), .missing): return .column(column, .isMissing)
        case (.sender, .missing): return .column(.fromAddress, .isMissing)
        case (.id(let column), .constant(let value)):
            if let id = value as? any Identifier { return .column(column, .equals(id.description)) }
        case (.number(let column), .constant(let value)):
            if let number = number(value) { return column.filter(Bounds(from: number, to: next(number))) }
        case (.id, .missing), (.number, .missing): return .never
        default: break
        }
        throw UntranslatablePredicate(reason: "these two cannot be compared for equality")
    }

    // MARK: Order

    enum Order {
        case less, lessOrEqual, greater, greaterOrEqual

        var turned: Order {
            switch self {
            case .less: .greater
            case .lessOrEqual: .greaterOrEqual
            case .greater: .less
            case .greaterOrEqual: .lessOrEqual
            }
        }
    }

    func comparison(_ left: Any, _ order: Order, _ right: Any) throws -> MessageFilter {
        switch (try operand(left), try operand(right)) {
        case (.number(let column), .constant(let value)):
            if let number = Self.number(value) { return Self.comparison(column, order, number) }
        case (.constant(let value), .number(let column)):
            if let number = Self.number(value) { return Self.comparison(column, order.turned, number) }
        default: break
        }
        throw UntranslatablePredicate(
            reason: "only size, sortDate, shownDate and receivedAt are compared by order, and with a constant")
    }

    private static func comparison(_ column: NumberColumn, _ order: Order, _ number: Int64) -> MessageFilter {
        switch order {
        case .less: column.filter(Bounds(to: number))
        case .lessOrEqual: column.filter(Bounds(to: next(number)))
        case .greater: next(number).map { column.filter(Bounds(from: $0)) } ?? .never
        case .greaterOrEqual: column.filter(Bounds(from: number))
        }
    }

    private static func number(_ value: Any) -> Int64? {
        switch value {
        case let number as Int64: number
        case let number as Int: Int64(number)
        case let time as Timestamp: time.microseconds
        default: nil
        }
    }

    // Beyond the greatest number there is none: a range without an upper bound holds the same.
    private static func next(_ number: Int64) -> Int64? {
        number == .max ? nil : number + 1
    }

    // MARK: Text and lists

    func text(_ base: Any, _ other: Any, _ test: (String) -> TextTest) throws -> MessageFilter {
        guard case .text(let column) = try operand(base), case .constant(let value) = try operand(other),
            let text = value as? any StringProtocol
        else {
            throw UntranslatablePredicate(
                reason: "text is searched for in text of a message only, and must be a constant")
        }
        return .column(column, test(String(text)))
    }

    func membership(of element: Any, in sequence: Any) throws -> MessageFilter {
        let element = try operand(element)
        switch (try operand(sequence), element) {
        case (.keywords, .constant(let value)):
            // Keywords are kept in this form, so that equal ones have equal bytes.
            if let name = (value as? String)?.canonicalForm {
                return name == Keyword.key(of: name) ? .keyword(name) : .spelledKeyword(name)
            }
        case (.folders, .constant(let value)):
            if let path = value as? String { return .folderPath(path) }
        case (.constant(let list), _):
            if let values = list as? [Any] {
                return .or(try values.map { try Self.equality(element, Self.constant($0)) })
            }
        default: break
        }
        throw UntranslatablePredicate(
            reason: "contains is asked of something else than keywords, folders or a constant list")
    }

    /// A constant, with an optional taken apart.
    static func constant(_ value: Any) -> Operand {
        guard let optional = value as? any OptionalValue else { return .constant(value) }
        return optional.content.map(constant) ?? .missing
    }
}

/// A protocol that recognises an optional inside an existential.
protocol OptionalValue {
    var content: Any? { get }
}

extension Optional: OptionalValue {
    var content: Any? { map { $0 } }
}
