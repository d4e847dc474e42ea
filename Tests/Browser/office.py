#!/usr/bin/env python3
"""Drives the office in Chromium: from an empty folder to the first guest, by keyboard, on phones, and through a restart.

usage: office.py FOLDER DOORCHECK SCREENSHOTS    (scripts/test-browser calls it; it uses a new folder within FOLDER)
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Callable

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from boxes import check_boxes, press_twice
from display import WATCH
from mails import check_mails

EVENT = "Harbour Night"
# Invisible signs that turn the direction of text around are left out of names; everything else stays, as text.
HOSTILE = '<img src=x onerror="hacked=1"><b>Zoë</b> \u202egniht'
SHOWN = HOSTILE.replace("\u202e", "")
GUESTS = ["Aarti Achieng,aarti@example.org,Regular", f'"{HOSTILE.replace(chr(34), chr(34) * 2)}",zoe@example.org,VIP']
GUESTS += [f"Guest Number{number},guest{number}@example.org,{('Regular', 'VIP')[number % 9 == 0]}" for number in range(60)]
# From an empty folder to the first guest who is admitted.
MOST_CLICKS, MOST_SECONDS = 25, 60
# Counts what people do; a page without a reload keeps the counts. A click on a label is also one on its control.
COUNTED = """
window.clicks = window.touched = 0;
addEventListener("click", (event) => { if (event.isTrusted) clicks += 1; }, true);
addEventListener("pointerdown", () => { touched += 1; }, true);
"""
TOO_WIDE = """() => {
  const page = document.documentElement, wide = page.scrollWidth - page.clientWidth;
  return wide <= 0 ? [] : [...document.querySelectorAll("body *")].filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth)
    .map((element) => `${element.tagName}.${element.className} "${element.textContent.slice(0, 30)}"`).concat(`${wide} pixels`);
}"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Office:
    """The office of a folder, at a port that it keeps when it starts again."""

    def __init__(self, folder: Path, program: str):
        self.folder, self.program, self.process = folder, program, None
        self.port, self.door_port = free_port(), free_port()
        if folder.exists():
            return
        folder.mkdir()
        (folder / "doorcheck.toml").write_text(
            f'ledger = "ledger.sqlite"\nkeys = "keys"\nbox = "front-desk"\n[display]\naddress = "127.0.0.1:{self.door_port}"\n'
        )
        (folder / "guests.csv").write_text("\n".join(["name,email,tier", *GUESTS]) + "\n")

    def start(self) -> str:
        """Starts the program; its link, which works once."""
        environment = os.environ | {"DOORCHECK_CONFIG": str(self.folder / "doorcheck.toml")}
        command = [self.program, "office", "--no-browser", "--listen", f"127.0.0.1:{self.port}"]
        with open(self.folder / "log", "a+") as log:
            begin = log.tell()
            self.process = subprocess.Popen(command, env=environment, stderr=log, stdout=subprocess.DEVNULL)
        while not (link := re.search(r"http://\S+#\S+", (self.folder / "log").read_text()[begin:])):
            assert self.process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.05)
        return link.group()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def halt(self):
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)

    def end(self):
        self.process.terminate()
        assert self.process.wait(30) == 0

    def run(self, *arguments, typed: str = "") -> str:
        command = [self.program, *arguments, "--config", self.folder / "doorcheck.toml"]
        return subprocess.run(command, input=typed, capture_output=True, text=True, check=True).stdout


    def code(self, page: Page, event: str) -> str:
        """The code of a ticket of the event, read from its picture."""
        ticket = json.loads(self.run("ticket", "list", "--event", event, "--json").splitlines()[0])["ticket"]
        picture = self.folder / "code.png"
        picture.write_bytes(page.request.get(f"http://127.0.0.1:{self.port}/office/tickets/{ticket}/code.png").body())
        return json.loads(self.run("read", picture, "--json").splitlines()[0])["text"]


