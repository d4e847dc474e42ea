#!/usr/bin/env python3
"""Opens the office of a new machine from another device: its screen shows the address and a code, which makes one account.

usage: first.py FOLDER DOORCHECK SCREENSHOTS    (scripts/test-browser calls it; it uses a new folder within FOLDER)
"""

import hashlib
import os
import re
import signal
import ssl
import subprocess
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from display import WATCH
from loading import check_lost_files
from office import TOO_WIDE, Office, drive, event_of, go, press_twice

SEEN = '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#456"/></svg>'
PASSWORD = "Zanzibar nights 1999"
WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


class Machine:
    """A new machine: its first screen, and its office as a service."""

    def __init__(self, office: Office):
        self.office, self.screen, self.process = office, None, None
        self.runtime = office.folder / "run"
        self.runtime.mkdir()
        self.environment = os.environ | {
            "DOORCHECK_CONFIG": str(office.folder / "doorcheck.toml"), "RUNTIME_DIRECTORY": str(self.runtime)}

    def show_screen(self):
        command = [self.office.program, "box", "wait", "--system", self.office.folder / "system", self.office.folder / "stick.toml"]
        with open(self.office.folder / "screen.log", "a") as log:
            self.screen = subprocess.Popen(command, env=self.environment, stderr=log, stdout=log)

    def serve(self):
        command = [self.office.program, "office", "serve", "--as-service", "--listen", f"0.0.0.0:{self.office.port}"]
        with open(self.office.folder / "log", "a") as log:
            self.process = subprocess.Popen(command, env=self.environment, stderr=log, stdout=log)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(30)

    def end(self):
        for process in (self.process, self.screen):
            if process and process.poll() is None:
                process.terminate()
                assert process.wait(30) == 0


def show(page: Page, pictures: Path, name: str):
    """Takes pictures of a page on a laptop and on a phone, where nothing is cut off."""
    for size, ending in ((WIDE, ""), (NARROW, "-narrow")):
        page.set_viewport_size(size)
        page.wait_for_timeout(100)
        assert not (wide := page.evaluate(TOO_WIDE)), f"{name}{ending}: {wide}"
        page.screenshot(path=pictures / f"first-{name}{ending}.png")
    page.set_viewport_size(WIDE)


def show_sizes(screen: Page, pictures: Path, name: str):
    """Takes pictures of the machine's own screen in sizes that screens have, where nothing is cut off."""
    for ending, (width, height) in {"": (1280, 800), "-4k": (3840, 2160), "-tall": (1080, 1920), "-small": (800, 480)}.items():
        screen.set_viewport_size({"width": width, "height": height})
        screen.wait_for_timeout(300)
        screen.screenshot(path=pictures / f"first-{name}{ending}.png")
        assert not is_cut(screen), f"{name}{ending} is cut off"


def is_cut(page: Page) -> bool:
    """Whether anything of the large panel does not fit."""
    return page.evaluate("() => { const box = document.getElementById('verdict'); return box.scrollHeight > box.clientHeight + 1; }")


def open_device(browser: Browser, address: str, complaints: list[str]) -> Page:
    """A device of its own, whose owner has gone past the warning of its browser."""
    page = browser.new_context(viewport=NARROW, ignore_https_errors=True).new_page()
    page.add_init_script(WATCH)
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    return page


def type_code(page: Page, code: str):
    page.get_by_label("Code on the screen").fill(code)
    page.get_by_role("button", name="Continue").click()


