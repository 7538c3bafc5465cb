// Exchanges the code of `serve --open`, and says who is logged in.

const main = document.getElementById("main");

/** @param {string} text */
function say(text) {
  const line = document.createElement("p");
  line.textContent = text;
  main?.append(line);
}

async function begin() {
  const code = /^#login=(.+)$/.exec(location.hash)?.[1];
  if (code) {
    history.replaceState(null, "", "/");
    await fetch("/ui/login", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ code }),
    });
  }
  const answer = await fetch("/ui/session");
  if (!answer.ok) {
    say("You are not logged in. Start mailledger serve with --open.");
    return;
  }
  const session = await answer.json();
  say(`${session.ledger}: ${session.actor} may ${session.scopes.join(", ")}.`);
}

begin();
