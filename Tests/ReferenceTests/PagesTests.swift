import ArgumentParsing
import CommandLineTool
import Foundation
import Reference
import TestSupport
import Testing

@Suite struct `The reference` {
    private static let pages = Result { try ReferencePage.all(of: CommandInfo(MailLedgerTool.self)) }

    @Test func `is as the declarations have it`() throws {
        for page in try Self.pages.get() {
            let file = try? String(contentsOfFile: "\(projectRoot)/\(page.path)", encoding: .utf8)
            // Not compared in the expectation: it would print both.
            let isFresh = file == page.text
            #expect(isFresh, "\(page.path) is stale: run make pages")
        }
    }

    @Test func `has no page that nothing writes any more`() throws {
        let known = Set(try Self.pages.get().map(\.path))
        for folder in ReferencePage.folders {
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(projectRoot)/\(folder)")
            for name in names where name.contains(".") {
                #expect(known.contains("\(folder)/\(name)"), "\(folder)/\(name): remove it")
            }
        }
    }

    @Test func `has each form once, and no reference to a form that is not there`() {
        let names = AnswerForm.all.map(\.name)
        #expect(Set(names).count == names.count)
        for form in AnswerForm.all {
            #expect(Set(form.keys.map(\.name)).count == form.keys.count, "\(form.name)")
            for key in form.keys {
                guard let other = key.type.form else { continue }
                #expect(names.contains(other), "\(form.name).\(key.name)")
            }
        }
    }
}
