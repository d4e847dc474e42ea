#!/usr/bin/env python3
"""Drives the door display in Chromium: every style at every size, a burst, a restart and the end of the door, and the staff page.

usage: display.py FOLDER DOORCHECK SCREENSHOTS    (FOLDER made by scripts/sample-event; scripts/test-browser calls it)
"""

import json
import re
import signal
import sys
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from door import PIN, Door, Event, forged
from loading import check_lost_files, check_missing_file
from sight import TEXTS, check_contrast, check_distance, check_fit

SIZES = {"small": (320, 568), "phone": (568, 320), "tablet": (1280, 800), "tall": (1080, 1920), "4k": (3840, 2160)}
HOSTILE = [
    '"<script>hacked=1</script><img src=x onerror=hacked=1>",a@example.org,"<b onclick=alert(1)>VIP</b>",',
    '"\x1b[31mRed\x1b[2J\x07 Bell",b@example.org,,',
    '"One\nTwo\r\nThree",c@example.org,,',
    '"\u202eevil\u202c \u0645\u0631\u064a\u0645 \u0627\u0644\u062d\u062f\u0627\u062f",d@example.org,,',
    '"' + "W" * 300 + '",e@example.org,,',
    '"{{constructor.constructor(\'hacked=1\')()}} ${hacked=1}",f@example.org,,',
]
# Runs before the page's own scripts: whatever the policy stops is heard of, and nothing passes that should not.
WATCH = "window.violations = []; addEventListener('securitypolicyviolation', (e) => violations.push(e.violatedDirective + ' ' + e.blockedURI));"
NOT_LINKED = re.compile("starting|disconnected")

# A page that is told what a real door cannot be brought to.
TOLD = """
window.EventSource = class {
  constructor() { window.tell = (type, message) => this[type]({ type, lastEventId: "test-1", data: JSON.stringify(message) }); }
  addEventListener(name, listener) { this[name] = listener; }
  close() {}
};
"""


def await_stream(page: Page):
    """Waits until the page listens. Its content policy forbids `wait_for_function`."""
    while not page.evaluate("typeof tell === 'function'"):
        page.wait_for_timeout(20)


class Guests:
    """The guest page in browsers of several sizes; their clocks stand, so that a verdict stays until it is let go."""

    def __init__(self, browser: Browser, door: Door, pictures: Path, sizes=tuple(SIZES), **context):
        self.door, self.pictures, self.complaints, self.requests = door, pictures, [], set()
        self.contexts, self.pages = [], {}
        for name in sizes:
            width, height = SIZES[name]
            self.contexts.append(browser.new_context(viewport={"width": width, "height": height}, **context))
            self.pages[name] = self.open(self.contexts[-1].new_page())

    def open(self, page: Page) -> Page:
        page.add_init_script(WATCH)
        page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.add(request.url))
        page.clock.install()
        page.goto(self.door.address())
        return page

    def stop_clocks(self):
        for page in self.pages.values():
            page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)

    def pass_time(self, milliseconds: int):
        for page in self.pages.values():
            page.clock.run_for(milliseconds)

    def scan(self, *codes: str):
        """A guest whose verdict waits for nobody: the last one has been let go."""
        for page in self.pages.values():
            page.keyboard.press("Escape")
        self.door.scan(*codes)

    def all_show(self, state: str, text: str = "", name: str = ""):
        """Every page shows a state, whole and readable."""
        for size, page in self.pages.items():
            shown(page, state)
            if text:
                expect(page.locator("#verdict")).to_contain_text(text)
            page.screenshot(path=self.pictures / f"{name or state}-{size}.png")
            check_fit(page, f"{name or state}, {size}")
            check_contrast(page, f"{name or state}, {size}")
            assert not page.evaluate("document.getAnimations().length"), f"something moves in {state}"

    def close(self):
        outside = [url for url in self.requests if not url.startswith((self.door.address(), "data:"))]
        assert not outside, outside
        for page in self.pages.values():
            assert page.evaluate("[window.hacked, ...violations]") == [None], "a text of a ticket was more than a text"
        complaints = [text for text in self.complaints if not text.startswith("Failed to load resource")]
        assert not complaints, complaints
        for context in self.contexts:
            context.close()


def shown(page: Page, state: str):
    expect(page.locator("body")).to_have_attribute("data-state", state)


