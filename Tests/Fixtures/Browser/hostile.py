"""What strangers wrote into every field that the page shows is text, and nothing hides in it."""

import json
import os

from reader import tool

MARKUP = "<img src=x onerror=leak()><script>leak()</script>"
SIGNS = "a\u202eb\u2066c\u200bd\u001be"
SEEN = "a\\u{202E}b\\u{2066}c\\u{200B}d"
WORDS = MARKUP + " " + SIGNS
FOLDER = "<h1>Folder"

WATCH = """
window.leaks = [];
window.leak = () => window.leaks.push("ran");
document.addEventListener("securitypolicyviolation", event => window.leaks.push("policy: " + event.violatedDirective + " " + event.blockedURI));
"""


def write_hostile_mail():
    os.makedirs("hostile", exist_ok=True)
    header = WORDS.replace("\u001b", "")
    with open("hostile/one.eml", "w") as file:
        file.write(
            "From: \"%s\" <\"<b>\"@example.org>\nTo: \"%s\" <mara@example.org>\nSubject: %s\nMessage-ID: <hostile-1@example.org>\n"
            "Date: Tue, 10 Feb 2026 10:00:00 +0000\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
            "--b\nContent-Type: text/html; charset=utf-8\n\n<p>%s</p><a href=\"https://evil.example/%s\">%s</a>\n"
            "--b\nContent-Type: application/pdf\nContent-Disposition: attachment; filename=\"%s.pdf\"\n\nx\n--b--\n"
            % (header.replace("\"", ""), header, header, MARKUP, "path", header, header.replace("\"", "").replace("/", "")))
    reason = WORDS.replace("\u001b", "")
    tool("import", "hostile", "--account", "mara@example.org", "--folder", "INBOX", "--actor", "<i>eve</i>", "--reason", reason)
    tool("label", "--add", "<u>x</u>", "mid:hostile-1@example.org", "--actor", "<i>eve</i>", "--reason", reason)
    tool("folder", "add", FOLDER, "--account", "mara@example.org", "--reason", reason)
    tool("move", "mid:hostile-1@example.org", "--to", FOLDER, "--actor", "<i>eve</i>", "--reason", reason)
    return json.loads(tool("messages", "mid:hostile-1@example.org", "--format", "jsonl"))["id"]


def words_of_strangers_are_text(reader):
    reader.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    reader.driver.get(reader.address + "/")
    reader.wait_for("header nav a[aria-current]")
    id = write_hostile_mail()
    before = int(json.loads(tool("stats", "--format", "json"))["head"])
    addresses = [
        "#/timeline", "#/timeline?reason=%3Cimg%20src%3Dx%20onerror%3Dleak()%3E", "#/mailbox/all?q=mid:hostile-1@example.org", "#/at/%d/mailbox/all" % (before - 1), "#/message/" + id,
        "#/compare/170/now", "#/compare/170/now?by=folder", "#/charts", "#/proofs?message=" + id, "#/deleted", "#/operation/%3Cimg%20src=x%20onerror=leak()%3E",
        "#/mailbox/%3Cimg%3E", "#/mailbox/all?q=%3Cimg%20src=x%20onerror=leak()%3E%20frm:",
    ]
    for address in addresses:
        reader.open(address)
        for opener in reader.all(".opener")[:4]:
            opener.click()
        for summary in (one for one in reader.all("main summary") if one.is_displayed()):
            summary.click()
        reader.settle()
        bad = reader.script("""
            return [...document.querySelectorAll("body *")].filter(one => ["IMG", "SCRIPT", "I", "U", "STYLE", "OBJECT", "EMBED", "BASE", "META"].includes(one.tagName)
                || one.tagName === "H1" && one.textContent === "Folder" || [...one.attributes].some(each => each.name.startsWith("on") || each.name === "style" && !one.matches(".above")))
                .map(one => one.outerHTML.slice(0, 200))""")
        assert not bad, address + ": " + repr(bad)
        leaks = reader.script("return window.leaks")
        assert not leaks, address + ": " + repr(leaks)
        raw = reader.script("return /[\\u202e\\u2066\\u200b\\u001b]/.test(document.body.innerText)")
        assert not raw, address + " shows signs that hide others"
    reader.open("#/message/" + id)
    reader.see(MARKUP, SEEN, "<i>eve</i>", FOLDER, "<u>x</u>")
    reader.open("#/timeline")
    reader.see("<i>eve</i>", SEEN, FOLDER)
    reader.open("#/mailbox/all?q=mid:hostile-1@example.org")
    reader.see(SEEN, "<u>x</u>", FOLDER)


words_of_strangers_are_text.is_refused = True
TESTS = [words_of_strangers_are_text]
