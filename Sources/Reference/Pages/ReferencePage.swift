package import ArgumentParsing
internal import JSONCoding

/// A page or a schema that is written from declarations.
package struct ReferencePage: Sendable {
    /// Its path below the project's root.
    package let path: String
    package let text: String

    /// The folders that hold these pages and nothing else.
    package static let folders = ["Docs/Reference", "Docs/Reference/Forms", "Docs/Schemas"]

    /// Returns all pages, from the declaration of the tool and those of the forms.
    package static func all(of tool: CommandInfo) throws -> [ReferencePage] {
        let verbs = VerbPages(tool: tool)
        return try [verbs.index] + verbs.groups + FormPages.all + [EventPage.page, FormPages.schemaIndex]
            + AnswerForm.all.map { form in
                let encoder = JSONBytesEncoder(JSONBytesEncoder.Options(pretty: true))
                let text = String(decoding: try encoder.encode(form.schema), as: UTF8.self)
                return ReferencePage(path: "Docs/Schemas/\(form.name).json", text: text + "\n")
            }
    }
}
