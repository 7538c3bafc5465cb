import ArgumentParsing

/// When text is coloured: the values of `--color`.
package enum ColorChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// On a terminal that can, unless `NO_COLOR` is set and not empty.
    case auto
    /// Always.
    case always
    /// Never.
    case never
}

/// Colours and weights for text on a terminal; gives text back as it is where there are none.
package struct Style: Sendable {
    /// Whether anything is coloured.
    package let isEnabled: Bool

    /// Makes a style that colours or does not.
    package init(isEnabled: Bool) {
        self.isEnabled = isEnabled
    }

    /// Decides by what was asked for, by what the output is, and by `NO_COLOR` (https://no-color.org) and `TERM`.
    package init(_ choice: ColorChoice, isTerminal: Bool, environment: (String) -> String?) {
        switch choice {
        case .always: isEnabled = true
        case .never: isEnabled = false
        case .auto:
            let isRefused = environment("NO_COLOR").map { !$0.isEmpty } ?? false
            isEnabled = isTerminal && !isRefused && environment("TERM") != "dumb"
        }
    }

    /// A look: a parameter of "Select Graphic Rendition", ECMA-48 section 8.3.117.
    package enum Look: Int, Sendable {
        case bold = 1
        case dim = 2
        case red = 31
        case green = 32
        case yellow = 33
        case cyan = 36
    }

    /// Returns `text` in the given looks.
    package func paint(_ text: String, _ looks: Look...) -> String {
        paint(text, looks)
    }

    func paint(_ text: String, _ looks: [Look]) -> String {
        guard isEnabled, !looks.isEmpty, !text.isEmpty else { return text }
        let parameters = looks.map { String($0.rawValue) }.joined(separator: ";")
        return "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
    }
}
