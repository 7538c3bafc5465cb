"""A client of JMAP that has Python's urllib and nothing else.

usage: urllib_session.py URL TOKEN ACCOUNT

ACCOUNT is the address of the account. It finds the session, asks for a page of mail, sets a keyword and follows the changes, brings a
message in and fetches its bytes, and waits for one push. It writes a line for each step; exit code 1 where an answer is not right.
"""
import json, sys, urllib.error, urllib.parse, urllib.request

URL, TOKEN, ADDRESS = sys.argv[1:]
CORE, MAIL = "urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"


def ask(url, data=None, **fields):
    fields = {name.replace("_", "-"): value for name, value in fields.items()}
    request = urllib.request.Request(url, data, {"Authorization": f"Bearer {TOKEN}", **fields})
    return urllib.request.urlopen(request, timeout=30)


def expand(template, **values):
    """The address of a template of the session, which has no operators (RFC 6570, level 1)."""
    for name, value in values.items():
        template = template.replace("{" + name + "}", urllib.parse.quote(value, safe=""))
    assert "{" not in template, template
    return template


def calls(*calls):
    """Makes method calls on the account, and returns the arguments of their answers."""
    body = {"using": [CORE, MAIL], "methodCalls": [
        [name, {"accountId": account, **arguments}, str(number)] for number, (name, arguments) in enumerate(calls)]}
    with ask(session["apiUrl"], json.dumps(body).encode(), Content_Type="application/json") as answer:
        responses = json.load(answer)["methodResponses"]
    for (name, _), (answered, arguments, _) in zip(calls, responses):
        assert answered == name, (answered, arguments)
    return [arguments for _, arguments, _ in responses]


try:
    urllib.request.urlopen(f"{URL}/.well-known/jmap", timeout=30)
    sys.exit("a client without a token is let in")
except urllib.error.HTTPError as error:
    assert error.code == 401 and "Bearer" in error.headers["WWW-Authenticate"], error
session = json.load(ask(f"{URL}/.well-known/jmap"))
account = session["primaryAccounts"][MAIL]
assert session["accounts"][account]["name"] == ADDRESS and not session["accounts"][account]["isReadOnly"]
print("session")

found, page, boxes = calls(
    ("Email/query", {"sort": [{"property": "receivedAt", "isAscending": False}], "limit": 5, "calculateTotal": True}),
    ("Email/get", {"#ids": {"resultOf": "0", "name": "Email/query", "path": "/ids"},
                   "properties": ["subject", "keywords", "blobId", "size"]}),
    ("Mailbox/get", {"ids": None}))
assert [mail["id"] for mail in page["list"]] == found["ids"] and len(found["ids"]) == 5 < found["total"]
inbox = next(box["id"] for box in boxes["list"] if box["role"] == "inbox")
print("query and get by a reference")

first = page["list"][0]
done, changed = calls(
    ("Email/set", {"ifInState": page["state"], "update": {first["id"]: {"keywords/by-urllib": True}}}),
    ("Email/changes", {"sinceState": page["state"]}))
assert done["updated"] == {first["id"]: None} and changed["updated"] == [first["id"]], (done, changed)
assert changed["oldState"] == page["state"] and changed["newState"] == done["newState"]
print("a keyword and its change")

message = "From: Ada <ada@example.org>\r\nSubject: =?utf-8?q?caf=C3=A9?=\r\n\r\nby urllib\r\n".encode()
with ask(expand(session["uploadUrl"], accountId=account), message, Content_Type="message/rfc822") as answer:
    upload = json.load(answer)
assert upload["size"] == len(message) and upload["type"] == "message/rfc822", upload
imported, changed = calls(
    ("Email/import", {"emails": {"k": {"blobId": upload["blobId"], "mailboxIds": {inbox: True}}}}),
    ("Email/changes", {"sinceState": done["newState"]}))
email = imported["created"]["k"]
assert changed["created"] == [email["id"]] and not changed["updated"], changed
[page] = calls(("Email/get", {"ids": [email["id"]], "properties": ["subject", "mailboxIds"]}))
assert page["list"] == [{"id": email["id"], "subject": "café", "mailboxIds": {inbox: True}}], page
print("an upload and its import")

address = expand(
    session["downloadUrl"], accountId=account, blobId=email["blobId"], name="café/1.eml", type="message/rfc822")
with ask(address) as answer:
    assert answer.read() == message and answer.headers["Content-Type"] == "message/rfc822"
    etag = answer.headers["ETag"]
with ask(address, Range="bytes=-4") as answer:
    assert answer.status == 206 and answer.read() == message[-4:]
try:
    ask(address, If_None_Match=etag)
    sys.exit("what is known comes again")
except urllib.error.HTTPError as error:
    assert error.code == 304, error
print("a download")

pushes = expand(session["eventSourceUrl"], types="Email,Mailbox", closeafter="state", ping="0")
with ask(pushes, Last_Event_ID=changed["newState"], Accept="text/event-stream") as stream:
    assert stream.headers["Content-Type"] == "text/event-stream"
    # The stream has begun: what is changed now is pushed.
    [done] = calls(("Email/set", {"update": {email["id"]: {"keywords/$seen": True}}}))
    event = [line.decode().rstrip("\n") for line in stream if not line.startswith((b"retry", b"\n", b":"))]
assert [line.split(":")[0] for line in event] == ["event", "id", "data"], event
change = json.loads(event[2].removeprefix("data: "))
assert change["@type"] == "StateChange" and change["changed"][account]["Email"] == done["newState"], (change, done)
print("a push")
