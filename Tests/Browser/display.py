#!/usr/bin/env python3
"""Drives the door display in Chromium: every look, a burst, a restart of the door, and the staff page.

usage: display.py FOLDER DOORCHECK [SCREENSHOTS]    (FOLDER made by scripts/sample-event; scripts/test-browser calls it)
"""

import os
import socket
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

PIN = "271828"
SIZES = {"small": (320, 568), "phone": (568, 320), "tablet": (1280, 800), "tall": (1080, 1920), "4k": (3840, 2160)}


class Door:
    """A door that reads codes from a pipe, on a port of its own."""

    def __init__(self, folder: Path, program: str):
        self.folder, self.program = folder, program
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        pin = folder / "pin"
        pin.write_text(PIN)
        pin.chmod(0o600)
        self.open()

    def open(self):
        environment = os.environ | {
            "DOORCHECK_CONFIG": str(self.folder / "doorcheck.toml"),
            "DOORCHECK_DISPLAY_ADDRESS": f"127.0.0.1:{self.port}",
            "DOORCHECK_DISPLAY_PIN": str(self.folder / "pin"),
        }
        self.process = subprocess.Popen(
            [self.program, "run", "--stdin"], env=environment, stdin=subprocess.PIPE, stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL, text=True,
        )
        while "display at" not in self.process.stderr.readline():
            assert self.process.poll() is None, "the door ended"

    def scan(self, code: str):
        self.process.stdin.write(code + "\n")
        self.process.stdin.flush()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def address(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}"


def shown(page, state: str):
    expect(page.locator("body")).to_have_attribute("data-state", state)


def check_guest_page(browser, door: Door, codes: list[str], pictures: Path):
    pages = [browser.new_page(viewport={"width": w, "height": h}) for w, h in SIZES.values()]
    complaints = []
    for page in pages:
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(door.address())
        shown(page, "ready")

    def everywhere(state: str):
        for name, page in zip(SIZES, pages):
            shown(page, state)
            page.screenshot(path=pictures / f"{state}-{name}.png")
            outside = "e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1"
            assert not page.locator("html").evaluate(outside), f"{state} does not fit {name}"
            assert not page.locator("#word").evaluate("e => e.scrollWidth > e.clientWidth + 1"), f"{state}, {name}"

    everywhere("ready")
    door.scan(codes[0])
    everywhere("admit")
    door.scan("<script>document.body.remove()</script>\x1b[31m")
    everywhere("quiet")
    door.scan(codes[1][:-1] + ("0" if codes[1][-1] != "0" else "1"))
    everywhere("refuse")
    pages[0].keyboard.press("Escape")
    shown(pages[0], "ready")

    for code in codes[1:51]:
        door.scan(code)
    for page in pages:
        expect(page.locator("#inside")).to_have_text("51")
        assert page.locator("#scans li").count() <= 8

    door.kill()
    everywhere("disconnected")
    assert not complaints or all("ERR_" in text for text in complaints), complaints
    door.open()
    for page in pages:
        shown(page, "ready")
        expect(page.locator("#inside")).to_have_text("51")
        page.close()


def check_staff_page(browser, door: Door, code: str, pictures: Path):
    guests, staff = browser.new_page(), browser.new_page(viewport={"width": 360, "height": 740})
    guests.goto(door.address())
    staff.goto(door.address("/staff"))
    staff.fill("#name", "amina")
    staff.fill("#pin", "000000")
    staff.press("#pin", "Enter")
    expect(staff.locator("#loginSaid")).to_have_text("That is not the PIN.")
    staff.fill("#pin", PIN)
    staff.press("#pin", "Enter")
    expect(staff.locator("#gate")).to_have_text("main")
    staff.keyboard.press("/")
    staff.keyboard.type("guest55@")
    expect(staff.locator("#found button")).to_have_count(1)
    staff.keyboard.press("Enter")
    expect(staff.locator("#facts")).to_contain_text("0 of 1 in")
    staff.locator("#actions").get_by_role("button", name="Block").click()
    expect(staff.locator("#facts")).to_contain_text("blocked")
    staff.locator("#actions").get_by_role("button", name="Admit anyway").click()
    expect(staff.locator("#said")).to_contain_text("Say why")
    staff.keyboard.type("showed the receipt")
    staff.keyboard.press("Enter")
    expect(staff.locator("#facts")).to_contain_text("1 of 1 in")
    shown(guests, "admit")
    staff.screenshot(path=pictures / "staff.png", full_page=True)
    staff.locator("#actions").get_by_role("button", name="Undo last entry").click()
    expect(staff.locator("#facts")).to_contain_text("0 of 1 in")
    assert not staff.locator("html").evaluate("e => e.scrollWidth > e.clientWidth"), "the staff page is too wide"
    staff.keyboard.press("Escape")
    door.scan(code)
    expect(staff.locator("#headline")).to_have_text("Welcome")


def main():
    folder, program = Path(sys.argv[1]).resolve(), str(Path(sys.argv[2]).resolve())
    pictures = Path(sys.argv[3] if len(sys.argv) > 3 else folder / "screenshots")
    pictures.mkdir(parents=True, exist_ok=True)
    codes = [line.rsplit(",", 1)[1] for line in (folder / "codes.csv").read_text().splitlines()[1:]]
    door = Door(folder, program)
    try:
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            check_guest_page(chromium, door, codes, pictures)
            check_staff_page(chromium, door, codes[60], pictures)
            chromium.close()
    finally:
        door.kill()
    print(f"the display works in Chromium; screenshots are in {pictures}")


if __name__ == "__main__":
    main()
