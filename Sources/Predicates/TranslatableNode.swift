internal import FoundationEssentials
internal import Projections

/// A node of a predicate that has a meaning for messages.
protocol TranslatableNode {
    func operand(in translation: Translation) throws -> Operand
}

extension PredicateExpressions.Variable: TranslatableNode {
    func operand(in translation: Translation) throws -> Operand { try translation.value(of: self) }
}

extension PredicateExpressions.KeyPath: TranslatableNode {
    func operand(in translation: Translation) throws -> Operand {
        try translation.operand(root).property(keyPath)
    }
}

extension PredicateExpressions.Value: TranslatableNode {
    func operand(in translation: Translation) throws -> Operand {
        Translation.constant(value)
    }
}

extension PredicateExpressions.NilLiteral: TranslatableNode {
    func operand(in translation: Translation) throws -> Operand { .missing }
}

// MARK: Logic

extension PredicateExpressions.Conjunction: TranslatableNode {
    func operand(in translation: Translation) throws -> Operand {
        .truth(.and([try translation.filter(lhs), try translation.filter(rhs)]))
    }
}

extension PredicateExpressions.Disjunction: TranslatableNode {
    func operand(in translation: Translation) throws -> Operand {
        .truth(.or([try translation.filter(lhs), try translation.filter(rhs)]))
    }
}

extension PredicateExpressions.Negation: TranslatableNode {
    func operand(in translation: Translation) throws -> Operand {
        .truth(.not(try translation.filter(wrapped)))
    }
}

// MARK: Comparisons

extension PredicateExpressions.Equal: TranslatableNode {
    func operand(in translation: Translation) throws -> Operand {
        .truth(try translation.equality(lhs, rhs))
    }
}

extension PredicateExpressions.NotEqual: TranslatableNode {
    func operand(in translation: Translation) throws -> Operand {
        .truth(.not(try translation.equality(lhs, rhs)))
    }
}

extension PredicateExpressions.Comparison: TranslatableNode {
    func operand(in translation: Translation) throws -> Operand {
        let order: Translation.Order =
            switch op {
            case .lessThan: .less
            case .lessThanOrEqual: .lessOrEqual
            case .greaterThan: .greater
            case .greaterThanOrEqual: .greaterOrEqual
            @unknown default: throw UntranslatablePredicate(reason: "an unknown comparison")
            }
        return .truth(try translation.comparison(lhs, order, rhs))
    }
}

// MARK: Text and lists

extension PredicateExpressions.CollectionContainsCollection: TranslatableNode {
    func operand(in translation: Translation) throws -> Operand {
        .truth(try translation.text(base, other) { .contains($0) })
    }
}

extension PredicateExpressions.SequenceStartsWith: TranslatableNode {
    func operand(in translation: Translation) throws -> Operand {
        .truth(try translation.text(base, prefix) { .begins($0) })
    }
}

extension PredicateExpressions.SequenceContains: TranslatableNode {
    func operand(in translation: Translation) throws -> Operand {
        .truth(try translation.membership(of: element, in: sequence))
    }
}

// MARK: Optionals

extension PredicateExpressions.OptionalFlatMap: TranslatableNode {
    func operand(in translation: Translation) throws -> Operand {
        let wrapped = try translation.operand(wrapped)
        var inner = translation
        inner.bind(variable, to: wrapped)
        let transformed = try inner.operand(transform)
        guard case .truth(let filter, let isMissing) = transformed else { return transformed }
        let isNil = try Translation.equality(wrapped, .missing)
        return .truth(.and([filter, .not(isNil)]), isMissing: .or([isMissing, isNil]))
    }
}

extension PredicateExpressions.NilCoalesce: TranslatableNode {
    func operand(in translation: Translation) throws -> Operand {
        guard case .truth(let filter, let isMissing) = try translation.operand(lhs) else {
            throw UntranslatablePredicate(reason: "?? stands behind a truth value only")
        }
        return .truth(.or([filter, .and([isMissing, try translation.filter(rhs)])]))
    }
}
