"""A proof is checked in the browser as `verify-proof` checks it, and each changed byte is noticed."""

import json
import os

from reader import tool


def verdict(reader, path, key=""):
    reader.open("#/proofs")
    reader.wait_for("#proof-key").send_keys(key)
    reader.wait_for("#proof-file").send_keys(os.path.abspath(path))
    reader.until(lambda: reader.text("#verdict"), "a verdict")
    return reader.text("#verdict"), reader.text(".findings")


def a_proof_holds_until_it_is_changed(reader):
    if not os.path.exists("whole.proof"):
        tool("prove", "3f2a7432", "--all", "--output", "whole.proof")
    key = tool("key", "show").strip()
    assert verdict(reader, "whole.proof", key)[0] == "This proof holds: the owner of the key that you gave signed it."
    assert "consistent with itself" in verdict(reader, "whole.proof")[0]
    other = key[:-4] + ("AAAA" if not key.endswith("AAAA") else "BBBB")
    assert "no key" in verdict(reader, "whole.proof", other)[0]
    assert verdict(reader, "whole.proof", "0" * 64)[0].startswith("Another key")
    with open("whole.proof") as file:
        whole = json.load(file)

    def changed(name, change):
        copy = json.loads(json.dumps(whole))
        change(copy)
        with open(name + ".proof", "w") as file:
            json.dump(copy, file)
        found, findings = verdict(reader, name + ".proof", key)
        assert found == "This proof does not hold.", name + ": " + found
        return findings

    last = len(whole["events"]) - 1
    event = lambda copy: copy["events"][last]
    assert "content of entry" in changed("payload", lambda copy: event(copy).update(payload=event(copy)["payload"].replace("folder", "f0lder")))
    assert "content of entry" in changed("reason", lambda copy: event(copy).update(header=event(copy)["header"].replace("actor", "act0r")))
    assert "root" in changed("entry", lambda copy: event(copy).update(entry=event(copy)["entry"].replace("mail.", "nail.")))
    assert "root" in changed("path", lambda copy: event(copy)["inclusion"].__setitem__(0, event(copy)["inclusion"][1]))
    assert "too short" in changed("short", lambda copy: event(copy)["inclusion"].pop())
    assert "signature" in changed("size", lambda copy: copy.update(checkpoint=copy["checkpoint"].replace("\n", "\n9", 1)))
    assert "cut" in changed("cut", lambda copy: copy.pop("events"))



def witnesses_say_how_the_log_was(reader):
    """A witness that holds, and then a file under its name that is none."""
    reader.open("#/proofs")
    known = json.loads(tool("witness", "list", "--format", "json"))
    expected = known[0]["path"].split("/")[-1] if known else "no witness yet"
    reader.until(lambda: expected in reader.text("#witnesses"), "what there is so far")
    tool("witness", "add", "notary.witness")
    reader.open("#/timeline")
    reader.open("#/proofs")
    reader.until(lambda: "notary.witness" in reader.text("#witnesses"), "the witness")
    line = next(line for line in reader.text("#witnesses").splitlines() if "notary.witness" in line)
    assert "and the log holds against it" in line, line
    with open("notary.witness", "w") as file:
        file.write("nothing of a witness")
    reader.open("#/timeline")
    reader.open("#/proofs")
    reader.until(lambda: "Does not hold" in reader.text("#witnesses"), "the fault")
    os.remove("notary.witness")
    tool("witness", "remove", "notary.witness")


TESTS = [a_proof_holds_until_it_is_changed, witnesses_say_how_the_log_was]
