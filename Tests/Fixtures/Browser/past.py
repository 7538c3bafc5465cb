"""What was is shown as it was right then, deleted mail can be read whole, and a list stands still while others change it."""

import json
import mailbox
import time
from email.message import EmailMessage

from reader import Unseen, tool

ROWS = "return [...document.querySelectorAll('.row[data-message]')].map(one => one.dataset.message)"
STATUSES = """
    const done = arguments[0], links = [...document.querySelectorAll("main a[href^='/v1/messages/']")].map(one => one.getAttribute("href"));
    Promise.all(links.map(link => fetch(link).then(answer => [link, answer.status]))).then(done)"""


def rows(text):
    return [json.loads(line) for line in text.splitlines()]


def ids(query, *words):
    return tool("messages", query, "--output", "ids", "--limit", "1000", *words).split()


def make_mail(folder, count, with_files=False, ahead=()):
    """Mail of one thread, some of it of one second, imported in one transaction; what is dated ahead lies among its neighbours."""
    path = folder + ".mbox"
    file = mailbox.mbox(path)
    for number in range(count):
        mail = EmailMessage()
        mail["From"] = "bulk@example.net"
        mail["To"] = "mara@example.org"
        mail["Subject"] = "%s %d" % (folder, number)
        mail["Message-ID"] = "<%s%d@example.net>" % (folder, number)
        date = 1_700_000_000 + number // 70 * 60
        mail["Date"] = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(2_130_000_000 if number in ahead else date))
        if with_files and number:
            mail["In-Reply-To"] = "<%s0@example.net>" % folder
        mail.set_content("Text of number %d." % number)
        if with_files:
            mail.add_attachment(b"file %d" % number, maintype="application", subtype="pdf", filename="file.pdf")
        kept = mailbox.mboxMessage(mail)
        # Lists take mail for a day later than it was received, if it says that it is.
        kept.set_from("bulk@example.net", time.gmtime(date - 86_400 if number in ahead else date))
        file.add(kept)
    file.flush()
    file.close()
    tool("import", path, "--account", "mara@example.org", "--folder", folder, "--create", "--reason", "a test")


def position_of(message):
    """Where its last change is in the log."""
    return rows(tool("history", message, "--format", "jsonl"))[-1]["position"]


def deleted_mail_is_read_whole(reader):
    make_mail("Gone", 3, with_files=True)
    messages = ids("in:Gone")
    alive = json.loads(tool("stats", "--format", "json"))["head"]
    tool("delete", "in:Gone", "--yes", "--reason", "all at once")
    for address in ["#/message/%s", "#/at/" + str(alive) + "/message/%s"]:
        for message in messages:
            reader.open(address % message)
            reader.see("Not there now" if "at" not in address else "This is the past", "file.pdf", "Thread of 3 messages", within="main")
            reader.wait_for("iframe.mail-text")
            assert len(reader.all(".thread a")) == 2, reader.text("main")
            found = reader.driver.execute_async_script(STATUSES)
            assert len(found) == 2 and all(status == 200 for _, status in found), found
            reader.click("summary", "Raw source")
            reader.see("Subject: Gone", within="pre.raw")
            bad = [one.text for one in reader.all("main .notice")]
            assert not bad, bad
    reader.open("#/at/%d/mailbox/all?q=in:Gone" % alive)
    reader.see("not there now", within=".list-pane")
    assert reader.script(ROWS) == messages, reader.text(".list-pane")
    reader.open("#/compare/%d/now?by=folder" % alive)
    reader.see("mara@example.org / Gone", "Gone 2", within="main")


# Each page of one that is gone asks for it as of now first.
deleted_mail_is_read_whole.is_refused = True


def right_before_a_change_nothing_of_it_is_done(reader):
    make_mail("Marked", 3)
    tool("mark", "--read", "in:Marked", "--reason", "all three")
    for message in ids("in:Marked"):
        position = position_of(message)
        reader.open("#/message/" + message)
        reader.click(".entries a", "mailbox right before")
        reader.see("right before the transaction of entry %d." % position, within=".stripe")
        before = json.loads(tool("count", "--at", "%d^" % position, "--format", "json", "in:Marked is:unread"))["count"]
        assert before == 3, before
        reader.open("#/at/%d%%5E/mailbox/all?q=in:Marked" % position)
        unread = reader.script("return document.querySelectorAll('.row.is-unread').length")
        assert unread == 3, "%d of 3 are unread before entry %d" % (unread, position)
    reader.open("#/timeline")
    reader.find(".act", "all three").find_element("css selector", ".opener").click()
    reader.click(".act a", "Mailbox right before")
    reader.see("This is the past", "right before the transaction of entry", within=".stripe")


