#!/usr/bin/env python3
"""Every word and sentence that guests can read, in every language, on phones: nothing is cut off, broken or tiny.

usage: words.py FOLDER DOORCHECK SCREENSHOTS    (FOLDER made by scripts/sample-event; scripts/test-browser calls it)
"""

import re
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from display import TOLD, await_stream, shown
from door import PIN, Door, Event

TEXTS = Path(__file__).parents[2] / "Sources/DoorTexts"
LANGUAGES = {"en": "English", "sw": "Swahili", "lg": "Luganda", "fr": "French", "de": "German", "es": "Spanish", "ar": "Arabic"}
PHONES = {"phone-360": (360, 640), "phone-320": (320, 568), "across-640": (640, 360)}
# The longest that a gap is filled with in earnest: a moment of another day, three gates.
FILLINGS = {"time": "2026-12-31 23:45", "gates": "north, river-side, backstage", "tiers": "Crew, Artist", "count": "12", "admits": "20"}
STYLES = {
    "notATicket": ["quiet"], "admitted": ["admit"], "readmitted": ["admit"], "exited": ["exit"], "justExited": ["exit"],
    "checked": ["checked"], "justAdmitted": ["again"], "alreadyUsed": ["used"],
}
STATE = {
    "event": "Nyege Nyege Rooftop", "gate": "backstage", "hasCamera": True, "isOpen": True, "lost": [], "troubles": [],
    "counts": {"inside": 1234, "expected": 2400, "perMinute": 31, "refused": 112},
}
TROUBLES = ("not-set-up", "cannot-record", "no-camera", "no-scanner", "clock-not-trusted")

# What is wrong with what is shown: each text with its fault.
FAULTS = """(least) => {
  const faults = [], frame = document.querySelector("#verdict").getBoundingClientRect();
  for (const [id, size] of Object.entries(least)) {
    const element = document.getElementById(id), text = element.textContent;
    if (!text) continue;
    const box = element.getBoundingClientRect();
    const fault = (what) => faults.push(`${id} "${text}": ${what}`);
    if (element.scrollWidth > element.clientWidth + 1) fault(`${element.scrollWidth} of ${element.clientWidth} px wide`);
    if (element.scrollHeight > element.clientHeight + 2 && id !== "word") fault(`${element.scrollHeight} of ${element.clientHeight} px high`);
    if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1) fault("outside of its frame");
    const font = parseFloat(getComputedStyle(element).fontSize);
    if (font < size) fault(`${font.toFixed(1)} px letters`);
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      for (const word of walker.currentNode.data.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(walker.currentNode, word.index);
        range.setEnd(walker.currentNode, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].filter((rect) => rect.width > 1).map((rect) => Math.round(rect.top / 4)));
        const isLong = word[0].length > 24;
        if (lines.size > 1 && !isLong && !/-/.test(word[0])) fault(`"${word[0]}" is broken`);
      }
    }
  }
  for (const element of document.querySelectorAll("header > *, footer > *")) {
    if (element.checkVisibility() && element.id !== "event" && element.scrollWidth > element.clientWidth + 1 && element.clientWidth) faults.push(`${element.id || element.textContent} is cut off`);
    const box = element.getBoundingClientRect();
    if (box.width && (box.right > innerWidth + 1 || box.left < -1)) faults.push(`${element.id || element.textContent} is outside of the page`);
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is too wide");
  return faults;
}"""


# Anything on the staff page that is wider than its place. Names in the list of guests end after two lines; a space at
# the end of a line counts as wider there.
STAFF_FAULTS = """() => [...document.querySelectorAll("#desk *, html")].filter((element) => {
  const box = element.getBoundingClientRect();
  const isClamped = (element) => getComputedStyle(element).webkitLineClamp !== "none";
  if (!element.checkVisibility() || !box.width) return false;
  return box.right > innerWidth + 1 || box.left < -1 || (!isClamped(element) && element.clientWidth && element.scrollWidth > element.clientWidth + 1);
}).map((element) => `${element.tagName} ${element.id} "${element.textContent.slice(0, 40)}" is too wide`)"""


def texts(language: str, part: str) -> dict[str, str]:
    """The texts of one function of a language, as the program has them."""
    source = (TEXTS / f"GuestTexts+{language}.swift").read_text()
    body = re.search(rf"func {language.lower()}{part}\(.*?\n    }}\n", source, re.DOTALL)
    cases = re.findall(r'case \.(\w+(?:, \.\w+)*): "(.*)"', body.group())
    found = {name: text for names, text in cases for name in names.split(", .")}
    assert len(found) >= 7, (language, part, found)
    return found


def filled(sentence: str) -> str:
    sentence = re.sub(r"[\[\]]", "", sentence)
    return re.sub(r"\{(\w+)\}", lambda gap: FILLINGS[gap.group(1)], sentence)


def verdicts(language: str):
    """Each word with each sentence that can stand under it."""
    words = texts(language, "Word")
    for reason, sentence in texts(language, "").items():
        for style in STYLES.get(reason, ["refuse", "ask"]):
            if style == "quiet":
                yield style, filled(sentence), ""
            else:
                yield style, words[style], filled(sentence)


def check(page: Page, where: str, faults: list[str]):
    faults += [f"{where}: {fault}" for fault in page.evaluate(FAULTS, {"word": 26, "why": 15, "who": 13})]


