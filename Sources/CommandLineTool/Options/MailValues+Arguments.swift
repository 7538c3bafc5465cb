internal import ArgumentParsing
internal import Mail

// Words of the domain on the command line: `show-if-unread`, `show_if_unread` and `showIfUnread` are one.

/// A word of the domain that an option takes.
protocol DomainWord: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

extension DomainWord {
    init?(argument: String) {
        let wanted = Self.bare(argument)
        guard let found = Self.allCases.first(where: { Self.bare($0.rawValue) == wanted }) else { return nil }
        self = found
    }

    var defaultValueDescription: String { rawValue.replacing("_", with: "-") }

    static var allValueStrings: [String] { allCases.map(\.defaultValueDescription) }

    private static func bare(_ word: String) -> String { word.lowercased().filter { $0 != "-" && $0 != "_" } }
}

extension AccountProvider: DomainWord {}
extension AuthType: DomainWord {}
extension ConnectionSecurity: DomainWord {}
extension FolderKind: DomainWord {}
extension FolderVisibility: DomainWord {}
extension MessageVisibility: DomainWord {}
extension DeletePolicy: DomainWord {}
