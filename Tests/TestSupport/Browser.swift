import Foundation

/// What somebody does with a page in Chromium; see `Tests/Fixtures/Browser/browse.py`.
package struct BrowserJob: Encodable, Sendable {
    package var page: String
    /// What is typed as the key, where the button is pressed.
    package var key: String?
    package var press = false
    /// Whether everything is clicked that a hand could touch.
    package var click = false
    package var script: String?
    /// Whether a mouse and keys are tried on each frame, behind the script.
    package var poke = false
    /// The seconds until what it did is looked at; half a second where nothing is said.
    package var wait: Double?
    package var size: [Int]?
    package var paper: String?

    package init(_ page: String, key: String? = nil, press: Bool = false, click: Bool = false, script: String? = nil) {
        self.page = page
        self.key = key
        self.press = press || key != nil
        self.click = click
        self.script = script
    }
}

/// What the browser showed.
package struct BrowserAnswer: Decodable, Sendable {
    /// The seconds until the page was drawn.
    package let opened: Double
    package let title: String
    /// `good`, `open` or `bad`, and the words.
    package let verdict: [String]?
    package let findings: [[String]]?
    package let result: String?
    package let windows: Int
    package let titleAfter: String
    /// Where the browser is then.
    package let address: String
    /// What the canary was asked for.
    package let asked: [String]
    /// What the browser wrote into its console.
    package let said: [String]
    /// How many events of a mouse and keys were sent to frames, and how many of these were answered.
    package let poked: [Int]?

    enum CodingKeys: String, CodingKey {
        case opened, title, verdict, findings, result, windows, poked
        case titleAfter = "title_after"
        case address, asked, said
    }

    /// All findings of a kind, one line each.
    package func findings(_ kind: String) -> String {
        (findings ?? []).filter { $0.first == kind }.map { $0.last ?? "" }.joined(separator: "\n")
    }
}

package enum Browser {
    /// Whether Chromium, its driver and Debian's selenium are here.
    package static let isPresent =
        areInstalled("chromium", "chromedriver")
        && (try? shell("/usr/bin/python3 -c 'import selenium'", environment: [:]))?.status == 0

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Does the jobs one after another in one browser.
    ///
    /// - Parameter port: Where a canary listens on loopback.
    package static func run(_ jobs: [BrowserJob], port: Int? = nil) throws -> [BrowserAnswer] {
        let folder = try TemporaryDirectory()
        let lines = try jobs.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        let text = lines.map { $0 + "\n" }.joined()
        try text.write(toFile: folder.path("jobs"), atomically: false, encoding: .utf8)
        let canary = port.map { " --port \($0)" } ?? ""
        let output = try shell(
            "timeout 300 /usr/bin/python3 '\(projectRoot)/Tests/Fixtures/Browser/browse.py'\(canary) < jobs > answers",
            environment: ["HOME": folder.path], directory: folder.path)
        guard output.status == 0 else {
            throw Failure(description: "browse.py ended with \(output.status) (124: after 300 s): \(output.text)")
        }
        let answers = try String(contentsOfFile: folder.path("answers"), encoding: .utf8)
        return try answers.split(separator: "\n").map {
            try JSONDecoder().decode(BrowserAnswer.self, from: Data($0.utf8))
        }
    }
}
