import Foundation
import TestSupport
import Testing

@Suite struct `The rules of the page's files` {
    @Test(arguments: [
        ("a.js", "place.innerHTML = text"), ("a.js", "place.outerHTML = text"),
        ("a.js", "place.insertAdjacentHTML('beforeend', text)"), ("a.js", "document.write(text)"),
        ("a.js", "eval(text)"),
        ("a.js", "new Function(text)"), ("a.js", "place.onclick = act"),
        ("a.js", "place.setAttribute(\"onclick\", text)"),
        ("a.js", "new DOMParser()"), ("a.js", "import(name)"), ("a.js", "import { x } from \"https://x.example/x.js\""),
        ("a.html", "<body onload=\"act()\">"), ("a.html", "<p style=\"color: red\">"),
        ("a.html", "<script>act()</script>"),
        ("a.html", "<style>p {}</style>"), ("a.html", "<a href=\"javascript:act()\">"),
        ("a.html", "<link rel=stylesheet href=\"https://x.example/x.css\">"), ("a.svg", "<svg onload='act()'/>"),
        ("a.css", "p { background: url(http://x.example/x) }"), ("a.css", "@import \"//x.example/x.css\";"),
    ])
    func `refuse what makes a program or HTML of text, and what comes from elsewhere`(_ name: String, _ text: String)
        throws
    {
        let folder = try TemporaryDirectory()
        try Data((text + "\n").utf8).write(to: URL(filePath: folder.path(name)))
        let output = try shell("Scripts/page.sh '\(folder.path)'", environment: ["TSC": "none"])
        #expect(output.status == 1 && output.text.contains("\(folder.path)/\(name):1:"), "\(output.text)")
    }

    @Test func `take what is none of these`() throws {
        let folder = try TemporaryDirectory()
        let script = """
            const one = 1, tone = 2;
            const position = document.body.textContent;
            document.body.addEventListener("click", () => location.assign("#" + one + tone + position));
            export { evaluate } from "./b.js";

            """
        try Data(script.utf8).write(to: URL(filePath: folder.path("a.js")))
        try Data("export function evaluate() {}\n".utf8).write(to: URL(filePath: folder.path("b.js")))
        let page = "<!doctype html><script type=\"module\" src=\"/assets/a.js\"></script><p lang=\"en\">On: x</p>\n"
        try Data(page.utf8).write(to: URL(filePath: folder.path("index.html")))
        let output = try shell("Scripts/page.sh '\(folder.path)'", environment: [:])
        #expect(output.status == 0, "\(output.text)")
    }

    @Test(.enabled("node-typescript is absent") { areInstalled("tsc") })
    func `refuse types that do not agree`() throws {
        let folder = try TemporaryDirectory()
        try Data("/** @type {number} */\nexport const one = \"1\";\n".utf8).write(
            to: URL(filePath: folder.path("a.js")))
        let output = try shell("Scripts/page.sh '\(folder.path)'", environment: [:])
        #expect(output.status == 1 && output.text.contains("TS2322"), "\(output.text)")
    }
}