def check_devices(browser: Browser, screen: Page, machine: Machine, pictures: Path, complaints: list[str]):
    address, code = screen.locator("#officeAddress bdi").first.inner_text(), screen.locator("#officeCode bdi").inner_text()
    host, port = re.fullmatch(r"https://([^/]+):(\d+)/", address).groups()
    shown = screen.locator("#officeCertificate bdi").inner_text()
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate((host, int(port))))).hexdigest().upper()
    assert shown.replace(" ", "") == digest[:16], (shown, digest)
    phone, other = open_device(browser, address, complaints), open_device(browser, address + "office", complaints)
    expect(phone.get_by_label("Code on the screen")).to_be_focused()
    show(phone, pictures, "code")
    type_code(phone, "0000-0000")
    expect(phone.locator(".wrong")).to_contain_text("not the code")
    type_code(phone, code.replace("-", " ").lower())
    type_code(other, code)
    for page in (phone, other):
        expect(page.locator("#first [data-field=name]")).to_be_focused()
    show(phone, pictures, "account")
    phone.locator("#first [data-field=name]").fill("Amina")
    phone.locator("#first [data-field=password]").fill("short")
    phone.keyboard.press("Enter")
    expect(phone.locator(".wrong")).to_contain_text("at least 10 characters")
    phone.locator("#first [data-field=password]").fill(PASSWORD)
    # The answer is lost; whoever made the account sends it again, and is in.
    phone.route("**/office/first", lambda route: (route.fetch(), route.abort()))
    phone.keyboard.press("Enter")
    expect(phone.locator(".wrong")).to_contain_text("does not respond")
    phone.unroute("**/office/first")
    phone.locator("#first [data-field=password]").press("Enter")
    expect(phone.locator("#office")).to_be_visible()
    expect(phone.get_by_role("button", name="Create your key")).to_be_visible()
    show(phone, pictures, "office")
    # The code works no more, and no screen shows it.
    expect(screen.locator("#officeCode")).to_be_hidden()
    expect(screen.locator("#word")).to_have_text("Office")
    assert code not in screen.content()
    show(screen, pictures, "screen-office")
    other.locator("#first [data-field=name]").fill("Ben")
    other.locator("#first [data-field=password]").fill(PASSWORD)
    other.keyboard.press("Enter")
    expect(other.locator("#loginSaid")).to_contain_text("made already")
    expect(other.locator("#loginName")).to_be_visible()
    show(other, pictures, "late")
    answer = other.request.post(f"{address}office/first/code", data={"code": code}, headers={"Origin": address[:-1]})
    assert answer.status == 409, answer.text()
    # The machine's display leads to its office, by the name that the browser has for it.
    answer = screen.request.get(f"http://localhost:{machine.office.door_port}/office", max_redirects=0)
    assert answer.headers["location"] == f"https://localhost:{port}/", answer.headers
    check_screen(screen, phone)
    # With the next start it is an office like any other.
    machine.process.terminate()
    assert machine.process.wait(30) == 0
    assert not (machine.runtime / "office.json").exists()
    answer = screen.request.get(f"http://localhost:{machine.office.door_port}/office", max_redirects=0)
    assert answer.status == 200 and "doorcheck-office" in answer.text()
    away = open_device(browser, f"http://localhost:{machine.office.door_port}/office", complaints)
    show(away, pictures, "away")
    machine.serve()
    until(lambda: (machine.runtime / "office.json").exists())
    assert '"code"' not in (machine.runtime / "office.json").read_text()
    other.reload()
    expect(other.locator("#loginName")).to_be_visible()
    files = ["/office.js", "/page.js", "/office.css"]
    check_lost_files(browser, address, "#loginName", files, ignore_https_errors=True)
    assert code not in (machine.office.folder / "log").read_text() + (machine.office.folder / "screen.log").read_text()


def check_screen(screen: Page, phone: Page):
    """Until a door opens and after it has closed, the screen says where the office is."""
    phone.get_by_role("button", name="Create your key").click()
    with phone.expect_download():
        phone.get_by_role("link", name="Download the copy").click()
    phone.get_by_label("It is in a safe place").click()
    phone.get_by_role("link", name="Create the event").click()
    phone.get_by_label("Name", exact=True).fill("First Night")
    phone.get_by_role("button", name="Create the event").click()
    expect(phone.get_by_role("heading", name="Guest list", level=1).filter(visible=True)).to_be_visible()
    # The screen looks every second.
    screen.wait_for_timeout(3000)
    expect(screen.locator("#word")).to_have_text("Office")
    check_gates(phone)
    check_late_answer(phone)
    for _ in range(2):
        go(phone, f"#door/{event_of(phone)}")
        phone.get_by_role("button", name="Open the door").click()
        expect(phone.locator(".openDoor")).to_be_visible(timeout=20_000)
        # While the page loads again ("starting"), the door closes already: the page must not stay without its scripts.
        expect(screen.locator("body")).not_to_have_attribute("data-state", re.compile("not-set-up|disconnected"), timeout=20_000)
        press_twice(phone, "Close the door")
        expect(screen.locator("#word")).to_have_text("Office", timeout=20_000)
    expect(screen.locator("#officeAddress bdi").first).to_be_visible()