def open_page(context: BrowserContext, address: str, complaints: list[str]) -> Page:
    page = context.new_page()
    page.add_init_script(WATCH + COUNTED)
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    # Otherwise a chooser that a key opens may come before Playwright looks for it.
    page.on("filechooser", lambda chooser: None)
    page.goto(address)
    expect(page.locator("#office")).to_be_visible()
    return page


def go(page: Page, part: str):
    """Goes where a link of the page would, without a reload."""
    page.evaluate("(part) => { location.hash = part; }", part)


def event_of(page: Page) -> str:
    return re.search(r"#\w+/([0-9a-f-]{36})", page.url).group(1)


def choose(page: Page, button: str, *files: Path):
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name=button).filter(visible=True).click()
    chooser.value.set_files(files)


def check_first_guest(page: Page, office: Office, pictures: Path):
    """Everything from an empty folder to a guest who is admitted, as somebody does it who has never seen it."""
    begin = time.monotonic()
    assert not re.search("#.", page.url), f"the code of the link is still in the address: {page.url}"
    expect(page.locator(".step")).to_have_count(5)
    page.screenshot(path=pictures / "office-welcome.png")
    page.get_by_role("button", name="Create your key").click()
    with page.expect_download() as copy:
        page.get_by_role("link", name="Download the copy").click()
    assert Path(copy.value.path()).read_bytes() == (office.folder / "keys/master.key").read_bytes(), "the copy is another key"
    page.get_by_label("It is in a safe place").click()
    page.get_by_role("link", name="Create the event").click()
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type(EVENT)
    page.get_by_role("button", name="Create the event").click()
    choose(page, "Choose a file", office.folder / "guests.csv")
    expect(page.locator(".preview h2")).to_have_text("guests.csv")
    expect(page.locator(".preview .outcome")).to_contain_text(f"{len(GUESTS)}new")
    expect(page.get_by_role("region", name="The first rows").get_by_text(SHOWN)).to_be_visible()
    page.screenshot(path=pictures / "office-preview.png", full_page=True)
    page.get_by_role("button", name=f"Import {len(GUESTS)} tickets").click()
    expect(page.locator(".sheet img")).not_to_have_attribute("aria-busy", "true")
    assert page.locator(".sheet img").evaluate("(image) => image.naturalWidth") > 400, "there is no picture of the page"
    with page.expect_download() as sheets:
        page.get_by_role("link", name="Download PDF").click()
    assert Path(sheets.value.path()).read_bytes().startswith(b"%PDF-")
    # The guest photographs the ticket.
    page.get_by_label("Find a ticket").fill("aarti")
    expect(page.locator(".ticketLink")).to_have_count(1)
    ticket = page.locator(".ticketLink").get_attribute("href")
    code = page.request.get(f"http://127.0.0.1:{office.port}/office/tickets/{ticket.split('/')[-1]}/code.png")
    (office.folder / "IMG_1.png").write_bytes(code.body())
    page.get_by_role("link", name="Pictures", exact=True).click()
    page.get_by_label("What happens").select_option("admit")
    choose(page, "Choose files", office.folder / "IMG_1.png")
    page.get_by_role("button", name="Admit from 1 picture").click()
    expect(page.locator(".results tbody tr")).to_contain_text("Aarti Achieng")
    expect(page.locator(".results .mark[data-style=admit]").first).to_be_visible()
    # A choice in a list is two clicks that the browser does not tell.
    clicks, seconds = page.evaluate("clicks") + 2, time.monotonic() - begin
    assert clicks <= MOST_CLICKS, f"{clicks} clicks from an empty folder to the first guest"
    assert seconds <= MOST_SECONDS, f"{seconds:.1f} seconds from an empty folder to the first guest"
    print(f"From an empty folder to the first guest: {clicks} clicks, {seconds:.1f} s.")
    page.screenshot(path=pictures / "office-first-guest.png")
    check_zip(page, office, code.body(), pictures)
    # Once: the same picture again is refused.
    page.get_by_label("What happens").select_option("admit")
    (office.folder / "IMG_2.png").write_bytes(code.body())
    choose(page, "Choose files", office.folder / "IMG_2.png")
    page.get_by_role("button", name="Admit from 1 picture").click()
    expect(page.locator(".results tbody tr")).to_contain_text("IMG_2.png")
    expect(page.locator(".results .mark[data-style=admit]")).to_have_count(0)
    page.get_by_role("link", name="Overview", exact=True).click()
    expect(page.locator(".step[data-step=done]")).to_have_count(5)
    expect(page.locator(".step").last).to_contain_text("1 guest has entered.")


