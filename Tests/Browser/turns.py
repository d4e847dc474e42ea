#!/usr/bin/env python3
"""Verdicts that come at once, links that break and entries that are undone, on the guest page and the staff page.

usage: turns.py FOLDER DOORCHECK SCREENSHOTS    (FOLDER made by scripts/sample-event; scripts/test-browser calls it)
"""

import sys
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from display import TOLD, await_stream, log_in, shown, tap_twice
from door import Door, Event

MENU = "https://example.org/menu"
STATE = {
    "event": "Summer Night", "gate": "main", "hasCamera": True, "isOpen": True, "lost": [], "troubles": [],
    "counts": {"inside": 1, "expected": 2, "perMinute": 0, "refused": 0},
}


class Told:
    """A guest page whose clock and news are the test's."""

    def __init__(self, browser: Browser, door: Door):
        self.page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        self.page.add_init_script(TOLD)
        self.page.clock.install()
        self.page.goto(door.address())
        await_stream(self.page)
        shown(self.page, "disconnected")
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 1)
        self.tell_state([])

    def tell_state(self, scans: list[dict]):
        self.page.evaluate("([state, scans]) => tell('state', { now: Date.now(), state, scans })", [STATE, scans])

    def tell(self, *styles: str, tier: str = ""):
        """Verdicts of one moment."""
        for style in styles:
            self.page.evaluate(
                "([style, tier]) => tell('verdict', { now: Date.now(), verdict: { style, tier, headline: style, detail: '',"
                " reason: 'x', gate: 'main', at: Date.now(), isUndone: false } })", [style, tier or style])

    def scan(self, style: str, ago: int, **other) -> dict:
        at = self.page.evaluate("Date.now()") - ago
        return {"style": style, "tier": style, "headline": style, "detail": "", "at": at, "isUndone": False} | other

    def run(self, milliseconds: int):
        """Time passes, and the door is there all the while."""
        while milliseconds:
            step = min(milliseconds, 1000)
            self.page.clock.run_for(step)
            self.page.evaluate("() => tell('pulse', { now: Date.now() })")
            milliseconds -= step

    def after(self, milliseconds: int, state: str):
        self.run(milliseconds)
        shown(self.page, state)

    def clear(self):
        self.run(25000)
        shown(self.page, "ready")


def check_turns(browser: Browser, event: Event):
    """What comes at once is seen one after the other, and a menu beside a ticket is not seen at all."""
    with Door(event) as door:
        told = Told(browser, door)
        for beside in ("quiet", "again"):
            told.tell("admit", beside)
            told.after(0, "admit")
            told.after(1400, "admit")
            told.after(200, "admit" if beside == "quiet" else "again")
            told.clear()
        told.tell("quiet", "admit")
        told.after(0, "admit")
        told.clear()
        for first, second in (("admit", "refuse"), ("refuse", "admit"), ("used", "admit"), ("admit", "ask")):
            told.tell(first, "quiet", second, "quiet")
            told.after(1400, first)
            told.after(200, second)
            told.after(1400, second)
            told.clear()
        # A second admission is seen to be another one.
        told.tell("admit", tier="first")
        told.tell("admit", tier="second")
        told.after(1400, "admit")
        expect(told.page.locator("#who")).to_contain_text("first")
        told.after(150, "ready")
        told.after(250, "admit")
        expect(told.page.locator("#who")).to_contain_text("second")
        told.after(1400, "admit")
        told.clear()
        # A verdict that has had its time gives way at once, and nothing is shown for longer than its time.
        told.tell("admit")
        told.after(1600, "admit")
        told.tell("refuse")
        told.after(0, "refuse")
        told.after(5900, "refuse")
        told.after(200, "ready")
        told.tell("admit")
        told.after(2000, "admit")
        told.tell("quiet")
        told.after(0, "quiet")
        told.clear()
        # Of many at once, those that were refused are not left out, and the page is soon up to date.
        told.tell("admit", "admit", "refuse", "admit", "used", "admit", "admit")
        seen = []
        for _ in range(60):
            told.run(200)
            state = told.page.locator("body").get_attribute("data-state")
            if not seen or seen[-1] != state:
                seen.append(state)
        assert seen[0] == "admit" and "refuse" in seen and "used" in seen and seen[-1] == "ready", seen
        # A page that opens in the middle shows what the others show.
        told.tell_state([told.scan("quiet", 200), told.scan("refuse", 300), told.scan("admit", 400)])
        told.after(0, "admit")
        told.after(1000, "admit")
        told.after(200, "refuse")
        told.clear()
        told.tell_state([told.scan("admit", 100, isUndone=True)])
        shown(told.page, "ready")
        told.page.context.close()


def check_gone(browser: Browser, event: Event):
    """Welcome is gone when the link breaks and when the entry is undone, from the list too."""
    with Door(event) as door:
        staff, guests = log_in(browser, door, 1280, 800), browser.new_page()
        guests.goto(door.address())
        shown(guests, "ready")
        door.scan(event.codes[3], MENU)
        shown(guests, "admit")
        expect(staff.locator("#now")).to_have_attribute("data-style", "admit")
        staff.locator("#scans button:enabled").first.click()
        expect(staff.locator("#facts")).to_contain_text("1 of 1 in")
        tap_twice(staff, "Undo last entry")
        expect(staff.locator("#now")).not_to_have_attribute("data-style", "admit")
        shown(guests, "ready")
        for page in (staff, guests):
            expect(page.locator("#scans [data-undone]")).to_have_count(1)
        again = browser.new_page()
        again.goto(door.address())
        shown(again, "ready")
        expect(again.locator("#scans [data-undone]")).to_have_count(1)
        again.close()
        staff.keyboard.press("Escape")

        door.scan(event.codes[4])
        expect(staff.locator("#now")).to_have_attribute("data-style", "admit")
        door.kill()
        shown(guests, "disconnected")
        expect(staff.locator("#link")).to_have_text("Disconnected")
        expect(staff.locator("#now")).not_to_have_attribute("data-style", "admit")
        staff.context.close()
        guests.context.close()


def main():
    folder, program, pictures = Path(sys.argv[1]).resolve(), str(Path(sys.argv[2]).resolve()), Path(sys.argv[3])
    pictures.mkdir(parents=True, exist_ok=True)
    event = Event(folder, program)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        expect.set_options(timeout=20000)
        check_turns(chromium, event)
        check_gone(chromium, event)
        chromium.close()
    print("Verdicts take turns, and what no longer holds is gone.")


if __name__ == "__main__":
    main()
