import MailLedger
import TestSupport
import Testing

@Suite struct ThreadLinksTests {
    private func places(_ members: [ThreadLinks.Member], deepest: Int = 24) -> [ThreadLinks.Place] {
        var links = ThreadLinks(members)
        return links.places(deepest: deepest)
    }

    /// Members with the dates of their order; a name with `-` before it was deleted.
    private func tree(_ members: (String, [String])...) -> [String] {
        let members = members.enumerated().map { number, member in
            ThreadLinks.Member(
                isAlive: !member.0.hasPrefix("-"), messageID: String(member.0.drop { $0 == "-" }), ancestors: member.1,
                sortDate: Int64(number))
        }
        return places(members).map { place in
            String(repeating: ".", count: place.depth) + (place.member == nil ? "?" : "") + (place.messageID ?? "")
        }
    }

    @Test func `answers stand below what they answer, by their dates`() {
        #expect(tree(("a", []), ("b", ["a"]), ("c", ["a", "b"]), ("d", ["a"])) == ["a", ".b", "..c", ".d"])
        // In the order of arrival the answer may be first.
        #expect(tree(("c", ["a", "b"]), ("b", ["a"]), ("a", [])) == ["a", ".b", "..c"])
    }

    @Test func `what never came in joins its answers, and no more of it is shown than that`() {
        #expect(tree(("b", ["a"]), ("c", ["a"])) == ["?a", ".b", ".c"])
        #expect(tree(("d", ["a", "b", "c"])) == ["?c", ".d"])
        #expect(tree(("a", []), ("c", ["a", "x", "y"])) == ["a", ".?y", "..c"])
        #expect(tree(("c", ["a", "x"]), ("d", ["a", "y"])) == ["?a", ".?x", "..c", ".?y", "..d"])
    }

    @Test func `a deleted message keeps its answers together, and goes without them`() {
        #expect(tree(("a", []), ("-b", ["a"]), ("c", ["b"])) == ["a", ".b", "..c"])
        #expect(tree(("a", []), ("-b", ["a"]), ("-c", ["b"])) == ["a"])
        #expect(tree(("-a", []), ("-b", ["a"])) == [])
    }

    @Test func `no header makes a loop`() {
        #expect(tree(("a", ["a"])) == ["a"])
        #expect(tree(("a", ["b"]), ("b", ["a"])) == ["a", ".b"])
        #expect(tree(("a", ["c"]), ("b", ["a"]), ("c", ["b"])) == ["a", ".b", "..c"])
        #expect(tree(("a", ["x", "y"]), ("b", ["y", "x"])).filter { !$0.contains("?") }.count == 2)
    }

    @Test func `two messages of one Message-ID are both there`() {
        #expect(tree(("a", []), ("b", ["a"]), ("b", ["a"])) == ["a", ".b", ".b"])
    }

    @Test func `every live message is there once, whatever the headers say`() {
        var random = SeededGenerator()
        for _ in 0..<500 {
            let count = Int.random(in: 1...12, using: &random)
            let members = (0..<count).map { number in
                ThreadLinks.Member(
                    isAlive: Int.random(in: 0..<4, using: &random) > 0,
                    messageID: Int.random(in: 0..<6, using: &random) == 0
                        ? nil : "\(Int.random(in: 0..<count, using: &random))",
                    ancestors: (0..<Int.random(in: 0..<5, using: &random)).map { _ in
                        "\(Int.random(in: 0..<(count + 3), using: &random))"
                    },
                    sortDate: Int64.random(in: 0..<5, using: &random))
            }
            let places = places(members, deepest: 3)
            let alive = members.indices.filter { members[$0].isAlive }
            let shown = places.compactMap(\.member)
            #expect(Set(shown).count == shown.count)
            #expect(Set(alive).isSubset(of: Set(shown)))
            #expect(places.first.map { $0.depth == 0 } ?? alive.isEmpty)
            for (before, after) in zip(places, places.dropFirst()) { #expect(after.depth <= before.depth + 1) }
            #expect(places.allSatisfy { $0.depth <= 3 })
        }
    }

    @Test func `70,000 answers to answers are linked in a moment`() {
        let members = (0..<70_000).map { number in
            ThreadLinks.Member(
                isAlive: true, messageID: "\(number)", ancestors: number == 0 ? [] : ["\(number - 1)"], sortDate: 0)
        }
        var result: [ThreadLinks.Place] = []
        let seconds = ThreadClock.seconds { result = places(members) }
        #expect(result.map(\.member) == members.indices.map { $0 })
        #expect(result.last?.depth == 24)
        #expect(seconds < 10)
    }
}