def unnamed_files(process: int) -> list[str]:
    """What a process has open in the folder for temporary files."""
    links = [os.readlink(link) for link in Path(f"/proc/{process}/fd").iterdir() if link.is_symlink()]
    return [link for link in links if "doorcheck-upload" in link]


def check_zip(page: Page, office: Office, code: bytes, pictures: Path):
    """The pictures of a ZIP file are judged and shown small; the rest is told, and nothing is left behind."""
    path = office.folder / "night.zip"
    with zipfile.ZipFile(path, "w") as file:
        for number in range(30):
            file.writestr(f"friends/IMG_{number}.png", code)
        file.writestr(f"{HOSTILE}.png", code)
        file.writestr("text.png", "no picture")
        file.writestr("more.zip", code)
        file.writestr("__MACOSX/._IMG_1.png", "a Mac's")
        file.writestr(".DS_Store", "a Mac's")
    page.get_by_label("What happens").select_option("check")
    choose(page, "Choose files", path)
    expect(page.locator("#said, [role=status]").filter(has_text="33 pictures read. 2 other files passed over.").first).to_be_attached()
    expect(page.locator(".results tbody tr")).to_have_count(33)
    expect(page.locator(".results tbody tr", has_text="more.zip")).to_contain_text("A ZIP file in a ZIP file is not opened")
    expect(page.locator(".results tbody tr", has_text="text.png")).to_contain_text("This is not a picture")
    drawn = "(canvas) => canvas.width > 100 && canvas.getContext('2d').getImageData(0, 0, 144, 144).data.some((value) => value === 0)"
    page.wait_for_function(f"({drawn})(document.querySelector('.results tr:nth-child(3) canvas'))")
    assert page.evaluate("window.hacked === undefined"), "a name in a ZIP file became a part of the page"
    page.screenshot(path=pictures / "office-zip.png")
    page.set_viewport_size({"width": 390, "height": 844})
    page.screenshot(path=pictures / "office-zip-phone.png")
    page.set_viewport_size({"width": 1280, "height": 800})
    assert not unnamed_files(office.process.pid), unnamed_files(office.process.pid)
    # A browser that is closed while it reads leaves nothing either.
    with zipfile.ZipFile(path, "w") as file:
        for number in range(2000):
            file.writestr(f"IMG_{number}.png", code)
    other = page.context.new_page()
    other.goto(page.url)
    choose(other, "Choose files", path)
    expect(other.locator(".reading p")).to_contain_text("of 2,000 pictures read")
    assert unnamed_files(office.process.pid), "there is no ZIP file"
    other.close()
    end = time.monotonic() + 10
    while left := unnamed_files(office.process.pid):
        assert time.monotonic() < end, left
        time.sleep(0.2)
    # A damaged one is told.
    path.write_bytes(path.read_bytes()[:-100])
    choose(page, "Choose files", path)
    expect(page.locator(".results tbody tr")).to_have_count(1)
    expect(page.locator(".results tbody tr")).to_contain_text("This is not a ZIP file, or it is damaged")


def check_hostile(page: Page, event: str):
    """A guest's name is a text wherever it appears, whatever it says."""
    go(page, f"#tickets/{event}")
    page.get_by_label("Find a ticket").fill("zoe@")
    expect(page.locator(".ticketLink")).to_have_count(1)
    expect(page.locator(".ticketLink b")).to_have_text(SHOWN)
    page.locator(".ticketLink").click()
    expect(page.locator(".ticketHead h2")).to_have_text(SHOWN)
    assert page.evaluate("[...document.querySelectorAll('main img')].every((image) => !image.src.endsWith('/x'))"), "a name became a picture"
    page.get_by_label("Find a ticket").fill("")


