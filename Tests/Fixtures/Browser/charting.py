"""Charts have their numbers as files, and lead to the changes behind them; a drag on the strip selects days."""

import csv
import json
import xml.etree.ElementTree

from reader import ActionChains, tool


def charts_are_saved_and_lead_on(reader):
    head = json.loads(tool("stats", "--format", "json"))["head"]
    reader.open("#/charts")
    reader.click('button[aria-label="Save as CSV: Changes by who made them"]')
    with open(reader.downloaded(r"^changes-by-actor\.csv$"), newline="") as file:
        rows = list(csv.reader(file))
    assert sum(int(value) for row in rows[1:] for value in row[1:]) == head, "the numbers do not add up to %d" % head
    assert "cleanup-script" in rows[0], rows[0]
    reader.click('button[aria-label="Save as SVG: Changes by who made them"]')
    picture = xml.etree.ElementTree.parse(reader.downloaded(r"^changes-by-actor\.svg$")).getroot()
    assert picture.tag == "{http://www.w3.org/2000/svg}svg" and len(picture.findall(".//{*}rect")) > 5
    assert not picture.findall(".//{*}a"), "the file leads somewhere"
    reader.click("summary", "Table: Changes by who made them")
    reader.click(".chart table td a")
    reader.see("Not all changes are shown")
    assert "from=" in reader.driver.current_url and "actor=" in reader.driver.current_url, reader.driver.current_url
    reader.wait_for(".act")


def a_drag_selects_days(reader):
    reader.open("#/timeline")
    strip = reader.wait_for(".strip")
    width = strip.size["width"]
    ActionChains(reader.driver).move_to_element_with_offset(strip, -width // 2 + 5, 0).click_and_hold().move_by_offset(40, 0).release().perform()
    reader.see("Not all changes are shown")
    assert "from=2026-02-11" in reader.driver.current_url and "to=2026-02-" in reader.driver.current_url, reader.driver.current_url
    reader.see("created the account", within=".timeline")
    assert reader.driver.find_element("css selector", "#filter-from").get_attribute("value") == "2026-02-11"


TESTS = [charts_are_saved_and_lead_on, a_drag_selects_days]
