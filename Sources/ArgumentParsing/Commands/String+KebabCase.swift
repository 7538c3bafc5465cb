extension String {
    /// Returns `dryRun` as `dry-run` and `dumpJSON` as `dump-json`.
    var inKebabCase: String {
        let letters = Array(self)
        var result = ""
        for (index, letter) in letters.enumerated() {
            if letter.isUppercase, index > 0 {
                let startsWord = !letters[index - 1].isUppercase
                let endsRun = index + 1 < letters.count && letters[index + 1].isLowercase
                if startsWord || endsRun, result.last != "-" { result += "-" }
            }
            result += letter == "_" ? "-" : letter.lowercased()
        }
        return result
    }
}
