"""Who may do less sees less, and is told so; the addresses of pages work as addresses do."""

from reader import Keys, tool


def back_and_forward_work(reader):
    reader.open("#/timeline")
    reader.open("#/compare/145/153")
    reader.click("header nav a", "Mailbox")
    reader.see("Now", within=".slider-words")
    reader.driver.back()
    reader.see("3 moved")
    reader.driver.forward()
    reader.see("INBOX", within=".list-head")
    reader.script("document.querySelector('#slider').focus()")
    reader.type(Keys.ARROW_LEFT)
    reader.see("This is the past")
    assert "#/at/" in reader.driver.current_url, reader.driver.current_url
    reader.driver.back()
    reader.until(lambda: reader.text(".stripe") == "", "the present again")


def a_reader_of_mail_sees_no_history(reader):
    token = tool("token", "add", "mail", "--actor", "ines", "--scopes", "read").split()[0]
    all_rights = tool("token", "add", "web", "--actor", "mara", "--scopes", "read,audit,undo").split()[0]
    reader.open("#/timeline")
    reader.click("header button", "Sign out")
    reader.wait_for("input[type=password]").send_keys("mlt_" + "A" * 43, Keys.ENTER)
    reader.see("does not know this token")
    reader.wait_for("input[type=password]").send_keys(token, Keys.ENTER)
    reader.see("You may not see this page")
    assert reader.script("return [...document.querySelectorAll('header nav a')].filter(one => one.checkVisibility()).map(one => one.innerText)") == ["Mailbox"]
    reader.open("#/mailbox")
    reader.see("INBOX", within=".list-head")
    assert not reader.all(".slider"), "a slider without the right to see the past"
    reader.open("#/message/3f2a7432")
    reader.see("Invoice 2025-117", "of mara@example.org", within=".message")
    assert "History" not in reader.text("main") and not reader.all("button.undo")
    reader.click("header button", "Sign out")
    reader.wait_for("input[type=password]").send_keys(all_rights, Keys.ENTER)
    reader.find("header button", "Sign out")


a_reader_of_mail_sees_no_history.is_refused = True
TESTS = [back_and_forward_work, a_reader_of_mail_sees_no_history]
