import EventLog
import Foundation
import Projections
import TestSupport
import Testing

/// A projection that lists the types of event that it takes is shown no other: its sources must not ask for one that is not listed.
struct TakenEventsTests {
    @Test(arguments: AllProjections.types.map { $0.name })
    func `a projection lists the types that its sources ask an event for`(name: String) throws {
        let projection = try #require(AllProjections.types.first { $0.name == name })
        guard let events = projection.events else { return }
        let folder = "\(projectRoot)/Projections/\(name.prefix(1).uppercased())\(name.dropFirst())"
        let sources = filesBelow(folder).filter { !$0.hasSuffix("Query.swift") && !$0.hasSuffix("Schema.swift") }
        #expect(sources.contains { $0.hasSuffix("Projector.swift") })
        var asked: Set<String> = []
        for source in sources {
            let text = try String(contentsOfFile: "\(folder)/\(source)", encoding: .utf8)
            for line in text.split(separator: "\n") where !line.trimmingCharacters(in: .whitespaces).hasPrefix("//") {
                for match in line.matches(of: /\b(?:is|as\??) (?:any )?([A-Z]\w+)/) { asked.insert(String(match.1)) }
            }
        }
        #expect(asked == Set(events.map { String(describing: $0) }))
    }

    @Test func `no projection that goes by announcements lists types`() throws {
        for projection in AllProjections.types {
            let folder = projection.name.prefix(1).uppercased() + projection.name.dropFirst()
            let source = try String(
                contentsOfFile: "\(projectRoot)/Projections/\(folder)/\(folder)Projector.swift", encoding: .utf8)
            #expect(!source.contains("changes.changes") || projection.events == nil, "\(projection.name)")
        }
    }
}
