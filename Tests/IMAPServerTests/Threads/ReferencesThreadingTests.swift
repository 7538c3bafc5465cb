import IMAPServer
import TestSupport
import Testing

/// Expected answers without another source are those of Dovecot 2.3.19, which gave the same.
@Suite struct ReferencesThreadingTests {
    @Test func `a message is below the one that it refers to last`() {
        #expect(
            threads([
                message(1), message(2, ["m1"]), message(3, ["m1", "m2"]), message(4, ["m1"]), message(5, ["m1", "m4"]),
            ]) == "(1 (2 3)(4 5))")
    }

    @Test func `the order of messages does not matter`() {
        #expect(threads([message(1, ["m3"]), message(2, ["m3", "m1"]), message(3)]) == "(3 1 2)")
    }

    @Test func `a missing message holds its answers together, but one answer needs none`() {
        #expect(threads([message(1, ["gone"]), message(2, ["gone"]), message(3, ["lost"])]) == "((1)(2))(3)")
    }

    @Test func `missing messages within a thread are left out`() {
        #expect(
            threads([message(1), message(2, ["m1", "gone", "lost"]), message(3, ["m1", "gone"])]) == "(1 (2)(3))")
        #expect(threads([message(1, ["a", "b", "c"]), message(2, ["a", "d"]), message(3, ["a"])]) == "((1)(2)(3))")
        #expect(threads([message(1, ["a", "b"]), message(2, ["a", "b"])]) == "((1)(2))")
    }

    @Test func `the first message of an id has it`() {
        #expect(threads([message(1, id: "x"), message(2, id: "x"), message(3, ["x"])]) == "(1 3)(2)")
        #expect(threads([message(2, id: "x"), message(1, id: "x"), message(3, ["x"])]) == "(1 3)(2)")
    }

    @Test func `ids are compared with case`() {
        #expect(threads([message(1, id: "X"), message(2, ["x"])]) == "(1)(2)")
    }

    @Test func `a message without an id is in a thread by its references`() {
        let nameless = ThreadedMessage(number: 2, date: 2, subject: "", messageID: nil, references: ["m1"])
        #expect(threads([message(1), nameless, nameless]) == "(1 (2)(2))")
    }

    @Test func `what a message says of its parent wins over what others say`() {
        // The second has the field cut: m3 seems to be below m1.
        #expect(
            threads([message(1), message(2, ["m1", "m3"]), message(3, ["m4"]), message(4, ["m1"])]) == "(1 4 3 2)")
        // It says that it has no parent.
        #expect(threads([message(1), message(2, ["m1", "m3"]), message(3)]) == "(1)(3 2)")
    }

    @Test func `loops are cut`() {
        #expect(threads([message(1, ["m1"])]) == "(1)")
        #expect(threads([message(1, ["m1", "m1"]), message(2, ["m1", "m1"])]) == "(1 2)")
        #expect(threads([message(1, ["m2"]), message(2, ["m1"])]) == "(2 1)")
        #expect(threads([message(1, ["m3"]), message(2, ["m1"]), message(3, ["m2"])]) == "(3 1 2)")
    }

    @Test func `siblings and threads are in the order of dates, then of numbers`() {
        #expect(
            threads([
                message(1, date: 9), message(2, ["m1"], date: 8), message(3, ["m1"], date: 7), message(4, date: 5),
                message(5, date: 5), message(6, ["gone"], date: 6), message(7, ["gone"], date: 4),
            ]) == "((7)(6))(4)(5)(1 (3)(2))")
    }

    @Test func `threads of one subject are joined`() {
        func threads(_ subjects: String...) -> String {
            text(ReferencesThreading.threads(of: subjects.enumerated().map { message(UInt32($0 + 1), subject: $1) }))
        }
        #expect(threads("a", "Re: A", "re: a") == "(1 (2)(3))")
        #expect(threads("Re: a", "[x] a") == "(2 1)")
        #expect(threads("a", "a", "Re: a") == "((1)(2)(3))")
        #expect(threads("Re: a", "Re: a") == "((1)(2))")
        #expect(threads("", "") == "(1)(2)")
        #expect(threads("Re:", "(fwd)") == "(1)(2)")
    }

    @Test func `missing messages of one subject are joined`() {
        let (one, other) = ("Re: a", "a")
        #expect(
            threads([
                message(1, ["x"], subject: one), message(2, ["x"], subject: one), message(3, ["y"], subject: other),
                message(4, ["y"], subject: "b"),
            ]) == "((1)(2)(3)(4))")
        #expect(
            threads([
                message(1, subject: other), message(2, ["x"], subject: one), message(3, ["x"], subject: one),
            ]) == "((1)(2)(3))")
    }

    @Test func `REFS joins no subjects and has the latest thread last`() {
        let messages = [
            message(1, subject: "a"), message(2, subject: "b"), message(3, subject: "a"), message(4, ["m1"]),
        ]
        #expect(text(ReferencesThreading.threads(of: messages, joinsSubjects: false)) == "(2)(3)(1 4)")
    }

    @Test func `each message is in the forest once, whatever it refers to`() {
        var random = SeededGenerator(for: "each message is in the forest once, whatever it refers to")
        for round in 0..<2_000 {
            let count = Int.random(in: 0...40, using: &random)
            let messages = (0..<count).map { index in
                ThreadedMessage(
                    number: UInt32(index + 1), date: .random(in: -3...3, using: &random),
                    subject: ["", "a", "Re: a", "b", "Re: b"].randomElement(using: &random) ?? "",
                    messageID: Int.random(in: 0...9, using: &random) == 0
                        ? nil : "i\(Int.random(in: 0...count, using: &random))",
                    references: (0..<Int.random(in: 0...4, using: &random)).map { _ in
                        "i\(Int.random(in: 0...(count + 3), using: &random))"
                    })
            }
            for forest in [
                ReferencesThreading.threads(of: messages),
                ReferencesThreading.threads(of: messages.shuffled(using: &random), joinsSubjects: false),
                OrderedSubjectThreading.threads(of: messages),
            ] {
                #expect(
                    forest.nodes.compactMap(\.number).sorted() == messages.map(\.number),
                    "round \(round), seed \(random.seed)")
                #expect(isWhole(forest), "round \(round), seed \(random.seed)")
            }
            #expect(
                ReferencesThreading.threads(of: messages)
                    == ReferencesThreading.threads(of: messages.shuffled(using: &random)),
                "round \(round), seed \(random.seed)")
        }
    }

    /// Whether the counts of children fit, and dummies are at the top with two children at least.
    private func isWhole(_ forest: ThreadForest) -> Bool {
        var pending: [Int] = []
        for node in forest.nodes {
            if node.number == nil, !pending.isEmpty || node.childCount < 2 { return false }
            if let last = pending.popLast() { pending.append(last - 1) }
            pending.append(node.childCount)
            while pending.last == 0 { pending.removeLast() }
        }
        return pending.isEmpty
    }

    @Test func `links agree with those of a plain walk up`() {
        var random = SeededGenerator(for: "links agree with those of a plain walk up")
        for round in 0..<500 {
            let count = Int.random(in: 1...30, using: &random)
            let messages = (0..<count).map { index in
                message(
                    UInt32(index + 1), id: "i\(Int.random(in: 0...count, using: &random))",
                    (0..<Int.random(in: 0...5, using: &random)).map { _ in
                        "i\(Int.random(in: 0...count, using: &random))"
                    })
            }
            #expect(
                text(ReferencesThreading.threads(of: messages)) == PlainThreading.text(messages),
                "round \(round), seed \(random.seed)")
        }
    }
}