def check_gates(phone: Page):
    """No door opens before the page shows at which gate."""
    held, path = [], f"**/office/events/{event_of(phone)}"
    phone.route(path, lambda route: held.append(route))
    with phone.expect_request(path):
        go(phone, f"#door/{event_of(phone)}")
    expect(phone.get_by_role("button", name="Open the door")).to_be_disabled()
    for route in held:
        route.continue_()
    phone.unroute(path)
    expect(phone.get_by_role("button", name="Open the door")).to_be_enabled()
    expect(phone.get_by_label("Gate").filter(visible=True)).to_have_value("main")


def check_late_answer(phone: Page):
    """A door that opens is shown, though an answer from before comes late."""
    go(phone, f"#event/{event_of(phone)}")
    held = []
    phone.route("**/office/door", lambda route: held.append(route))
    with phone.expect_request("**/office/door"):
        go(phone, f"#door/{event_of(phone)}")
    until(lambda: held or phone.wait_for_timeout(50))
    # The door is still closed in these answers.
    before = [(route, route.fetch()) for route in held]
    phone.get_by_role("button", name="Open the door").click()
    expect(phone.locator(".openDoor")).to_be_visible(timeout=20_000)
    for route, response in before:
        route.fulfill(response=response)
    for route in held[len(before):]:
        route.continue_()
    phone.unroute("**/office/door")
    phone.wait_for_timeout(500)
    expect(phone.locator(".openDoor")).to_be_visible()
    press_twice(phone, "Close the door")
    expect(phone.get_by_role("button", name="Open the door")).to_be_visible(timeout=20_000)


def until(holds):
    end = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.05)


def check(browser: Browser, office: Office, pictures: Path, complaints: list[str]):
    machine = Machine(office)
    try:
        machine.show_screen()
        machine.serve()
        screen = browser.new_context(viewport=WIDE).new_page()
        screen.add_init_script(WATCH)
        screen.on("pageerror", lambda error: complaints.append(str(error)))
        until(lambda: "display at" in (office.folder / "screen.log").read_text())
        screen.goto(f"http://127.0.0.1:{office.door_port}/")
        expect(screen.locator("#officeCode bdi")).to_have_text(re.compile("^[0-9A-Z]{4}-[0-9A-Z]{4}$"))
        first = screen.locator("#officeCode bdi").inner_text()
        expect(screen.locator("#preview")).to_be_hidden()
        show_sizes(screen, pictures, "screen")
        # With a camera, which this machine does not have.
        screen.route("**/preview.jpg*", lambda route: route.fulfill(content_type="image/svg+xml", body=SEEN))
        expect(screen.locator("#preview")).to_be_visible()
        show_sizes(screen, pictures, "screen-camera")
        screen.unroute("**/preview.jpg*")
        expect(screen.locator("#preview")).to_be_hidden()
        screen.set_viewport_size(WIDE)
        command = Path(f"/proc/{machine.process.pid}/cmdline").read_bytes() + Path(f"/proc/{machine.process.pid}/environ").read_bytes()
        assert first.encode() not in command
        # What a killed office has left is not shown, and the next start has another code.
        machine.kill()
        expect(screen.locator("#office")).to_be_hidden()
        assert (machine.runtime / "office.json").exists()
        machine.serve()
        expect(screen.locator("#officeCode bdi")).to_be_visible()
        assert screen.locator("#officeCode bdi").inner_text() != first
        check_devices(browser, screen, machine, pictures, complaints)
    finally:
        machine.end()


if __name__ == "__main__":
    drive("first", "The office of a new machine is opened from another device", check)