def a_moment_within_a_transaction_is_its_end(reader):
    # The demo's first import, of which entry 30 is one of the first.
    end = json.loads(tool("request", reads=json.dumps({"query": "count-messages", "at": "30"})))["position"]
    assert end > 30
    reader.open("#/at/30/mailbox")
    reader.see("after entry %d of the log. Entry 30 lies within a transaction, and this is its end" % end, within=".stripe")
    reader.see("right after mara’s “import”", within=".slider-words")


def a_moment_that_is_none_leaves_nothing_of_the_one_before(reader):
    for wrong in ["2130-01-01", "abc", "99999999"]:
        reader.open("#/at/153/mailbox")
        reader.see("after entry 153 of the log", within=".stripe")
        reader.script("location.hash = arguments[0]", "#/at/" + wrong + "/mailbox/all")
        reader.see("This moment cannot be shown: " + wrong, within=".stripe")
        reader.see("Choose a moment", within=".slider-words")
        assert "153" not in reader.text(".stripe") and not reader.all(".folder"), reader.text("main")
    reader.click(".stripe a", "Back to now")
    reader.see("Now", within=".slider-words")


a_moment_that_is_none_leaves_nothing_of_the_one_before.is_refused = True


def scrolled(reader, seen, until):
    """Scrolls down until the last row is there; rows are gathered in their order, and none is in the document twice."""
    end = time.monotonic() + 30
    while True:
        here = reader.script(ROWS)
        assert len(set(here)) == len(here), "a row is there twice"
        seen.extend(one for one in here if one not in seen)
        if until in here:
            return
        if time.monotonic() > end:
            raise Unseen("did not see the last row; %d rows are there" % len(seen))
        reader.script("scrollTo(0, document.documentElement.scrollHeight)")
        reader.settle()


def a_list_stands_still_while_others_change_it(reader):
    make_mail("Long", 260, ahead=(20, 90, 91, 230))
    wanted = ids("in:Long")
    assert [0 < wanted.index(one) < 259 for one in ids("in:Long date:2037..")] == [True] * 4, "mail dated ahead is within the list"
    reader.open("#/mailbox/all?q=in:Long")
    first = reader.script(ROWS)
    assert first == wanted[:len(first)] and len(first) < 150, len(first)
    tool("delete", " or ".join("id:" + one for one in wanted[:30]), "--yes", "--reason", "while somebody reads")
    with open("new.eml", "w") as file:
        file.write("From: a@example.org\nDate: Tue, 10 Feb 2026 10:00:00 +0000\nSubject: newer\nMessage-ID: <newer@example.org>\n\nText.\n")
    tool("import", "new.eml", "--account", "mara@example.org", "--folder", "Long")
    # Behind this row the list would go on.
    tool("erase", "message", first[-1], "--yes", "--reason", "while somebody reads")
    seen = []
    scrolled(reader, seen, wanted[-1])
    assert seen == wanted, "%d rows, %d of them as they were" % (len(seen), len([one for one, other in zip(seen, wanted) if one == other]))
    # What is loaded again on the way up is what was there, but for what is gone.
    reader.script("scrollTo(0, 0)")
    reader.until(lambda: wanted[30] in reader.script(ROWS), "the first row that is left")
    reader.settle()
    here = reader.script(ROWS)
    assert len(set(here)) == len(here) and here == [one for one in wanted if one in here], here
    reader.click("#show-news")
    newest = ids("mid:newer@example.org")[0]
    reader.until(lambda: reader.script(ROWS)[:1] == [newest], "the new message")


# What comes behind a row that was erased is refused first.
a_list_stands_still_while_others_change_it.is_refused = True


