"""A message with hundreds of changes is shown a part at a time, and all of them can be read."""

from reader import record, tool


def a_long_history_is_read_in_parts(reader):
    token = tool("token", "add", "marks", "--actor", "script", "--scopes", "read,write").split()[0]
    message = tool("messages", "subject:scan", "--output", "ids").split()[0]
    record(reader.address, token, message, 205)
    count = tool("history", message, "--format", "jsonl").count("\n")
    reader.open("#/message/" + message)
    reader.see("Changes 1 to 200, counted from the newest", within=".history")
    assert len(reader.script("return document.querySelectorAll('.entries > li')")) == 200
    assert "round 204" in reader.text(".entries > li")
    reader.click(".history button", "Older changes")
    reader.see("Changes 201 to %d, counted from the newest" % count, within=".history")
    assert len(reader.script("return document.querySelectorAll('.entries > li')")) == count - 200
    assert "Older changes" not in reader.text(".history")
    reader.click(".history button", "Newer changes")
    reader.see("Changes 1 to 200, counted from the newest", within=".history")


TESTS = [a_long_history_is_read_in_parts]
