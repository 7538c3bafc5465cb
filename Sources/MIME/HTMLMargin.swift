/// The prefix of each line of text from HTML: marks of quotation, and the indentation of lists.
struct HTMLMargin {
    /// The deepest useful nesting; more of it would only make each line longer.
    private static let deepest = 8

    private var quotations = 0
    /// The numbers of the latest items, from the outermost list to the innermost; 0 for a list with dashes.
    private var lists: [Int?] = []

    /// Enters or leaves a quotation.
    mutating func quote(isClosing: Bool) {
        quotations = isClosing ? max(0, quotations - 1) : quotations + 1
    }

    /// Enters or leaves a list.
    mutating func list(isNumbered: Bool, isClosing: Bool) {
        if isClosing {
            if !lists.isEmpty { lists.removeLast() }
        } else if lists.count < 1_000 {
            lists.append(isNumbered ? 0 : nil)
        }
    }

    /// Begins the next item of the innermost list, and returns its mark.
    mutating func item() -> String {
        guard let latest = lists.last, let number = latest else { return "- " }
        lists[lists.count - 1] = number + 1
        return "\(number + 1). "
    }

    /// The prefix of a line.
    var bytes: [UInt8] {
        guard quotations > 0 || lists.count > 1 else { return [] }
        let marks = String(repeating: ">", count: min(quotations, Self.deepest)) + (quotations > 0 ? " " : "")
        return Array((marks + String(repeating: "  ", count: min(max(0, lists.count - 1), Self.deepest))).utf8)
    }
}
