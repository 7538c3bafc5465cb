/// The rules that build read models, as in `views/1 notes/1 lengths/4`.
///
/// They are the version of the common rules, and the projections with their versions.
public struct ViewsRules: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// - Parameter description: The form in a log.
    init(_ description: String) {
        self.description = description
    }
}
