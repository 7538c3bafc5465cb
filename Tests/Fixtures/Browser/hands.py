"""Clicks and keys in frames, by Chromium's own protocol.

A frame that goes to another process while an event is on its way loses the answer to it, and chromedriver would wait for ever:
so each event has its own time here (DevTools protocol, domains Input and Runtime).
"""

import json
import urllib.request

import trio
import trio_websocket

PATIENCE = 2

FRAMES = "document.querySelectorAll('iframe')"
PLACE = """(() => {
    const frame = %s[%d];
    frame.scrollIntoView({block: 'center'});
    const b = frame.getBoundingClientRect();
    return [b.x, b.y, b.width, b.height];
})()"""


class Hands:
    def __init__(self, socket):
        self.socket = socket
        self.sent = 0
        self.answered = 0

    async def send(self, method, **parameters):
        """The answer; None if none came in time."""
        self.sent += 1
        await self.socket.send_message(json.dumps({"id": self.sent, "method": method, "params": parameters}))
        with trio.move_on_after(PATIENCE):
            while True:
                answer = json.loads(await self.socket.get_message())
                if answer.get("id") == self.sent:
                    self.answered += 1
                    return answer["result"]

    async def evaluate(self, expression):
        return (await self.send("Runtime.evaluate", expression=expression, returnByValue=True))["result"].get("value")

    async def click(self, x, y):
        for kind in ["mousePressed", "mouseReleased"]:
            await self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def press(self, key, code, **text):
        for kind in ["keyDown", "keyUp"]:
            await self.send(
                "Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code,
                **(text if kind == "keyDown" else {}))

    async def try_frames(self):
        # From the last thing of a page a Tab leads to the browser's own window, which answers no key.
        await self.evaluate("document.body.append(document.createElement('button'))")
        for number in range(await self.evaluate(FRAMES + ".length")):
            left, top, width, height = await self.evaluate(PLACE % (FRAMES, number))
            for x, y in [(0.06, 0.15), (0.5, 0.5)]:
                await self.click(left + x * width, top + y * height)
            await self.press("Tab", 9)
            await self.press("Enter", 13, text="\r")


def poke(driver):
    """Clicks into each frame of the page, and goes through it by keys: how many events were sent and answered."""
    address = driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
    with urllib.request.urlopen("http://%s/json/list" % address) as answer:
        pages = [one for one in json.load(answer) if one["type"] == "page" and one["url"] == driver.current_url]

    async def work():
        async with trio_websocket.open_websocket_url(pages[0]["webSocketDebuggerUrl"]) as socket:
            hands = Hands(socket)
            await hands.try_frames()
            return [hands.sent, hands.answered]

    return trio.run(work)
