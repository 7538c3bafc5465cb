import ArgumentParsing

/// How lists show the dates of mail: the values of `--dates`.
package enum DateStyle: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// `Today 14:05`, `Yest. 14:05`, `Mon. 14:05`, `March 03`, `2019-03-03`.
    case relative
    /// `14:05`, `Mar 03`, `2019-03-03`.
    case short
    /// `2026-03-03 14:05`.
    case iso

    /// What nobody has chosen otherwise.
    package static let standard = DateStyle.relative
}