def check_during(page: Page, office: Office, event: str, pictures: Path):
    """Who enters is on the page within seconds; a message is sent, and what it was sent for is kept when it is not."""
    go(page, f"#during/{event}")
    expect(page.locator("#arrived")).to_have_text("1")
    expect(page.locator("#refused")).to_have_text("1")
    expect(page.locator("#alertList")).to_have_text("Nothing is wrong.")
    expect(page.locator("#legend")).to_contain_text("main1")
    page.get_by_label("Text").fill("Let the band in <b>now</b>")
    office.halt()
    page.get_by_role("button", name="Send").click()
    office.go_on()
    expect(page.locator("#said")).to_have_text("The message is on its way to all gates.")
    expect(page.locator("#messages li")).to_have_count(1)
    expect(page.locator("#messages p")).to_have_text("Let the band in <b>now</b>")
    expect(page.get_by_label("Text")).to_have_value("")
    # Somebody enters whom nobody here has let in.
    tickets = [json.loads(line)["ticket"] for line in office.run("ticket", "list", "--event", "harbour-night", "--json").splitlines()]
    begin = time.monotonic()
    for number, ticket in enumerate(tickets[5:9]):
        picture = office.folder / f"late-{number}.png"
        picture.write_bytes(page.request.get(f"http://127.0.0.1:{office.port}/office/tickets/{ticket}/code.png").body())
        office.run("check", picture, "--admit", "--event", "harbour-night", "--gate", "main")
    expect(page.locator("#arrived")).to_have_text("5")
    print(f"Four guests are on the page {time.monotonic() - begin:.1f} s after the first was let in.")
    expect(page.locator("#days tbody td").nth(0)).to_have_text("5")
    expect(page.locator("#doubles .none")).to_have_text("None in the records received so far.")
    with page.expect_download() as table:
        page.get_by_role("link", name="entries and exits").click()
    assert len(Path(table.value.path()).read_text().splitlines()) == 6, "the table lacks entries"
    # Another part, and back: there is one view, and it goes on.
    go(page, "#start")
    go(page, f"#during/{event}")
    expect(page.locator("#arrived")).to_have_count(1)
    expect(page.locator("#arrived")).to_be_visible()
    page.screenshot(path=pictures / "office-during-open.png", full_page=True)