def a_way_back_leads_to_the_same_place(reader):
    reader.open("#/mailbox/all?q=in:Long")
    wanted, seen = ids("in:Long"), []
    scrolled(reader, seen, wanted[120])
    reader.script("document.querySelector(`[data-message='${arguments[0]}']`).scrollIntoView({block: 'center'})", wanted[120])
    reader.until(lambda: abs(reader.script("return (history.state?.place?.top ?? -1) - scrollY")) < 2, "the place in the history")
    place = reader.script("return scrollY")
    for leave in ["location.hash = '#/message/%s'" % wanted[120], "location.reload()"]:
        reader.script(leave)
        if "hash" in leave:
            reader.until(lambda: reader.script("return scrollY") == 0 and reader.all("article.message .head"), "the message")
            reader.script("history.back()")
        reader.until(lambda: wanted[120] in reader.script(ROWS) and abs(reader.script("return scrollY") - place) < 100,
                     "row 120 at %d again" % place)


def a_way_back_leads_to_the_same_place_where_a_message_covers_the_list(reader):
    wanted = ids("in:Long")
    reader.size(width=1000)
    try:
        reader.open("#/mailbox/all?q=in:Long")
        scrolled(reader, [], wanted[120])
        row = "[data-message='%s']" % wanted[120]
        reader.script("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", row)
        reader.settle()
        for back in ["history.back()", "document.querySelector('.message-pane .back').click()", "location.reload()"]:
            place = reader.script("const place = scrollY; document.querySelector(arguments[0] + ' a').click(); return place", row)
            reader.until(lambda: reader.all("article.message .head") and not reader.script("return document.querySelector('.list-pane').offsetHeight"),
                         "the message in place of the list")
            reader.settle()
            reader.script("performance.clearResourceTimings()")
            time.sleep(0.5)
            asked = reader.script("return performance.getEntriesByType('resource').map(one => one.name)")
            assert len(asked) < 3, asked
            reader.script(back)
            if "reload" in back:
                # The list is made again then, without anybody who sees it.
                reader.until(lambda: reader.all("article.message .head"), "the message once more")
                reader.settle()
                reader.script("history.back()")
            reader.until(lambda: abs(reader.script("return scrollY") - place) < 2 and wanted[120] in reader.script(ROWS), "row 120 at %d again" % place)
            # Nothing that comes later leads away again.
            time.sleep(0.5)
            assert abs(reader.script("return scrollY") - place) < 2, reader.script("return scrollY")
    finally:
        reader.size()


def a_message_of_a_mailbox_without_a_folder_in_its_address_opens_beside_the_list(reader):
    reader.size(height=400)
    try:
        reader.open("#/mailbox")
        reader.script("document.querySelector('.row[data-message]').dataset.mark = 'old'; scrollTo(0, 150)")
        place = reader.script("return scrollY")
        assert place > 100, place
        reader.script("[...document.querySelectorAll('.row[data-message] a')][1].click()")
        reader.until(lambda: reader.all("article.message .head") and reader.all(".row.chosen"), "the message")
        reader.settle()
        assert reader.all(".row[data-mark=old]"), "the list was made again"
        assert abs(reader.script("return scrollY") - place) < 2, reader.script("return scrollY")
    finally:
        reader.size()


def a_search_stays_in_its_folder(reader):
    reader.open("#/mailbox")
    folder = reader.script("return [...document.querySelectorAll('.folder')].find(one => one.innerText.includes('INBOX')).getAttribute('href')")
    reader.open(folder + "?q=x)%20or%20(*")
    reader.see("The search was not understood", "x) or (*", within=".list-pane")
    assert not reader.all(".row") and "in:" not in reader.text(".list-pane .code"), reader.text(".list-pane")


a_search_stays_in_its_folder.is_refused = True
TESTS = [
    deleted_mail_is_read_whole, right_before_a_change_nothing_of_it_is_done, a_moment_within_a_transaction_is_its_end,
    a_moment_that_is_none_leaves_nothing_of_the_one_before, a_list_stands_still_while_others_change_it, a_way_back_leads_to_the_same_place,
    a_way_back_leads_to_the_same_place_where_a_message_covers_the_list, a_message_of_a_mailbox_without_a_folder_in_its_address_opens_beside_the_list,
    a_search_stays_in_its_folder,
]
