import Foundation
import TestSupport
import Testing
import WebPage

@Suite struct `The files of the page` {
    private static let folder = "\(projectRoot)/Sources/WebPage/Assets"

    @Test func `are in the program as in their folder, but for comments and spaces`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { !$0.hasPrefix(".") }
        #expect(Set(names) == Set(PageAssets.embedded.keys))
        for name in names {
            let asset = try #require(PageAssets().asset(name), "\(name)")
            let file = try String(contentsOfFile: "\(Self.folder)/\(name)", encoding: .utf8)
            #expect(PageAssets(folder: Self.folder).asset(name)?.bytes == Array(file.utf8), "\(name)")
            let text = String(decoding: asset.bytes, as: UTF8.self)
            guard name.hasSuffix(".js") || name.hasSuffix(".css") else {
                #expect(text == file, "\(name)")
                continue
            }
            let comments = /(?m)\/\*(?:[^*]|\*(?!\/))*\*\/|^\s*\/\/.*$/
            #expect(
                text.filter { !$0.isWhitespace } == file.replacing(comments, with: "").filter { !$0.isWhitespace },
                "\(name)")
            #expect(text.utf8.count < file.utf8.count, "\(name)")
        }
    }

    @Test func `have at most 155,000 bytes together`() {
        #expect(PageAssets.embedded.values.reduce(0) { $0 + $1.bytes.count } <= PageAssets.limit)
    }

    @Test func `have types that browsers run and show, by the ending of the name`() {
        #expect(PageAsset.type(of: "index.html") == "text/html; charset=utf-8")
        #expect(PageAsset.type(of: "app.js") == "text/javascript; charset=utf-8")
        #expect(PageAsset.type(of: "a.b-c_1.css") == "text/css; charset=utf-8")
        #expect(PageAsset.type(of: "icon.svg") == "image/svg+xml")
        for name in ["", ".", "..", ".js", "js", "a.exe", "a/b.js", "../a.js", "a\0.js", "ä.js", "a.js "] {
            #expect(PageAsset.type(of: name) == nil, "\(name)")
        }
    }

    @Test func `come from a folder as they are now, and from nowhere beside it`() throws {
        let folder = try TemporaryDirectory()
        let assets = PageAssets(folder: folder.path)
        #expect(assets.asset("a.js") == nil)
        try Data("1".utf8).write(to: URL(filePath: folder.path("a.js")))
        let first = assets.asset("a.js")?.digest
        try Data("2".utf8).write(to: URL(filePath: folder.path("a.js")))
        #expect(first != nil && assets.asset("a.js")?.digest != first)
        try FileManager.default.createSymbolicLink(atPath: folder.path("b.js"), withDestinationPath: "/etc/hostname")
        #expect(assets.asset("b.js") == nil)
        #expect(assets.asset("../\(URL(filePath: folder.path).lastPathComponent)/a.js") == nil)
    }
}
