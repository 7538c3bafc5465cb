internal import Notes

extension ActionKind {
    /// For people.
    var words: String { rawValue.replacing("_", with: " ") }
}
