/// A page with a part between two marks that a run writes anew.
struct MarkedPage {
    let path: String
    /// What the marks are named: `bench` for `<!-- bench: begin -->` and `<!-- bench: end -->`.
    let part: String

    /// Puts a text between the marks, in place of what is there.
    func replace(by markdown: String) throws {
        let (begin, end) = ("<!-- \(part): begin -->", "<!-- \(part): end -->")
        let page = try BenchFiles.read(path)
        guard let start = page.range(of: begin), let stop = page.range(of: end), start < stop else {
            throw BenchCommand.UsageError(description: "\(path) has no \(begin) and \(end) to write between")
        }
        let before = page[..<page.index(start, offsetBy: begin.count)]
        try BenchFiles.write("\(before)\n\n\(markdown)\n\n\(page[stop...])", to: path)
    }
}

extension String {
    /// Where a text begins, by its bytes.
    fileprivate func range(of text: String) -> String.Index? {
        let wanted = Array(text.utf8)
        var start = utf8.startIndex
        while start < utf8.endIndex {
            if utf8[start...].starts(with: wanted) { return start }
            start = utf8.index(after: start)
        }
        return nil
    }
}
