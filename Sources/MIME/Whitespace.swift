/// Trims text and makes each run of white space in it one space.
func collapsingSpace(_ text: String) -> String {
    text.unicodeScalars.split { $0.properties.isWhitespace }.map(String.init).joined(separator: " ")
}