@contextmanager
def guests(browser: Browser, door: Door, pictures: Path, **options):
    opened = Guests(browser, door, pictures, **options)
    for page in opened.pages.values():
        expect(page.locator("body")).not_to_have_attribute("data-state", NOT_LINKED)
    opened.stop_clocks()
    yield opened
    opened.close()


def log_in(browser: Browser, door: Door, width: int, height: int) -> Page:
    page = browser.new_context(viewport={"width": width, "height": height}, has_touch=width < 600).new_page()
    page.add_init_script(WATCH)
    page.goto(door.address("/staff"))
    page.fill("#name", "amina")
    page.fill("#pin", PIN)
    page.press("#pin", "Enter")
    expect(page.locator("#event")).to_have_text("Summer Night")
    return page


def tap_twice(page: Page, name: str, place: str = "#actions"):
    """Taps a button that asks once more, and answers it after the time of a double tap."""
    page.locator(place).get_by_role("button", name=name, exact=True).click()
    sure = page.locator(f"{place} [data-sure]")
    expect(sure).to_have_count(1)
    page.wait_for_timeout(800)
    sure.click()


def press_enter(page: Page):
    """Presses Enter at what has been on the page for long enough to be meant."""
    page.wait_for_timeout(600)
    page.keyboard.press("Enter")


def move(staff: Page, gate: str):
    staff.locator("#gate").select_option(gate)
    expect(staff.locator("#said")).to_have_text(f"The door is now gate {gate}.")


def check_looks(browser: Browser, event: Event, pictures: Path) -> dict[str, float]:
    """Every verdict, at every size, by real scans."""
    codes, grounds = event.codes, {}
    event.run("check", "--admit", "--gate", "backstage", event.folder / "codes" / f"{event.tickets[69]}.png")
    event.run("event", "edit", "--gate", "out", "--direction", "exit")
    event.run("event", "edit", "--gate", "look", "--direction", "check")
    event.run("event", "edit", "--tier", "Student", "--note", "student card")
    student, last = event.issue("students", ["Sade Student,s@example.org,Student,", "Last Guest,l@example.org,,"])
    with Door(event) as door, guests(browser, door, pictures) as everybody:
        page = everybody.pages["tablet"]
        assert page.locator("#verdict").get_attribute("aria-live") == "assertive"
        assert page.locator("#verdict").get_attribute("aria-atomic") == "true"
        everybody.all_show("ready")
        scans = [
            ("admit", codes[0]), ("again", codes[0]), ("used", codes[69]), ("refuse", forged(codes[1])),
            ("quiet", "<script>document.body.remove()</script>\x1b[31m"), ("ask", student),
        ]
        for style, code in scans:
            everybody.scan(code)
            everybody.all_show(style)
            if style in ("admit", "used", "refuse", "ask"):
                texts = page.evaluate(TEXTS)
                grounds[style] = next(ground for _, _, ground, is_verdict in texts if is_verdict)
        page.keyboard.press("Escape")
        shown(page, "ready")

        staff = log_in(browser, door, 1280, 800)
        move(staff, "out")
        expect(page.locator("#gate")).to_have_text("out")
        everybody.scan(codes[0])
        everybody.all_show("exit")
        move(staff, "look")
        everybody.scan(last)
        everybody.all_show("checked")
        everybody.pass_time(2900)
        shown(page, "checked")
        everybody.pass_time(300)
        everybody.all_show("ready", name="ready-again")
        staff.set_viewport_size({"width": 1100, "height": 800})
        gate, out = staff.locator("#gate").bounding_box(), staff.locator("#logout").bounding_box()
        assert out["y"] < gate["y"] + gate["height"], "Log out stands on a row of its own"
        staff.context.close()
    assert "gate changed" in (event.folder / "log").read_text()
    return check_distance(grounds)


def check_burst_and_restart(browser: Browser, other: Browser, event: Event, pictures: Path):
    """Fifty at once before two browsers, then the door dies and comes back."""
    with (
        Door(event) as door,
        guests(browser, door, pictures, sizes=("phone",)) as some,
        guests(other, door, pictures, sizes=("tablet",)) as others,
    ):
        pages = [*some.pages.values(), *others.pages.values()]
        door.scan(*event.codes[1:51])
        for page in pages:
            expect(page.locator("#inside")).to_have_text("52")
            shown(page, "admit")
            assert page.locator("#scans li").count() == 8
        door.kill()
        some.all_show("disconnected")
        others.all_show("disconnected")
        door.open()
        for page in pages:
            page.clock.resume()
            expect(page.locator("body")).not_to_have_attribute("data-state", NOT_LINKED, timeout=20000)
            expect(page.locator("#inside")).to_have_text("52")
        check_late_door(browser, door, pictures)
        check_lost_files(browser, door.address(), "body[data-state=ready]", ["/guest.js", "/turns.js", "/guest.css"])
        check_missing_file(browser, door.address(), "body[data-state=ready]", "/guest.css")
        check_lost_files(browser, door.address("/staff"), "#pin", ["/staff.js", "/link.js", "/staff.css"])


