import IMAPServer
import Testing

@Suite struct ThreadAnswerTests {
    private func forest(_ nodes: [(UInt32?, Int)]) -> ThreadForest {
        ThreadForest(nodes.map { ThreadForest.Node(number: $0.0, childCount: $0.1) })
    }

    @Test func `the examples of RFC 5256 are written as it has them`() {
        #expect(
            text(forest([(2, 0), (3, 1), (6, 2), (4, 1), (23, 0), (44, 1), (7, 1), (96, 0)]))
                == "(2)(3 6 (4 23)(44 7 96))")
        #expect(text(forest([(nil, 2), (3, 0), (5, 0)])) == "((3)(5))")
        #expect(
            text(forest([(1, 0), (nil, 2), (2, 1), (3, 0), (4, 2), (5, 0), (6, 0), (7, 0)]))
                == "(1)((2 3)(4 (5)(6)))(7)")
    }

    @Test func `no thread is no list`() { #expect(text(ThreadForest()) == "") }
}
