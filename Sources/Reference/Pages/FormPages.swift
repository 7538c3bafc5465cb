/// The pages of the forms of JSON, a page a group, and the index of their schemas.
enum FormPages {
    private static let origin = "Sources/Reference/Forms"

    static let all: [ReferencePage] = FormGroup.all.map { group in
        var page = Markdown()
        page.origin(origin)
        page.heading(1, group.title)
        page.paragraph(
            "The keys of these forms of JSON. [JSON.md](../../JSON.md#types) explains the types; `?` marks a key that "
                + "may be missing.")
        for form in group.forms {
            page.heading(2, Markdown.code(form.name))
            let schema = "([schema](../../Schemas/\(form.name).json))"
            page.paragraph(form.title + ". " + (form.about.isEmpty ? "" : form.about + " ") + schema)
            if let base = form.base {
                page.paragraph("The keys of \(link(to: base.name, from: "")), and behind them:")
            }
            page.table(["key", "type", "meaning"], form.keys.map(row))
        }
        return ReferencePage(path: "Docs/Reference/Forms/\(group.name).md", text: page.text)
    }

    private static func row(_ key: AnswerForm.Key) -> [String] {
        let type = key.type.form.map { key.type.word.replacing($0, with: link(to: $0, from: "")) } ?? key.type.word
        var meaning = key.meaning
        // A meaning that contains the words needs no list of them.
        if !key.type.values.allSatisfy({ meaning.contains("`\($0)`") }) {
            meaning += " One of " + key.type.values.map(Markdown.code).joined(separator: ", ") + "."
        }
        return [Markdown.code(key.name), marked(type, key), meaning.replacing("|", with: "\\|")]
    }

    private static func marked(_ type: String, _ key: AnswerForm.Key) -> String {
        guard key.isOptional else { return type }
        let orNull = " or null"
        return type.hasSuffix(orNull) ? "\(type.dropLast(orNull.count))?\(orNull)" : type + "?"
    }

    /// A link to a form, from a page at a relative path to the folder of the forms' pages.
    static func link(to form: String, from folder: String) -> String {
        let group = FormGroup.all.first { $0.forms.contains { $0.name == form } }
        return "[\(Markdown.code(form))](\(folder)\(group?.name ?? "").md#\(form))"
    }

    static var schemaIndex: ReferencePage {
        var page = Markdown()
        page.origin(origin)
        page.heading(1, "JSON schemas")
        page.paragraph(
            "What `mailledger --format json` and `--format jsonl` write, as "
                + "[JSON Schema](https://json-schema.org/draft/2020-12) 2020-12, one file a form. "
                + "[The reference](../Reference/README.md#forms-of-json) has the same in words, and says which verb writes "
                + "which form.")
        page.paragraph(
            "A verb that lists things writes an array of the form with `json`, and one of it a line with `jsonl`. "
                + "The schemas are those of `--format-version \(AnswerForm.version)`. "
                + "The addresses in `$id` are names; there is nothing to fetch. A reference such as `address.json` is the "
                + "file beside it.")
        page.code(example.split(separator: "\n").map(String.init))
        page.table(
            ["form", "what it is"],
            AnswerForm.all.sorted { $0.name < $1.name }.map {
                ["[\(Markdown.code($0.name))](\($0.name).json)", $0.title]
            })
        return ReferencePage(path: "Docs/Schemas/README.md", text: page.text)
    }

    private static let example = """
        mailledger messages is:unread --format json > unread.json
        python3 -c 'import json, jsonschema, sys
        schemas = {json.load(open(f))["$id"]: json.load(open(f)) for f in sys.argv[1:]}
        message = schemas["https://example.org/mailledger/schemas/\(AnswerForm.version)/message.json"]
        validator = jsonschema.Draft202012Validator(message, resolver=jsonschema.RefResolver.from_schema(message, store=schemas))
        for message in json.load(open("unread.json")): validator.validate(message)' Docs/Schemas/*.json
        """
}
