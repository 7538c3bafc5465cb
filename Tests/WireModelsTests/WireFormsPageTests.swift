import Foundation
import TestSupport
import Testing
import WireModels

@Suite struct `Docs/WireForms.md` {
    @Test func `names every form and every code`() throws {
        let page = try DocumentationPage("Docs/WireForms.md")
        let forms = try #require(page.section("Forms")).rows.dropFirst().flatMap { $0[1].components(separatedBy: ", ") }
        #expect(Set(forms) == Set(GoldenForm.all.map { $0.name.components(separatedBy: ".")[0] }))
        let rows = try #require(page.section("Errors")).rows.dropFirst()
        for row in rows {
            let codes = APIErrorCode.allCases.filter { $0.category.rawValue == row[0] }.map(\.rawValue)
            #expect(row[1].components(separatedBy: ":")[0] == codes.joined(separator: ", "))
        }
        #expect(rows.map { $0[0] } == APIErrorCode.Category.allCases.map(\.rawValue))
    }
}