def check_language(browser: Browser, event: Event, tag: str, pictures: Path, faults: list[str]):
    language = LANGUAGES[tag]
    with Door(event, language=tag) as door:
        for size, (width, height) in PHONES.items():
            page = browser.new_context(viewport={"width": width, "height": height}).new_page()
            page.add_init_script(TOLD)
            page.goto(door.address())
            await_stream(page)
            expect(page.locator("body")).to_have_attribute("data-state", "disconnected")
            check(page, f"{tag}, {size}, disconnected", faults)
            tell = lambda **state: page.evaluate(
                "(state) => tell('state', { now: Date.now(), state, scans: [] })", STATE | state)
            for trouble in TROUBLES:
                tell(troubles=[{"kind": trouble, "detail": "/dev/video0: no pictures since 23:45"}])
                shown(page, trouble)
                check(page, f"{tag}, {size}, {trouble}", faults)
                if size == "phone-360":
                    page.screenshot(path=pictures / f"words-{tag}-{trouble}.png")
            tell(isOpen=False)
            shown(page, "closed")
            check(page, f"{tag}, {size}, closed", faults)
            tell()
            shown(page, "ready")
            check(page, f"{tag}, {size}, ready", faults)
            page.screenshot(path=pictures / f"words-{tag}-{size}-ready.png")
            pictured = set()
            for style, word, sentence in verdicts(language):
                page.keyboard.press("Escape")
                verdict = {
                    "style": style, "headline": word, "detail": sentence, "tier": "" if style == "quiet" else "Early bird",
                    "reason": "x", "gate": "main", "isUndone": False,
                }
                page.evaluate(
                    "(verdict) => tell('verdict', { now: Date.now(), verdict: { ...verdict, at: Date.now() } })", verdict)
                shown(page, style)
                expect(page.locator("#word")).to_have_text(word)
                check(page, f"{tag}, {size}, {style}", faults)
                if style not in pictured:
                    page.screenshot(path=pictures / f"words-{tag}-{size}-{style}.png")
                    pictured.add(style)
            page.context.close()


def check_staff(browser: Browser, event: Event, pictures: Path, faults: list[str]):
    """The staff page under its longest sentences."""
    source = (TEXTS / "StaffTexts.swift").read_text()
    sentences = [text for text in re.findall(r'case \.\w+: "(.+)"', source)]
    assert len(sentences) > 20
    gaps = FILLINGS | {"event": "Summer Night at the Lake", "note": "card reported stolen by its owner", "gate": "backstage",
                       "box": "river-side-entrance-2", "zone": "backstage", "capacity": "1200"}
    with Door(event) as door:
        for width, height in PHONES.values():
            page = browser.new_context(viewport={"width": width, "height": height}).new_page()
            page.add_init_script(TOLD)
            page.goto(door.address("/staff"))
            page.fill("#name", "Nakato Priscilla Achieng Namukasa-Okello")
            page.fill("#pin", PIN)
            page.press("#pin", "Enter")
            expect(page.locator("#desk")).to_be_visible()
            await_stream(page)
            messages = [{"id": "1", "text": "Let the band in at backstage: three vans", "by": "amina", "at": 0}]
            branch = ("Box 'river-side-entrance-2' was restored from a backup or cloned: after scan 1234 it went on in 2 "
                      "ways, with 20 and 31 scans; all of them count.")
            fault = ("Some records are not signed by the box that they name, so they were skipped (1234 of box "
                       "'river-side-entrance-2'); whoever sent them may have forged them.")
            page.evaluate(
                "(state) => tell('state', { now: Date.now(), state, scans: [] })",
                STATE | {"messages": messages, "branches": [branch], "faults": [fault],
                         "troubles": [{"kind": trouble, "detail": "/dev/video0: no pictures"} for trouble in TROUBLES],
                         "list": {"tickets": 12000, "unchangedSince": 0},
                         "sharing": {"peer": "river-side-entrance-2", "contact": 0, "waiting": 1234}})
            for number, sentence in enumerate(sentences):
                page.keyboard.press("Escape")
                explanation = re.sub(r"\{(\w+)\}", lambda gap: gaps[gap.group(1)], re.sub(r"[\[\]]", "", sentence))
                style = ("refuse", "used", "ask", "admit")[number % 4]
                page.evaluate(
                    "(verdict) => tell('verdict', { now: Date.now(), verdict: { ...verdict, at: Date.now() } })",
                    {"style": style, "headline": "Dieses Ticket wurde nicht zum Eintritt benutzt", "explanation": explanation,
                     "ticket": event.tickets[0], "gate": "backstage", "reason": "x", "isUndone": False})
                expect(page.locator("#now")).to_have_attribute("data-style", style)
                faults += [f"staff, {width}: {fault}" for fault in page.evaluate(STAFF_FAULTS)]
            page.screenshot(path=pictures / f"words-staff-{width}.png", full_page=True)
            page.context.close()


def main():
    folder, program, pictures = Path(sys.argv[1]).resolve(), str(Path(sys.argv[2]).resolve()), Path(sys.argv[3])
    pictures.mkdir(parents=True, exist_ok=True)
    event, faults = Event(folder, program), []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        for tag in sys.argv[4:] or LANGUAGES:
            check_language(chromium, event, tag, pictures, faults)
        check_staff(chromium, event, pictures, faults)
        chromium.close()
    assert not faults, f"{len(faults)} faults:\n" + "\n".join(faults)
    print(f"Every text fits a phone in {len(LANGUAGES)} languages; screenshots are in {pictures}.")


if __name__ == "__main__":
    main()
