internal import Assist
internal import Mail
internal import Notes

/// Fields of the domain in the words of the command line.
enum FieldWords {
    /// Returns what a person typed for a field: the option, or what an argument is; other names stay as they are.
    static func typed(_ field: String) -> String {
        switch field {
        case "keyword": "the label"
        case "folder_name", "folder name": "the folder's name"
        case "address": "the address"
        case "name": "the name"
        case "cursor": "the cursor's name"
        case "auth_types": "--auth"
        case "sort_order": "--order"
        case "expires_at": "--expires"
        case "email": "--email"
        case "time_zone": "--time-zone"
        case "confidence": "--confidence"
        case "opportunity_score": "--score"
        case "scheduled_date": "--date"
        case "scheduled_end_date": "--end"
        case "tags": "the tag"
        case "color": "--folder-color"
        case "attendees": "--attendee"
        // The verb that adds a thing takes it as an argument, the one that changes it as an option.
        case "title": field
        case "summary", "duration", "type", "folder_color", "since", "until", "after", "size": option(field)
        case _ where settings.contains(field): option(field)
        case _ where field.hasPrefix("imap_") || field.hasPrefix("smtp_"): option(field)
        default: field
        }
    }

    /// Returns what is wrong with a value, and what a right one is where few words can say it.
    static func reason(_ reason: String, of field: String) -> String {
        switch (ValueError.Reason(rawValue: reason), field) {
        case (.isOutOfRange, _) where field.hasSuffix("port"): reason + "; a port is a number from 1 to 65535"
        case (.isOutOfRange, "confidence"): "is out of range: it is a number from 0 to 1"
        case (.isOutOfRange, "opportunity_score"): "is out of range: it is a whole number from 0 to 100"
        case (.isReserved, "keyword"): reason + "; a label of your own does not begin with $"
        // Where a character is at fault it is named; what is left are these two.
        case (.holdsForbiddenCharacter, "folder name"), (.holdsForbiddenCharacter, "folder_name"):
            "is . or .., which no folder can have"
        default: reason
        }
    }

    /// Returns what is wrong with a field, as one sentence.
    static func fault(of field: String, _ reason: String) -> String {
        DomainError.fault(of: typed(field), self.reason(reason, of: field))
    }

    /// The fields of settings, whose options have their names.
    private static let settings = Set(
        FolderChanged.fields.flatMap(\.names) + AccountChanged.fields.flatMap(\.names)
            + ActionChanged.fields.flatMap(\.names) + ProfileChanged.fields.flatMap(\.names))

    private static func option(_ field: String) -> String { "--" + field.replacing("_", with: "-") }
}