def check_late_door(browser: Browser, door: Door, pictures: Path):
    """A door that goes down while a page of it is loaded finds the page waiting for it."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    failures = iter(range(2))
    page.route("**/page.json", lambda route: route.continue_() if next(failures, None) is None else route.abort())
    page.goto(door.address())
    shown(page, "starting")
    page.screenshot(path=pictures / "starting-tablet.png")
    shown(page, "ready")
    assert next(failures, None) is None
    context.close()


def check_troubles(browser: Browser, event: Event, pictures: Path):
    """What fills the page when the door cannot work, and what does not."""
    some = ("small", "tablet", "tall")
    with Door(event, "--camera", "/dev/no-camera") as door, guests(browser, door, pictures, sizes=some) as everybody:
        everybody.all_show("no-camera")
    with Door(event, "--scanner", "/dev/no-scanner") as door, guests(browser, door, pictures, sizes=some) as everybody:
        everybody.all_show("no-scanner")
    ledger = event.folder / "ledger.sqlite"
    with Door(event) as door, guests(browser, door, pictures, sizes=some) as everybody:
        ledger.rename(ledger.with_suffix(".away"))
        door.scan(event.codes[52])
        everybody.all_show("cannot-record")
        ledger.with_suffix(".away").rename(ledger)
        door.scan(event.codes[52])
        everybody.all_show("admit", name="recorded-again")

    state = {
        "event": "Summer Night", "gate": "main", "hasCamera": True, "isOpen": True, "lost": [],
        "troubles": [], "counts": {"inside": 1, "expected": 2, "perMinute": 0, "refused": 0, "asked": 0, "shownAgain": 0},
    }
    states = {
        "clock-not-trusted": {"troubles": [{"kind": "clock-not-trusted", "detail": "off by 40 years"}]},
        "closed": {"isOpen": False},
        "ready": {"lost": [{"kind": "camera", "name": "/dev/video2"}]},
    }
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.add_init_script(TOLD)
    with Door(event) as door:
        page.goto(door.address())
        await_stream(page)
        expect(page.locator("#word")).to_have_text("Disconnected")
        for name, difference in states.items():
            page.evaluate("(state) => tell('state', { now: Date.now(), state, scans: [] })", state | difference)
            shown(page, name)
            page.screenshot(path=pictures / f"told-{name}.png")
            check_fit(page, name)
            check_contrast(page, name)
        expect(page.locator("#lost")).to_have_text("No camera: /dev/video2")
        # What to do is at the end of the sentence.
        sentence = (
            "This box has other settings, of which a code may change nothing but the Wi-Fi; use a stick, or write its "
            "disk anew.")
        trouble = state | {"troubles": [{"kind": "not-set-up", "detail": sentence}]}
        for width, height in ((960, 800), (800, 480), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("(state) => tell('state', { now: Date.now(), state, scans: [] })", trouble)
            shown(page, "not-set-up")
            page.screenshot(path=pictures / f"told-not-set-up-{width}.png")
            check_fit(page, f"not-set-up, {width}")
    page.context.close()


def check_hostile_texts(browser: Browser, event: Event, pictures: Path):
    """Names and tiers that are programs, control codes or endless stay texts, also from right to left."""
    codes = event.issue("hostile", HOSTILE)
    assert len(codes) == len(HOSTILE)
    with (
        Door(event, names="true", language="ar") as door,
        guests(browser, door, pictures, sizes=("small", "tablet"), reduced_motion="reduce") as everybody,
    ):
        page = everybody.pages["tablet"]
        assert page.evaluate("[document.documentElement.dir, document.documentElement.lang]") == ["rtl", "ar"]
        staff = log_in(browser, door, 360, 740)
        for number, code in enumerate(codes):
            everybody.scan(code)
            everybody.all_show("admit", name=f"hostile-{number}")
            assert not page.locator("#verdict :is(script, img, b)").count()
            assert "\x1b" not in page.locator("#who").inner_text()
        expect(staff.locator("#scans li")).to_have_count(len(codes))
        staff.screenshot(path=pictures / "staff-hostile.png")
        assert staff.evaluate("[window.hacked, ...violations]") == [None]
        assert not staff.locator("html").evaluate("e => e.scrollWidth > e.clientWidth"), "the staff page is too wide"
        staff.context.close()


def check_staff_page(browser: Browser, event: Event, pictures: Path):
    """What staff do, by keyboard, on a phone, while guests watch."""
    unpaid, student = event.issue("late", ["Una Paid,una@example.org,,unpaid", "Stu Dent,stu@example.org,Student,"])
    with Door(event) as door, guests(browser, door, pictures, sizes=("tablet",)) as everybody:
        page = everybody.pages["tablet"]
        stranger = browser.new_page()
        stranger.goto(door.address("/staff"))
        stranger.fill("#name", "eve")
        stranger.fill("#pin", "000000")
        stranger.press("#pin", "Enter")
        expect(stranger.locator("#loginSaid")).to_have_text("The PIN is wrong.")
        staff = log_in(browser, door, 360, 740)
        actions, facts, said = staff.locator("#actions"), staff.locator("#facts"), staff.locator("#said")
        expect(staff.locator("#list")).to_contain_text("tickets, list unchanged for 0 min")

        staff.keyboard.press("/")
        staff.keyboard.type("guest55@")
        expect(staff.locator("#found button")).to_have_count(1)
        staff.keyboard.press("Enter")
        expect(facts).to_contain_text("0 of 1 in")
        assert staff.locator("#rules li").count() > 8
        tap_twice(staff, "Block")
        expect(facts).to_contain_text("blocked")
        expect(staff.locator("#rules [data-decides]")).to_contain_text("blocked")
        actions.get_by_role("button", name="Admit anyway").click()
        expect(said).to_contain_text("Enter a reason")
        staff.keyboard.type("showed the receipt")
        staff.keyboard.press("Enter")
        expect(facts).to_contain_text("1 of 1 in")
        shown(page, "admit")
        staff.screenshot(path=pictures / "staff.png", full_page=True)
        check_contrast(staff, "staff page")
        tap_twice(staff, "Undo last entry")
        expect(facts).to_contain_text("0 of 1 in")
        staff.keyboard.press("Escape")

        everybody.scan(unpaid)
        shown(page, "ask")
        expect(staff.locator("#now")).to_have_attribute("data-style", "ask")
        staff.keyboard.press("Escape")
        staff.locator("#scans button:enabled").first.click()
        expect(staff.locator("#reasons button")).to_have_text(["paid at the door", "showed the receipt"])
        tap_twice(staff, "Mark as paid")
        expect(facts).to_contain_text("valid")
        actions.get_by_role("button", name="Take off the list").click()
        expect(staff.locator("#nobody")).to_be_visible()
        everybody.scan(student)
        shown(page, "ask")
        expect(staff.locator("#now")).to_have_attribute("data-style", "ask")
        page.keyboard.press("Escape")
        press_enter(staff)
        expect(facts).to_contain_text("stu@")
        expect(staff.locator("#why")).to_be_focused()
        press_enter(staff)
        expect(said).to_contain_text("Enter a reason")
        staff.get_by_role("button", name="checked").click()
        staff.keyboard.press("Enter")
        expect(said).to_contain_text("Admitted")
        shown(page, "admit")
        staff.screenshot(path=pictures / "staff-reasons.png", full_page=True)

        door.scan("https://example.org/menu", forged(event.codes[3]), event.codes[60])
        expect(staff.locator("#headline")).to_have_text("Welcome")
        filters = staff.locator("#filters")
        for name, least in [("refused", 2), ("for staff", 2), ("admitted", 2), ("all", 7)]:
            filters.get_by_role("button", name=name, exact=True).click()
            assert staff.locator("#scans li").count() >= least, name
        assert not staff.locator("html").evaluate("e => e.scrollWidth > e.clientWidth"), "the staff page is too wide"
        wide = log_in(browser, door, 1280, 800)
        expect(wide.locator("#scans li")).to_have_count(staff.locator("#scans li").count())
        wide.screenshot(path=pictures / "staff-wide.png")
        for each in (stranger, staff, wide):
            each.context.close()


def check_ending(event: Event):
    """Within two seconds, and before Chromium keeps the machine busy: what hangs is cancelled after five."""
    for asked in (signal.SIGTERM, signal.SIGINT):
        with Door(event) as door:
            status, seconds = door.end(asked)
            assert status == 0 and seconds < 2, f"{asked.name} ended the door with {status} after {seconds:.1f} s"


def entries(event: Event, code: str) -> list[dict]:
    """What is in the book for a ticket: everybody who came in and was not undone."""
    ticket = json.loads(event.run("ticket", "explain", code, "--json"))["ticket"]
    book = json.loads(event.run("ticket", "show", ticket, "--json"))["movements"]
    return [line for line in book if line["kind"] in ("entry", "override") and not line["undone"]]


def find(staff: Page, mail: str):
    """Opens the ticket of one guest."""
    staff.keyboard.press("Escape")
    # The same ticket may be open already; then only a new answer fills this again.
    staff.evaluate("document.querySelector('#facts').textContent = ''")
    staff.fill("#query", mail)
    staff.press("#query", "Enter")
    expect(staff.locator("#facts")).to_contain_text(mail)


def double_tap(browser: Browser, event: Event, door: Door, codes: dict[str, str]):
    """Two taps, however fast the door answers, let in one person; also of a group, and on two phones at once."""
    staff = log_in(browser, door, 360, 740)
    for mail, who in [("tap@", "1 of 1 in"), ("pair@", "1 of 4 in")]:
        find(staff, mail)
        staff.locator("#actions button").first.dblclick()
        expect(staff.locator("#facts")).to_contain_text(who)
    # The second tap comes while the first is on its way.
    find(staff, "slow@")
    waiting = []
    staff.route("**/staff/act", lambda route: waiting.append(route))
    expect(staff.locator("#actions button").first).to_be_enabled()
    for _ in range(3):
        staff.locator("#actions button").first.dispatch_event("click")
    staff.wait_for_timeout(300)
    assert len(waiting) == 1, f"{len(waiting)} requests for three taps"
    for button in staff.locator("#actions button").all():
        expect(button).to_be_disabled()
    waiting[0].continue_()
    expect(staff.locator("#facts")).to_contain_text("1 of 4 in")
    expect(staff.locator("#actions button").first).to_be_enabled()
    for name in ("tap", "pair", "slow"):
        assert len(entries(event, codes[name])) == 1, name
    staff.context.close()


def two_browsers(browser: Browser, event: Event, door: Door, codes: dict[str, str]):
    """Of two who look at one ticket, one lets somebody in, and the other is told what happened and sees it."""
    one, other = log_in(browser, door, 360, 740), log_in(browser, door, 1280, 800)
    for staff in (one, other):
        find(staff, "both@")
        expect(staff.locator("#facts")).to_contain_text("0 of 4 in")
    steps = [
        ("Admit", "1 of 4 in", "Admit", "entered at"),
        ("Undo last entry", "0 of 4 in", "Undo last entry", "undone at"),
        ("Admit", "1 of 4 in", "Block", "entered at"),
    ]
    for done, then, wanted, news in steps:
        for staff, action in ((one, done), (other, wanted)):
            if action == "Admit":
                staff.get_by_role("button", name=action, exact=True).click()
            else:
                tap_twice(staff, action)
            expect(one.locator("#facts")).to_contain_text(then)
        expect(other.locator("#said")).to_contain_text(re.compile(f"Changed meanwhile: .*{news}.*by amina"))
        expect(other.locator("#facts")).to_contain_text(then)
    expect(other.locator("#facts")).to_contain_text("valid")
    assert len(entries(event, codes["both"])) == 1
    for staff in (one, other):
        staff.context.close()


def held_enter(browser: Browser, event: Event, door: Door, codes: dict[str, str]):
    """A key that is held down lets in one person, wherever it is held, and none against a rule."""
    staff = log_in(browser, door, 1280, 800)
    for place, count in [("#why", 1), ("#actions button", 2)]:
        find(staff, "held@")
        expect(staff.locator("#actions button").first).to_be_enabled()
        staff.locator(place).first.focus()
        for _ in range(40):
            staff.keyboard.down("Enter")
            staff.wait_for_timeout(30)
        staff.keyboard.up("Enter")
        expect(staff.locator("#facts")).to_contain_text(f"{count} of 4 in")
    staff.keyboard.press("Escape")
    door.scan(codes["unpaid"])
    expect(staff.locator("#admit")).to_be_visible()
    staff.wait_for_timeout(600)
    for _ in range(20):
        staff.keyboard.down("Enter")
        staff.wait_for_timeout(30)
    staff.keyboard.up("Enter")
    expect(staff.locator("#facts")).to_contain_text("unpaid")
    assert len(entries(event, codes["held"])) == 2
    assert not entries(event, codes["unpaid"])
    staff.context.close()


def lost_answer(browser: Browser, event: Event, door: Door, codes: dict[str, str]):
    """What was done is not done again where the answer did not arrive and staff try again."""
    staff = log_in(browser, door, 360, 740)
    find(staff, "lost@")

    def lose(route):
        route.fetch()
        route.abort()

    staff.route("**/staff/act", lose)
    staff.locator("#actions button").first.click()
    expect(staff.locator("#said")).to_contain_text("does not respond")
    expect(staff.locator("#facts")).to_contain_text("0 of 4 in")
    staff.unroute("**/staff/act")
    staff.locator("#actions button").first.click()
    expect(staff.locator("#said")).to_contain_text("Changed meanwhile: entered at")
    expect(staff.locator("#facts")).to_contain_text("1 of 4 in")
    assert len(entries(event, codes["lost"])) == 1
    staff.context.close()


def next_scan(browser: Browser, event: Event, door: Door, codes: dict[str, str]):
    """A scan that comes while staff write a reason is not what they admit, and the reason is theirs."""
    staff = log_in(browser, door, 1280, 800)
    door.scan(codes["unpaid"])
    expect(staff.locator("#now")).to_have_attribute("data-style", "ask")
    expect(staff.locator("#detail")).to_contain_text("not paid")
    press_enter(staff)
    expect(staff.locator("#facts")).to_contain_text("unpaid@")
    expect(staff.locator("#why")).to_be_focused()
    press_enter(staff)
    expect(staff.locator("#said")).to_contain_text("Enter a reason")
    door.scan(codes["noted"])
    expect(staff.locator("#detail")).to_contain_text("student card")
    staff.keyboard.type("paid cash to amina")
    staff.keyboard.press("Enter")
    expect(staff.locator("#said")).to_contain_text("Admitted")
    expect(staff.locator("#facts")).to_contain_text("1 of 1 in")
    assert [line["why"] for line in entries(event, codes["unpaid"])] == ["paid cash to amina"]
    assert not entries(event, codes["noted"])
    staff.context.close()


ONCE = (double_tap, two_browsers, held_enter, lost_answer, next_scan)


def check_once(browser: Browser, event: Event):
    """Whatever the hand, the browser or the network does, one act of staff is one entry."""
    event.run("event", "edit", "--tier", "Group", "--admits", "4")
    event.run("event", "edit", "--tier", "Student", "--note", "student card")
    names = {"tap": ",", "pair": "Group,", "slow": "Group,", "both": "Group,", "held": "Group,", "lost": "Group,",
             "unpaid": ",unpaid", "noted": "Student,"}
    codes = dict(zip(names, event.issue("once", [f"{name} Guest,{name}@example.org,{rest}" for name, rest in names.items()])))
    with Door(event) as door:
        for check in ONCE:
            check(browser, event, door, codes)


def main():
    folder, program, pictures = Path(sys.argv[1]).resolve(), str(Path(sys.argv[2]).resolve()), Path(sys.argv[3])
    pictures.mkdir(parents=True, exist_ok=True)
    event = Event(folder, program)
    check_ending(event)
    with sync_playwright() as playwright:
        def launch() -> Browser:
            return playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])

        chromium, other = launch(), launch()
        expect.set_options(timeout=20000)
        distances = check_looks(chromium, event, pictures)
        check_burst_and_restart(chromium, other, event, pictures)
        other.close()
        check_troubles(chromium, event, pictures)
        check_hostile_texts(chromium, event, pictures)
        check_staff_page(chromium, event, pictures)
        check_once(chromium, event)
        chromium.close()
    least = ", ".join(f"{eye} {distance:.0f}" for eye, distance in distances.items())
    print(f"The pages work in Chromium (least distance of two verdicts: {least}); screenshots are in {pictures}.")


if __name__ == "__main__":
    main()
