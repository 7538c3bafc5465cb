internal import ArgumentParsing
internal import CommandLineTool
internal import DiskFiles
internal import Reference

/// Writes the pages that are made from declarations: `make pages`.
@main
enum WritePages {
    static func main() throws {
        let files = KernelFiles.shared
        let pages = try ReferencePage.all(of: CommandInfo(MailLedgerTool.self))
        for folder in ReferencePage.folders { _ = try files.makeFolderIfMissing(folder) }
        for page in pages { try files.replace(page.path, with: Array(page.text.utf8), aside: page.path + ".new") }
        print("Wrote \(pages.count) files: \(ReferencePage.folders.joined(separator: ", ")).")
    }
}
