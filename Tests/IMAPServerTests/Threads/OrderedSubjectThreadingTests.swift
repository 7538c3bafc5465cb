import IMAPServer
import Testing

@Suite struct OrderedSubjectThreadingTests {
    private func threads(_ messages: [ThreadedMessage]) -> String {
        text(OrderedSubjectThreading.threads(of: messages))
    }

    @Test func `messages of one subject are below the first one`() {
        #expect(
            threads([
                message(1, subject: "b"), message(2, subject: "Re: a"), message(3, subject: "A (fwd)"),
                message(4, subject: "[x] B"), message(5, subject: "a"),
            ]) == "(1 4)(2 (3)(5))")
    }

    @Test func `threads and their messages are in the order of dates, then of numbers`() {
        #expect(
            threads([
                message(1, subject: "a", date: 9), message(2, subject: "b", date: 3), message(3, subject: "a", date: 2),
                message(4, subject: "a", date: 2), message(5, subject: "c", date: 2),
            ]) == "(3 (4)(1))(5)(2)")
    }

    @Test func `messages without a subject are a thread, too`() {
        #expect(threads([message(1), message(2, subject: "Re:"), message(3, subject: "x")]) == "(1 2)(3)")
        #expect(threads([]) == "")
    }
}
