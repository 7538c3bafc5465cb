import Foundation
import LedgerAPI
import TestSupport
import Testing
import WebPage

/// Mail that would run, fetch or send something, in the frame of the page, in a real browser.
@Suite(.enabled(if: Browser.isPresent, "chromium, chromium-driver or python3-selenium is absent"), .serialized)
struct `Hostile mail in the page` {
    /// A page that logs in and shows each message in a frame, as the real one does.
    private static let page = """
        <!doctype html><title>The page</title><script type=module src=/assets/show.js></script><body></body>
        """
    private static let script = """
        const post = (path, body) => fetch(path, { method: "POST", headers: { "Content-Type": "application/json" },
            body: JSON.stringify(body) });
        const code = location.hash.slice("#login=".length);
        history.replaceState(null, "", "/");
        const login = post("/ui/login", { code });
        window.show = async (messages) => {
            await login;
            let remote = 0;
            for (const message of messages) {
                // Twice in a hundred runs of all tests a frame never came to its end, and the test waited for five minutes.
                let isLoaded = false;
                for (let tries = 0; !isLoaded && tries < 3; tries += 1) {
                    const shown = await (await post("/ui/render", { message })).json();
                    if (tries == 0) remote += shown.remote;
                    const frame = document.createElement("iframe");
                    frame.setAttribute("sandbox", "");
                    frame.referrerPolicy = "no-referrer";
                    frame.src = shown.url;
                    isLoaded = await new Promise((ended) => {
                        frame.addEventListener("load", () => ended(true), { once: true });
                        setTimeout(() => ended(false), 30000);
                        document.body.append(frame);
                    });
                    if (!isLoaded) frame.remove();
                }
                if (!isLoaded) return `the mail ${message} does not load`;
            }
            await new Promise((waited) => setTimeout(waited, 500));
            return [document.title, document.querySelectorAll("iframe").length, remote > 20].join();
        };
        window.look = async (message) => {
            await login;
            const shown = await (await post("/ui/render", { message })).json();
            const image = new Image();
            image.src = shown.url + "cid/2";
            await image.decode();
            document.body.append("x");
            let refused = false;
            try { document.body.innerHTML = "<b>x</b>"; } catch { refused = true; }
            return [image.naturalWidth, refused].join();
        };
        """

    private static func mails(_ port: Int) -> [String] {
        (HostileMarkup.vectors + HostileMarkup.ofMail).enumerated().map { number, vector in
            vector.replacing("N", with: "http://127.0.0.1:\(port)/\(number + 1)").replacing(":P", with: ":\(port)")
        }
    }

    @Test func `reaches nothing, runs nothing, and changes no title, window or address; without the frame it does`()
        throws
    {
        let port = Int.random(in: 20_000..<30_000)
        let mails = Self.mails(port)
        #expect(mails.count >= 70)
        let assets = try TemporaryDirectory()
        try Data(Self.page.utf8).write(to: URL(filePath: assets.path("index.html")))
        try Data(Self.script.utf8).write(to: URL(filePath: assets.path("show.js")))
        let served = try ServedLedger { $0.assets = PageAssets(folder: assets.path) }
        let ids = try mails.enumerated().map { number, mail in
            try served.add(
                "From: a@example.org", "Message-ID: <hostile\(number)@example.org>", "MIME-Version: 1.0",
                "Content-Type: text/html; charset=utf-8", "", "<html><head></head><body>\(mail)</body></html>", "")
        }
        // The same pages in frames of a file, without the policy and without the sandbox: else this test would see nothing.
        let browser = Browsing(served)
        _ = try browser.login(#"{"code": "\#(served.server.makeLoginCode {})"}"#)
        var frames = "<!doctype html><title>Control</title>"
        for (number, id) in ids.enumerated() {
            let page = try browser.frame(browser.render(id)).body
            try Data(page).write(to: URL(filePath: assets.path("control\(number).html")))
            // These would take the window away from the others.
            if mails[number].contains("window.open") || mails[number].contains("top.location") { continue }
            frames += "<iframe src=control\(number).html></iframe>"
        }
        try Data(frames.utf8).write(to: URL(filePath: assets.path("control.html")))

        let list = "[" + ids.map { "'\($0)'" }.joined(separator: ",") + "]"
        let address = "http://127.0.0.1:\(served.port)/"
        var shown = BrowserJob(
            "\(address)#login=\(served.server.makeLoginCode {})", script: "return window.show(\(list))")
        shown.poke = true
        var control = BrowserJob(assets.path("control.html"), click: true)
        control.wait = 3
        let answers = try Browser.run([shown, control], port: port)
        #expect(answers[0].asked.isEmpty, "\(answers[0].asked)")
        #expect(answers[0].result == "The page,\(ids.count),true")
        #expect(answers[0].title == "The page" && answers[0].titleAfter == "The page")
        #expect(answers[0].windows == 1 && answers[0].address == address)
        // A frame that goes to another process may lose an event, but most must come to the mail.
        let poked = try #require(answers[0].poked)
        #expect(poked[0] >= 8 * ids.count && poked[1] * 10 >= poked[0] * 9, "\(poked)")
        let leaked = Set(answers[1].asked.compactMap { $0.firstMatch(of: /^\/([0-9]+)/)?.1 })
        #expect(leaked.count >= 35, "\(leaked.count): \(answers[1].asked)")
    }

    @Test func `shows its own pictures, and the page takes no text as HTML`() throws {
        let assets = try TemporaryDirectory()
        try Data(Self.page.utf8).write(to: URL(filePath: assets.path("index.html")))
        try Data(Self.script.utf8).write(to: URL(filePath: assets.path("show.js")))
        let served = try ServedLedger { $0.assets = PageAssets(folder: assets.path) }
        let id = try served.add(
            "From: a@example.org", "Message-ID: <picture@example.org>", "MIME-Version: 1.0",
            "Content-Type: multipart/related; boundary=b", "", "--b", "Content-Type: text/html", "",
            "<img src=cid:p@example.org>", "--b", "Content-Type: image/gif", "Content-ID: <p@example.org>",
            "Content-Transfer-Encoding: base64", "", "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
            "--b--",
            "")
        let address = "http://127.0.0.1:\(served.port)/#login="
        let jobs = [
            BrowserJob(address + served.server.makeLoginCode {}, script: "return window.look('\(id)')"),
            BrowserJob(address + served.server.makeLoginCode {}, script: "return window.show(['\(id)'])"),
        ]
        let answers = try Browser.run(jobs)
        #expect(answers[0].result == "1,true", "\(answers[0].said)")
        // What the frame was not let have, the console would say.
        #expect(answers[1].result == "The page,1,false" && answers[1].said.isEmpty, "\(answers[1].said)")
    }
}