def tab_to(page: Page, name: str):
    """Presses Tab until the focus is at what is called so."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("""() => { const e = document.activeElement; return e.labels?.[0]?.textContent ?? e.textContent.trim(); }""").startswith(name):
            return
    raise AssertionError(f"“{name}” cannot be reached with Tab")


def check_keyboard(page: Page, office: Office):
    """An event and its list without a mouse."""
    before = page.evaluate("touched")
    go(page, "#start")
    expect(page.get_by_role("heading", level=1, name="Overview")).to_be_focused()
    tab_to(page, "New event")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Name", exact=True).filter(visible=True)).to_be_focused()
    page.keyboard.type("Quiet Night")
    tab_to(page, "Add a gate")
    page.keyboard.type("North gate")
    page.keyboard.press("Enter")
    expect(page.locator(".chips li").filter(visible=True)).to_have_text(["main", "north-gate"])
    tab_to(page, "Create the event")
    page.keyboard.press("Enter")
    expect(page.locator(".drop").filter(visible=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Guest list", level=1).filter(visible=True)).to_be_focused()
    tab_to(page, "Choose a file")
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Enter")
    chooser.value.set_files(office.folder / "guests.csv")
    expect(page.get_by_role("heading", name="guests.csv")).to_be_focused()
    tab_to(page, f"Import {len(GUESTS)} tickets")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Print tickets").filter(visible=True)).to_be_visible()
    assert page.evaluate("touched") == before, "the mouse was used"
    assert f"{len(GUESTS)}" in office.run("event", "show", "quiet-night", "--json")


def parts_of(page: Page, event: str) -> dict[str, tuple[str, str]]:
    """Every part: its name, its address, and what is there when it is shown."""
    go(page, f"#tickets/{event}")
    ticket = page.locator(".ticketLink").filter(visible=True).first.get_attribute("href").split("/")[-1]
    return {
        "overview": ("#start", ".steps"),
        "event": (f"#event/{event}", ".meaning li"),
        "event-new": ("#event/new", ".meaning li"),
        "list": (f"#list/{event}", ".earlier tbody th"),
        "tickets": (f"#tickets/{event}", ".ticketLink"),
        "ticket": (f"#tickets/{event}/{ticket}", ".facts"),
        "add": (f"#tickets/{event}/new", "h2:text('Add a ticket')"),
        "print": (f"#tickets/{event}/print", ".sheet img:not([aria-busy])"),
        "mail": (f"#tickets/{event}/mail", "h2:text('Send tickets by mail')"),
        "door": (f"#door/{event}", "button:text('Open the door')"),
        "pictures": (f"#pictures/{event}", ".drop"),
        "boxes": ("#boxes", ".drop"),
        "during": (f"#during/{event}", "#days td"),
        "after": (f"#after/{event}", ".removal .notice, .removal form"),
    }


def axe():
    """axe-core, if PyPI has it."""
    try:
        import axe_playwright_python  # noqa: F401
    except ImportError:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "axe-playwright-python"], check=False, capture_output=True)
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        return None
    return Axe()


def check_parts(page: Page, event: str, pictures: Path):
    """Each part by day and by night, and on narrow phones: axe-core finds nothing, and nothing is cut off."""
    checker, faults = axe(), []
    if not checker:
        print("axe-core cannot be fetched from PyPI; the office is not checked with it.")
    for name, (address, ready) in parts_of(page, event).items():
        page.set_viewport_size({"width": 1280, "height": 800})
        go(page, address)
        expect(page.locator(ready).filter(visible=True).first).to_be_visible()
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            if checker:
                found = checker.run(page).response["violations"]
                faults += [f"{name}, {scheme}: {fault['help']}: {fault['nodes'][0]['html'][:120]}" for fault in found]
        page.screenshot(path=pictures / f"office-{name}.png", full_page=name in ("event", "event-new", "during"))
        page.set_viewport_size({"width": 390, "height": 844})
        page.screenshot(path=pictures / f"office-{name}-phone.png", full_page=name in ("event", "event-new", "during"))
        page.set_viewport_size({"width": 320, "height": 568})
        faults += [f"{name}, 320 pixels: {fault}" for fault in page.evaluate(TOO_WIDE)]
    page.set_viewport_size({"width": 1280, "height": 800})
    assert not faults, "\n".join(faults)


def check_door(page: Page, office: Office, event: str, pictures: Path):
    """A door opens, shows its screen and its verdicts, and closes on the second tap; the machine says what it lacks."""
    go(page, f"#door/{event}")
    page.get_by_label("Gate").filter(visible=True).select_option("north-gate")
    page.get_by_role("button", name="Open the door").click()
    screen = page.get_by_role("link", name="Guests’ screen")
    expect(screen).to_have_attribute("href", f"http://127.0.0.1:{office.door_port}/")
    expect(page.get_by_role("heading", name="Gate north-gate is open for Quiet Night")).to_be_visible()
    expect(screen).to_have_attribute("rel", "noopener")
    # An open door without a camera says so for as long as it has none.
    expect(page.locator(".openDoor").get_by_text("No camera is connected")).to_be_visible()
    with page.context.expect_page() as shown:
        screen.click()
    expect(shown.value.locator("body")).to_contain_text("Quiet Night")
    shown.value.close()
    # A message shows where the door is opened; one for another gate does not.
    office.run("event", "message", "quiet-night", "--gate", "main", typed="For another gate")
    office.run("event", "message", "quiet-night", "--by", "amina", typed="Doors open late")
    expect(page.locator(".openDoor .notice")).to_have_text("Doors open lateMessage from amina")
    # What no test can hold before a camera.
    real = page.request.get(f"http://127.0.0.1:{office.port}/office/door").json()
    at = int(time.time() * 1000)
    verdicts = [
        {"at": at, "verdict": "admit", "reason": "admitted", "name": HOSTILE, "tier": "VIP"},
        {"at": at - 9000, "verdict": "refuse", "reason": "already-used", "name": "Aarti Achieng"},
        {"at": at - 12000, "verdict": "ask", "reason": "unpaid", "name": "Guest Number1", "tier": "Regular"},
    ]
    cameras = [{"path": "/dev/video0", "name": "Webcam"}]
    page.route("**/office/door", lambda route: route.fulfill(json=real | {"cameras": cameras, "counts": {"admit": 12, "refuse": 1, "ask": 1}, "verdicts": verdicts}))
    expect(page.locator(".openDoor tbody tr")).to_have_count(3)
    expect(page.locator(".openDoor tbody tr").first).to_contain_text(HOSTILE)
    expect(page.locator(".openDoor").get_by_text("No camera is connected")).to_be_hidden()
    expect(page.locator(".openDoor .figure").first).to_contain_text("12")
    page.screenshot(path=pictures / "office-door-open.png", full_page=True)
    page.set_viewport_size({"width": 320, "height": 568})
    wide = page.evaluate(TOO_WIDE)
    assert not wide, wide
    page.set_viewport_size({"width": 1280, "height": 800})
    page.unroute("**/office/door")
    press_twice(page, "Close the door")
    expect(page.get_by_role("button", name="Open the door")).to_be_visible()
    # This machine has no sound card and no lamps, and the page says so.
    page.get_by_role("button", name="Test the lamps").click()
    expect(page.locator(".tests .trouble")).to_be_visible()
    expect(page.locator(".tests li")).to_contain_text("No lamp is connected")
    page.get_by_role("button", name="Check this machine").click()
    expect(page.locator(".checkList li").first).to_be_visible()
    expect(page.locator(".checkList", has_text="disk")).not_to_have_count(0)
    expect(page.locator(".checkList", has_text="quiet-night")).not_to_have_count(0)
    # What these pages can do about a finding is a link there, and no command.
    unprinted = page.locator(".checkList li", has_text="no code was written")
    expect(unprinted.get_by_role("link", name="Print the tickets")).to_have_attribute("href", f"#tickets/{event}/print")
    expect(unprinted.locator(".advice")).to_have_count(0)
    page.screenshot(path=pictures / "office-door-checks.png", full_page=True)


def check_conflict(page: Page, event: str, complaints: list[str]):
    """Two tabs change one event: nobody overwrites the other unseen."""
    go(page, f"#event/{event}")
    other = open_page(page.context, page.url, complaints)
    for tab, people in ((page, "2"), (other, "3")):
        expect(tab.get_by_label("People per ticket").filter(visible=True)).to_have_value("1")
        tab.get_by_label("People per ticket").filter(visible=True).fill(people)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#said")).to_have_text("Saved.")
    other.get_by_role("button", name="Save", exact=True).click()
    row = other.locator(".conflict tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text(re.compile("People per ticket.*2.*3", re.DOTALL))
    other.get_by_role("button", name="Save what I typed").click()
    expect(other.locator("#said")).to_have_text("Saved.")
    other.close()


def check_design(page: Page, office: Office, event: str, pictures: Path):
    """A sample of a ticket follows what is typed, and a logo at once; what is no picture is refused at its button."""
    go(page, f"#event/{event}")
    sample = page.get_by_alt_text("A sample of a ticket").filter(visible=True)
    is_whole = "(image) => image.complete && image.naturalWidth > 100 && !image.ariaBusy"
    before = sample.get_attribute("src")
    page.get_by_label("Venue").filter(visible=True).fill("Nile Hall & Lake View")
    expect(sample).to_have_attribute("src", re.compile(r"venue=Nile%20Hall%20%26%20Lake%20View"))
    page.wait_for_function(is_whole, arg=sample.element_handle())
    assert sample.get_attribute("src") != before
    choose(page, "Choose a logo", office.folder / "guests.csv")
    expect(page.locator(".wrong").filter(visible=True)).to_have_text("The logo cannot be used: this is not a PNG or JPEG picture.")
    choose(page, "Choose a logo", pictures / "office-lost.png")
    expect(page.get_by_role("button", name="Remove the logo").filter(visible=True)).to_be_visible()
    expect(sample).to_have_attribute("src", re.compile("logo="))
    page.wait_for_function(is_whole, arg=sample.element_handle())
    page.screenshot(path=pictures / "office-design.png", full_page=True)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#said")).to_have_text("Saved.")
    assert "Nile Hall & Lake View" in office.run("event", "show", "quiet-night")


def check_restart(page: Page, office: Office, event: str, pictures: Path):
    """The program dies and is started again: what was typed is there, and can be saved."""
    go(page, f"#event/{event}")
    name = page.get_by_label("Name", exact=True).filter(visible=True).first
    expect(name).to_have_value("Quiet Night")
    name.fill("Quiet Night, half typed")
    office.kill()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#lost")).to_be_visible()
    page.screenshot(path=pictures / "office-lost.png")
    link = office.start()
    expect(page.locator("#ended")).to_be_visible()
    page.screenshot(path=pictures / "office-ended.png")
    page.locator("#endedCode").fill(link[:-1])
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("#endedSaid")).to_contain_text("not valid")
    page.locator("#endedCode").fill(link)
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("#ended")).to_be_hidden()
    expect(page.locator("#lost")).to_be_hidden()
    expect(name).to_have_value("Quiet Night, half typed")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#said")).to_have_text("Saved.")
    assert "Quiet Night, half typed" in office.run("event", "show", "quiet-night", "--json")


def check(browser: Browser, office: Office, pictures: Path, complaints: list[str]):
    link = office.start()
    context = browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True)
    page = open_page(context, link, complaints)
    check_first_guest(page, office, pictures)
    go(page, page.locator("#parts a", has_text="Tickets").get_attribute("href").removeprefix("./"))
    check_hostile(page, event_of(page))
    check_during(page, office, event_of(page), pictures)
    check_keyboard(page, office)
    event = event_of(page)
    check_parts(page, event, pictures)
    check_door(page, office, event, pictures)
    check_boxes(page, office.folder, office.program, office.code(page, "quiet-night"), pictures)
    check_mails(page, event, pictures)
    check_restart(page, office, event, pictures)
    check_design(page, office, event, pictures)
    check_conflict(page, event, complaints)
    assert page.evaluate("[window.hacked, ...violations]") == [None]
    context.close()
    office.end()


def drive(name: str, said: str, check: Callable[[Browser, Office, Path, list[str]], None]):
    """Runs a check with a new office in a browser; prints what the browser complained of if it fails."""
    folder, program, pictures = Path(sys.argv[1]).resolve(), str(Path(sys.argv[2]).resolve()), Path(sys.argv[3])
    pictures.mkdir(parents=True, exist_ok=True)
    folder.mkdir(exist_ok=True)
    complaints: list[str] = []
    office = Office(folder / name, program)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        expect.set_options(timeout=20000)
        try:
            check(chromium, office, pictures, complaints)
        except BaseException:
            print("\n".join(complaints), file=sys.stderr)
            raise
        finally:
            chromium.close()
            if office.process and office.process.poll() is None:
                office.process.terminate()
                office.process.wait(30)
    serious = [text for text in complaints if not text.startswith("Failed to load resource")]
    assert not serious, serious
    print(f"{said}; screenshots are in {pictures}.")


if __name__ == "__main__":
    drive("office", "The office works in Chromium", check)
