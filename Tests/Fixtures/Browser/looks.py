"""Everybody can use the page: names, focus, contrast, zoom, narrow screens, little motion; few rows in the document."""

from reader import Keys

PAGES = [
    "#/timeline", "#/mailbox", "#/at/153/mailbox", "#/message/3f2a7432", "#/at/153/message/3f2a7432", "#/compare/107/now", "#/compare", "#/charts",
    "#/proofs?message=3f2a7432", "#/deleted", "#/operation/673acf52", "#/nowhere",
]
CONTROLS = {"button", "link", "textbox", "searchbox", "combobox", "slider", "checkbox", "spinbutton", "Date", "DisclosureTriangle", "Iframe", "image", "dialog"}

CONTRAST = """
const canvas = document.createElement("canvas"), context = canvas.getContext("2d", { willReadFrequently: true });
const rgba = (text) => { context.clearRect(0, 0, 1, 1); context.fillStyle = text; context.fillRect(0, 0, 1, 1); const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
const light = (c) => { const [r, g, b] = c.map(v => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((m, n) => n - m); return (x + 0.05) / (y + 0.05); };
const paper = (one) => { if (!one) return rgba(getComputedStyle(document.body).backgroundColor); const own = rgba(getComputedStyle(one).backgroundColor); return own[3] === 1 ? own : over(own, paper(one.parentElement)); };
const bad = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
    const text = walker.currentNode.data.trim(), one = walker.currentNode.parentElement;
    if (text === "" || !one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) || one.closest("title, option, .unseen")) continue;
    const style = getComputedStyle(one), below = paper(one), isText = one instanceof SVGElement;
    const ink = rgba(isText ? style.fill : style.color), found = ratio(over(ink, below), below), size = parseFloat(style.fontSize);
    const wanted = size >= 24 || size >= 18.66 && style.fontWeight >= 700 ? 3 : 4.5;
    if (found < wanted) bad.push(text.slice(0, 40) + " " + found.toFixed(2));
}
return bad;
"""


def controls_have_names(reader, page):
    for node in reader.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]:
        role = node.get("role", {}).get("value")
        if not node.get("ignored") and role in CONTROLS:
            assert node.get("name", {}).get("value"), page + ": a " + role + " without a name"


def contrast_is_enough(reader, page):
    for dark in [False, True]:
        reader.size(dark=dark)
        bad = reader.script(CONTRAST)
        assert not bad, page + (" dark" if dark else " light") + ": " + "; ".join(bad[:10])


def nothing_is_cut_off(reader, page):
    """At 200 % of 1280 × 800, and on a telephone."""
    for width, height in [(640, 400), (360, 740)]:
        reader.size(width, height)
        wide = reader.script("""
            const most = document.documentElement.clientWidth;
            return document.documentElement.scrollWidth <= most ? "" : [...document.querySelectorAll("body *")]
                .filter(one => one.getBoundingClientRect().right > most + 1 && !one.closest(".wide")).map(one => one.outerHTML.slice(0, 120))[0] ?? "something";""")
        assert not wide, "%s at %d: %s" % (page, width, wide)


def each_page_has_names_contrast_and_room(reader):
    try:
        for page in PAGES:
            reader.size()
            reader.open(page)
            controls_have_names(reader, page)
            contrast_is_enough(reader, page)
            nothing_is_cut_off(reader, page)
    finally:
        reader.size()


def focus_is_seen(reader):
    for page in ["#/timeline", "#/mailbox", "#/message/3f2a7432", "#/compare/145/153"]:
        reader.open(page)
        for _ in range(30):
            reader.type(Keys.TAB)
            seen = reader.script("""
                const one = document.activeElement;
                if (!one || one === document.body) return "";
                const style = getComputedStyle(one), box = one.getBoundingClientRect();
                if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 1) return one.outerHTML.slice(0, 200) + " has no outline";
                return box.bottom < 0 || box.top > innerHeight ? one.outerHTML.slice(0, 200) + " is out of sight" : "";""")
            assert not seen, page + ": " + seen


def nothing_moves_for_those_who_want_that(reader):
    try:
        for still in [True, False]:
            reader.size(still=still)
            moving = reader.script("""
                return new Promise(resolve => { location.hash = "#/compare"; setTimeout(() => { location.hash = "#/timeline"; requestAnimationFrame(() => requestAnimationFrame(() => resolve(document.getAnimations().length))); }); })""")
            assert not still or moving == 0, "%d animations" % moving
            reader.settle()
    finally:
        reader.size()


def few_rows_are_in_the_document(reader):
    for page in ["#/timeline", "#/mailbox/all", "#/compare/20/now", "#/deleted"]:
        reader.open(page)
        for _ in range(6):
            for opener in reader.all(".opener[aria-expanded=false]")[-2:]:
                reader.script("arguments[0].click()", opener)
            reader.script("scrollBy(0, 3000)")
            reader.settle()
            count = reader.script("return document.querySelectorAll('.act, .row, .changes > li, .difference:not(.row)').length")
            assert count <= 300, "%s: %d rows" % (page, count)


TESTS = [each_page_has_names_contrast_and_room, focus_is_seen, nothing_moves_for_those_who_want_that, few_rows_are_in_the_document]
