#!/usr/bin/env python3
"""Drives the organiser's page in Chromium: a hub with two boxes that join, scan, and are told things.

usage: hub.py FOLDER DOORCHECK SCREENSHOTS    (FOLDER made by scripts/sample-event; scripts/test-browser calls it)
"""

import json
import os
import random
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from boxes import press_twice
from display import WATCH, log_in, shown, tap_twice
from door import Door, Event
from languages import LANGUAGES, LEFT
from loading import check_lost_files
from office import TOO_WIDE, Office, free_port, go, open_page
from sight import check_contrast


class Box:
    """A box that joins the hub with an empty folder."""

    def __init__(self, hub: "Hub", name: str, gate: str):
        self.folder, self.program = hub.event.folder / name, hub.event.program
        self.folder.mkdir()
        (self.folder / "doorcheck.toml").write_text(
            f'ledger = "ledger.sqlite"\nkeys = "keys"\nbox = "{name}"\ngate = "{gate}"\n[hub]\nurl = "{hub.address()}"\n'
        )
        code = json.loads(hub.event.run("hub", "enroll", "--name", name, "--url", hub.address(), "--json"))["code"]
        self.run("hub", "join", code)
        self.run("hub", "sync")
        assert "good" in self.run("key", "list"), "the hub gave no key"

    def run(self, *arguments) -> str:
        return Event.run(self, *arguments)

    def knows(self, ticket: str, status: str):
        """Waits until the box has heard of it."""
        while f'"status":"{status}"' not in self.run("ticket", "show", ticket, "--json"):
            time.sleep(0.1)


class Hub:
    """A hub whose ledger is the event's."""

    def __init__(self, event: Event):
        self.event = event
        self.runtime = event.folder / "run"
        self.runtime.mkdir()
        self.environment = os.environ | {"RUNTIME_DIRECTORY": str(self.runtime)}
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        with open(event.folder / "doorcheck.toml", "a") as settings:
            settings.write(f'[hub]\ndatabase = "hub.sqlite"\nlisten = "127.0.0.1:{self.port}"\n')
        self.token = event.run("hub", "token").strip()

    def address(self, path: str = "") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def __enter__(self):
        command = [self.event.program, "hub", "serve", "--config", self.event.folder / "doorcheck.toml"]
        self.process = subprocess.Popen(command, env=self.environment, stderr=subprocess.PIPE, text=True)
        assert "hub at" in self.process.stderr.readline()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        assert self.process.wait(30) == 0

    def open(self, browser: Browser, complaints: list[str], width=1280, height=900, **context) -> Page:
        page = browser.new_context(viewport={"width": width, "height": height}, **context).new_page()
        page.add_init_script(WATCH)
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(self.address("/"))
        return page

    def log_in(self, page: Page, password: str, name: str = "amina"):
        page.fill("#name", name)
        page.fill("#password", password)
        page.press("#password", "Enter")


def check_life(browser: Browser, hub: Hub, pictures: Path, complaints: list[str]):
    """What happens at the doors is on the page, and what is done on the page happens at the doors."""
    event = hub.event
    north, south = Box(hub, "north-1", "main"), Box(hub, "south-1", "backstage")
    page = hub.open(browser, complaints)
    hub.log_in(page, "0000-0000-0000-0000")
    expect(page.locator("#loginSaid")).to_have_text("The name, the password or the token is wrong.")
    page.screenshot(path=pictures / "hub-login.png")
    hub.log_in(page, hub.token)
    expect(page.locator("#event")).to_have_text("Summer Night")
    expect(page.locator("#arrived")).to_have_text("0")
    cookie = page.context.cookies()[0]
    assert cookie["httpOnly"] and cookie["sameSite"] == "Strict", cookie
    with Door(north) as door:
        door.scan(*event.codes[:5])
        expect(page.locator("#arrived")).to_have_text("5")
        expect(page.locator("#legend")).to_contain_text("main5")
        door.scan(event.codes[0])
        expect(page.locator("#link")).to_have_text("Live")
        expect(page.locator("#boxes")).to_contain_text("north-1")
        expect(page.locator("#boxes tr", has_text="north-1")).to_contain_text("gate main · v")
        expect(page.locator("#alertList")).to_have_text("Nothing is wrong.")
        expect(page.locator("#days tbody td").nth(0)).to_have_text("5")

        # A scanner that types like a keyboard: each code replaces the one before, and opens its ticket.
        page.locator("#query").focus()
        for number in (52, 53):
            page.keyboard.type(event.codes[number])
            page.keyboard.press("Enter")
            expect(page.locator("#facts")).to_contain_text(event.tickets[number])
        forged = event.codes[52][:-1] + ("1" if event.codes[52][-1] != "1" else "2")
        page.fill("#query", forged)
        expect(page.locator("#foundNote")).to_have_text("The signature of the ticket code is not valid.")
        expect(page.locator("#found button")).to_have_count(0)
        page.fill("#query", "guest")
        expect(page.locator("#found button")).to_have_count(50)
        page.locator("#more").click()
        expect(page.locator("#found button")).to_have_count(70)
        expect(page.locator("#more")).to_be_hidden()

        ticket, code = event.tickets[55], event.codes[55]
        page.fill("#query", "guest55@")
        expect(page.locator("#found button")).to_have_count(1)
        page.locator("#found button").click()
        expect(page.locator("#facts")).to_contain_text(ticket)
        page.get_by_role("button", name="Block").click()
        expect(page.locator("#said")).to_contain_text("Enter a reason")
        page.fill("#why", "card was stolen")
        page.get_by_role("button", name="Block").click()
        expect(page.locator("#holder .tag")).to_have_text("Blocked")
        expect(page.locator("#history")).to_contain_text("by amina · card was stolen")
        page.screenshot(path=pictures / "hub-ticket.png", full_page=True)
        guests = browser.new_page()
        guests.goto(door.address())
        north.knows(ticket, "blocked")
        door.scan(code)
        shown(guests, "refuse")
        expect(page.locator("#reasons")).to_contain_text("blocked")
        page.fill("#why", "it was found")
        page.get_by_role("button", name="Unblock").click()
        expect(page.locator("#holder .tag")).to_have_text("Valid")
        page.fill("#why", "refunded")
        page.get_by_role("button", name="Revoke").click()
        expect(page.locator("#holder .tag")).to_have_text("Revoked")
        south.run("hub", "sync")
        south.knows(ticket, "revoked")

        staff = log_in(browser, door, 360, 740)
        page.fill("#text", "Gate main: let the band in <b>now</b>")
        page.get_by_role("button", name="Send").click()
        expect(page.locator("#messages")).to_contain_text("to all gates")
        expect(staff.locator("#messages")).to_contain_text("let the band in <b>now</b>")
        expect(guests.locator("body")).not_to_contain_text("let the band in")
        staff.screenshot(path=pictures / "hub-message.png")
        tap_twice(staff, "Dismiss", "#messages")
        expect(staff.locator("#messages li")).to_have_count(0)
        page.fill("#text", "Backstage only")
        page.locator("#gate").select_option("backstage")
        page.get_by_role("button", name="Send").click()

        # Another key: the door gets it while it is open, and goes on with the old one until that is retired.
        old = re.findall(r"^([0-9a-f]{8})", event.run("key", "list"), re.MULTILINE)[0]
        new = event.run("key", "rotate").strip()
        late = event.issue("late", ["Late Guest,late@example.org,,"])[0]
        while new not in north.run("key", "list") or "no" in north.run("key", "list").split(new)[1].split("\n")[0]:
            time.sleep(0.1)
        while "Late Guest" not in north.run("ticket", "find", "late"):
            time.sleep(0.1)
        door.scan(late)
        shown(guests, "admit")
        door.scan(event.codes[7])
        expect(page.locator("#arrived")).to_have_text("7")
        event.run("key", "retire", old)
        while "retired" not in north.run("key", "list"):
            time.sleep(0.1)
        # The door looks at its keys once a second.
        for extra in range(8, 40):
            door.scan(event.codes[extra])
            time.sleep(0.3)
            if guests.locator("body").get_attribute("data-state") == "refuse":
                break
        shown(guests, "refuse")
        expect(page.locator("#reasons")).to_contain_text("unknown key")
        # Whom staff let in beyond the ticket is in the organiser's list of doubles, by staff.
        expect(page.locator("#doubles")).to_contain_text("None in the records received so far.")
        staff.fill("#query", "Chiara Costa")
        expect(staff.locator("#found button")).to_have_count(1)
        staff.locator("#found button").click()
        expect(staff.locator("#facts")).to_contain_text("1 of 1 in")
        staff.fill("#why", "lost the band at the bar")
        staff.get_by_role("button", name="Admit anyway").click()
        expect(staff.locator("#facts")).to_contain_text("2 of 1 in")
        expect(page.locator("#doubleCount")).to_have_text("1")
        expect(page.locator("#doubles")).to_contain_text("by staff")
        check_office(browser, hub, page.locator("#arrived").inner_text(), pictures, complaints)
        for each in (guests, staff):
            each.context.close()
    with Door(south) as door:
        staff = log_in(browser, door, 1280, 800)
        expect(staff.locator("#messages li")).to_have_count(2)
        staff.context.close()

    check_rules(page, hub)
    other = hub.event.run("hub", "token").strip()
    expect(page.locator("#password")).to_be_visible()
    hub.token = other
    assert page.evaluate("[window.hacked, ...violations]") == [None]
    page.context.close()


def check_office(browser: Browser, hub: Hub, arrived: str, pictures: Path, complaints: list[str]):
    """The office on the hub's machine shows the same figures, and the hub's boxes."""
    office = Office(hub.event.folder, hub.event.program)
    page = open_page(browser.new_context(viewport={"width": 1280, "height": 800}), office.start(), complaints)
    go(page, "#" + page.locator("#parts a", has_text="During").get_attribute("href").split("#")[1])
    expect(page.locator("#arrived")).to_have_text(arrived)
    expect(page.locator("#boxes tr", has_text="north-1")).to_contain_text("gate main · v")
    expect(page.locator("#boxes tr", has_text="north-1")).to_contain_text("correct")
    expect(page.locator("#doubles")).to_contain_text("by staff")
    page.locator("#doubles a").first.click()
    expect(page.locator(".ticketHead h2")).to_have_text("Chiara Costa")
    page.go_back()
    page.screenshot(path=pictures / "hub-office.png", full_page=True)
    page.context.close()
    office.end()


def check_link(browser: Browser, hub: Hub, complaints: list[str]):
    """The page leads to the office that runs as a service on the hub's machine, exactly as long as that runs."""
    page = hub.open(browser, complaints, ignore_https_errors=True)
    hub.log_in(page, hub.token)
    expect(page.locator("#who")).to_have_text("amina")
    link = page.get_by_role("navigation").get_by_role("link", name="Office")
    expect(link).to_be_hidden()
    hub.event.run("office", "account", "add", "Amina", "--role", "organiser", "--generate")
    port = free_port()
    command = [hub.event.program, "office", "serve", "--as-service", "--listen", f"0.0.0.0:{port}", "--config", hub.event.folder / "doorcheck.toml"]
    office = subprocess.Popen(command, env=hub.environment, stderr=subprocess.DEVNULL)
    expect(link).to_be_visible()
    assert page.evaluate("[window.hacked, ...violations]") == [None]
    link.click()
    expect(page).to_have_url(re.compile(f"^https://127.0.0.1:{port}/"))
    expect(page.locator("#loginName")).to_be_visible()
    page.go_back()
    expect(link).to_be_visible()
    office.kill()
    office.wait()
    assert (hub.runtime / "office-address.json").exists()
    expect(link).to_be_hidden()
    assert page.request.get(hub.address("/office"), max_redirects=0).status == 404
    page.context.close()


def check_rules(page: Page, hub: Hub):
    """Rules that are changed on the page are the ledger's, nobody overwrites another's, and a closed event is marked."""
    def known() -> dict:
        return json.loads(hub.event.run("event", "show", "summer-night", "--json"))

    page.locator("#rulesMore summary").click()
    expect(page.locator("#rule-name")).to_have_value("Summer Night")
    page.fill("#rule-admits", "2")
    page.locator("#ruleZones fieldset", has_text="main").get_by_placeholder("no limit").fill("150")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#ruleChanges li")).to_have_count(1)
    expect(page.locator("#ruleChanges")).to_contain_text("Zone main · At most inside: 150, before: no limit")
    expect(page.locator("#ruleChanges small")).to_contain_text("amina")
    expect(page.locator("#zones")).to_contain_text("of 150")
    assert known()["terms"]["admits"] == 2, known()
    hub.event.run("event", "edit", "summer-night", "--admits", "3")
    page.fill("#rule-note", "18+")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#said")).to_contain_text("Somebody has changed the event meanwhile")
    expect(page.locator("#rule-admits")).to_have_value("3")
    page.fill("#rule-note", "18+")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#ruleChanges li")).to_have_count(2)
    page.get_by_role("button", name="Close the event").click()
    page.get_by_role("button", name="Close now").click()
    expect(page.locator("#closedMark")).to_contain_text("closed since")
    page.get_by_role("button", name="Open the event again").click()
    expect(page.locator("#closedMark")).to_be_hidden()
    with page.expect_download() as download:
        page.locator("#exports").get_by_text("entries and exits").click()
    table = Path(download.value.path()).read_text()
    assert table.startswith("at,gate,zone,kind") and "Chiara Costa" in table and "DC1:" not in table, table[:300]
    assert download.value.suggested_filename == "summer-night-admissions.csv", download.value.suggested_filename
    hub.event.run("event", "edit", "summer-night", "--admits", "1", "--note", "none")
    hub.event.run("event", "edit", "summer-night", "--zone", "main", "--capacity", "none")


def check_once(browser: Browser, hub: Hub, complaints: list[str]):
    """A double tap, a second browser and a lost answer each change a ticket once."""
    one, other = hub.open(browser, complaints), hub.open(browser, complaints)
    tickets = iter(hub.event.tickets[60:63])
    for page in (one, other):
        hub.log_in(page, hub.token)
        expect(page.locator("#event")).to_have_text("Summer Night")

    def open_ticket(page: Page, ticket: str, why: str):
        page.fill("#query", ticket)
        page.press("#query", "Enter")
        expect(page.locator("#facts")).to_contain_text(ticket)
        page.fill("#why", why)
        expect(page.locator("#actions button").first).to_be_enabled()

    def changes(ticket: str) -> list[str]:
        return [line["action"] for line in json.loads(hub.event.run("ticket", "show", ticket, "--json"))["changes"]]

    ticket = next(tickets)
    open_ticket(one, ticket, "card was stolen")
    one.get_by_role("button", name="Block").dblclick()
    expect(one.locator("#holder .tag")).to_have_text("Blocked")
    assert changes(ticket) == ["block"]

    ticket = next(tickets)
    for page in (one, other):
        open_ticket(page, ticket, "refunded")
    one.get_by_role("button", name="Revoke").click()
    expect(one.locator("#holder .tag")).to_have_text("Revoked")
    other.get_by_role("button", name="Block").click()
    expect(other.locator("#said")).to_contain_text(re.compile("Changed meanwhile: revoked at .* by amina"))
    expect(other.locator("#holder .tag")).to_have_text("Revoked")
    assert changes(ticket) == ["revoke"]

    ticket = next(tickets)
    open_ticket(one, ticket, "card was stolen")

    def lose(route):
        route.fetch()
        route.abort()

    one.route(f"**/organiser/tickets/{ticket}", lambda route: lose(route) if route.request.method == "POST" else route.continue_())
    one.get_by_role("button", name="Block").click()
    expect(one.locator("#said")).to_contain_text("does not respond")
    one.unroute(f"**/organiser/tickets/{ticket}")
    one.get_by_role("button", name="Block").click()
    expect(one.locator("#said")).to_contain_text("Changed meanwhile: blocked at")
    expect(one.locator("#holder .tag")).to_have_text("Blocked")
    assert changes(ticket) == ["block"]
    for page in (one, other):
        page.context.close()


def check_accounts(browser: Browser, hub: Hub, pictures: Path, complaints: list[str]):
    """Each role sees what it may, under its account's name, until its account is removed."""
    run, ticket = hub.event.run, hub.event.tickets[64]

    def open_as(name: str, *options: str) -> Page:
        password = run("hub", "account", "add", name, "--generate", *options).strip()
        page = hub.open(browser, complaints)
        hub.log_in(page, password, name.upper())
        expect(page.locator("#event")).to_have_text("Summer Night")
        return page

    desk = open_as("Box office", "--role", "desk", "--event", "summer-night")
    expect(desk.locator("#who")).to_have_text("Box office · Desk")
    cookies = desk.context.cookies()
    assert len(cookies) == 2 and all(cookie["httpOnly"] and cookie["sameSite"] == "Strict" for cookie in cookies), cookies
    desk.fill("#query", ticket)
    desk.press("#query", "Enter")
    expect(desk.locator("#facts")).to_contain_text(ticket)
    expect(desk.locator("#actions button")).to_have_text(["Block"])
    desk.fill("#why", "card was stolen")
    desk.get_by_role("button", name="Block").click()
    expect(desk.locator("#history")).to_contain_text("by Box office · card was stolen")
    expect(desk.locator("#actions button")).to_have_text(["Unblock"])
    desk.screenshot(path=pictures / "hub-desk.png", full_page=True)

    viewer = open_as("Sponsor", "--role", "viewer")
    expect(viewer.locator("#who")).to_have_text("Sponsor · Viewer")
    expect(viewer.locator("#arrived")).to_be_visible()
    for part in ("#search", "#message", "#rules", "#exports"):
        expect(viewer.locator(part)).to_be_hidden()
    viewer.reload()
    expect(viewer.locator("#who")).to_have_text("Sponsor · Viewer")
    viewer.screenshot(path=pictures / "hub-viewer.png", full_page=True)
    run("hub", "account", "remove", "sponsor")
    expect(viewer.locator("#password")).to_be_visible()

    password = run("hub", "account", "password", "box office", "--generate").strip()
    expect(desk.locator("#password")).to_be_visible()
    hub.log_in(desk, password, "box office")
    expect(desk.locator("#who")).to_have_text("Box office · Desk")
    for page in (desk, viewer):
        assert page.evaluate("[window.hacked, ...violations]") == [None]
        page.context.close()


def check_people(browser: Browser, hub: Hub, pictures: Path, complaints: list[str]):
    """The office on the hub's machine adds who opens the hub's page, and removes them; they open nothing of the office."""
    office, name, password = Office(hub.event.folder, hub.event.program), '<img src=x onerror="hacked=1">', "Zanzibar nights 1999"
    organiser = open_page(browser.new_context(viewport={"width": 1280, "height": 900}), office.start(), complaints)
    organiser.get_by_role("link", name="People", exact=True).click()
    expect(organiser.get_by_text(f"open the hub’s page at {hub.address()}")).to_be_visible()
    table = organiser.get_by_role("table", name="At the hub")
    known = table.get_by_role("row", name="Box office")
    expect(known).to_contain_text("Summer Night")

    def add(name: str, role: str, *events: str):
        organiser.get_by_label("Name", exact=True).fill(name)
        organiser.get_by_label("Account for", exact=True).select_option("hub")
        organiser.get_by_label("May do", exact=True).select_option(role)
        for event in events:
            organiser.get_by_label(event, exact=True).check()
        organiser.get_by_label("Password", exact=True).fill(password)
        organiser.get_by_role("button", name="Add", exact=True).click()

    def look(ending: str):
        for width in (1280, 390):
            organiser.set_viewport_size({"width": width, "height": 900})
            assert not (wide := organiser.evaluate(TOO_WIDE)), wide
            organiser.screenshot(path=pictures / f"hub-people-{ending}-{width}.png", full_page=True)
            check_contrast(organiser, f"people at the hub, {ending}, {width}")

    add("BOX OFFICE", "viewer")
    expect(organiser.locator(".wrong")).to_contain_text("The hub has an account named 'BOX OFFICE' already")
    add(name, "desk", "Summer Night")
    expect(organiser.locator("#said")).to_have_text(f"{name} can log in at the hub now.")
    row = table.get_by_role("row", name="onerror")
    expect(row).to_contain_text("Has not logged in yet")
    expect(row).to_contain_text("Summer Night")
    accounts = map(json.loads, hub.event.run("hub", "account", "list", "--json").splitlines())
    assert [len(account["events"] or []) for account in accounts if account["name"] == name] == [1]
    look("added")
    page = hub.open(browser, complaints)
    hub.log_in(page, password, name)
    expect(page.locator("#who")).to_have_text(f"{name} · Desk")
    place = f"http://127.0.0.1:{office.port}"
    stranger = browser.new_context()
    answer = stranger.request.post(f"{place}/office/session", data={"name": name, "password": password}, headers={"Origin": place})
    assert answer.status == 401, answer.text()
    row.get_by_role("button", name="New password").click()
    organiser.locator(".panel input").fill("another password")
    organiser.get_by_role("button", name="Set the password").click()
    expect(page.locator("#password")).to_be_visible()
    hub.log_in(page, "another password", name)
    expect(page.locator("#who")).to_have_text(f"{name} · Desk")
    organiser.reload()
    expect(row).to_contain_text("Last log-in: ")
    press_twice(row, "Remove")
    expect(row).to_have_count(0)
    expect(page.locator("#password")).to_be_visible()

    # Somebody else removes an account while the page shows it.
    hub.event.run("hub", "account", "remove", "Box office")
    known.get_by_role("button", name="New password").click()
    organiser.locator(".panel input").fill("another password")
    organiser.get_by_role("button", name="Set the password").click()
    expect(organiser.locator(".panel .wrong")).to_contain_text("This account is gone")

    # The accounts of the office are there also while the hub's cannot be read.
    organiser.route("**/office/people/hub", lambda route: route.fulfill(status=503, json={"said": "The hub’s database cannot be opened."}))
    organiser.reload()
    expect(organiser.get_by_role("table", name="Accounts")).to_be_visible()
    expect(organiser.get_by_text("The hub’s database cannot be opened.")).to_be_visible()
    assert organiser.evaluate("[window.hacked, ...(window.violations ?? [])]") == [None]
    for context in (organiser.context, page.context, stranger):
        context.close()
    office.end()


def check_joining(browser: Browser, hub: Hub, pictures: Path, complaints: list[str]):
    """The settings that the office writes are all that a new box needs to join a hub with a certificate of its own."""
    own = {"DOORCHECK_HUB_OWN_CERTIFICATE": "true"}
    hub.environment |= own
    os.environ.update(own)
    code, folder = hub.event.issue("late", ["Latecomer,,Regular,"])[0], hub.event.folder / "new"
    (folder / "keys").mkdir(0o700, parents=True)
    (folder / "system/etc").mkdir(parents=True)
    (folder / "doorcheck.toml").write_text('ledger = "ledger.sqlite"\nkeys = "keys"\n')
    with hub:
        office = Office(hub.event.folder, hub.event.program)
        page = open_page(browser.new_context(viewport={"width": 1280, "height": 900}), office.start(), complaints)
        page.get_by_role("link", name="Boxes", exact=True).click()
        expect(page.get_by_text(f"https://127.0.0.1:{hub.port}")).to_be_visible()
        page.get_by_role("button", name="Add a box").click()
        form = page.locator(".adding form")
        form.get_by_label("Name of the box").fill("Last gate")
        form.get_by_label("Wi-Fi network").fill("Festival")
        form.get_by_label("Wi-Fi password").fill("under the mango tree")
        form.get_by_role("button", name="Write the settings").click()
        expect(form.get_by_role("img", name="The settings of Last gate, for its camera")).to_be_visible()
        with page.expect_download() as settings:
            form.get_by_role("button", name="Save box.toml").click()
        settings.value.save_as(folder / "box.toml")
        expect(page.get_by_role("heading", name="Wait until it has joined")).to_be_visible()
        expect(page.get_by_text("This machine’s identity")).to_be_hidden()
        page.screenshot(path=pictures / "hub-joining.png", full_page=True)
        page.get_by_text("Without a network: with a stick").click()
        expect(page.get_by_text("This machine’s identity")).to_be_visible()

        box = Event.__new__(Event)
        box.folder, box.program = folder, hub.event.program
        box.run("box", "apply", folder / "box.toml", "--system", folder / "system")
        box.run("hub", "join", "--file", folder / "keys/hub.join")
        box.run("hub", "sync")
        expect(page.get_by_role("row", name="Last gate")).to_be_visible()
        command = [box.program, "run", "--stdin", "--json", "--config", folder / "doorcheck.toml"]
        said = subprocess.run(command, input=code + "\n", capture_output=True, text=True, check=True).stdout
        assert '"reason":"admitted"' in said, said
        page.context.close()
        office.end()
    del os.environ["DOORCHECK_HUB_OWN_CERTIFICATE"]


RULES = {
    "version": "v", "changes": [{"at": 1_795_000_000_000, "by": "amina", "what": "name: Rock; closed, before Rock; capacity of main: 1800, before none; re-entry: per-day, before none; opens: 2026-11-29T20:00:00.000Z, before none; exits: open, before strict; tickets on no list: admit, before ask; only listed tiers in main: yes, before no; note for staff changed"}],
    "rules": {
        "name": "Nyege Nyege Rooftop", "opens": 1_795_000_000_000, "closes": 1_795_040_000_000, "admits": 1, "reentry": "after-exit",
        "note": "18+", "unlisted": "ask", "oldKeys": "refuse", "exits": "open", "undo": 2.5, "zones": [
            {"name": "backstage", "capacity": 60, "whenFull": "ask", "restricted": True},
            {"name": "main", "capacity": 1800, "whenFull": "refuse", "restricted": False},
        ],
    },
}


def entry(minutes: int, gate: str, decided: str, now: int) -> dict:
    return {"at": now - minutes * 60000, "gate": gate, "box": f"{gate}-1", "decided": decided}


def evening(now: int) -> dict:
    """An evening that no test waits for."""
    draw, start = random.Random(7), now // 600000 * 600000 - 16 * 600000
    curve = [14, 31, 52, 90, 141, 205, 268, 251, 214, 170, 133, 102, 76, 60, 44, 31, 17]
    shares = {"main": 0.5, "north": 0.28, "backstage": 0.07, "river": 0.15}
    arrivals = [
        {"at": start + slot * 600000, "gate": gate, "tier": tier, "people": people}
        for slot, most in enumerate(curve)
        for gate, share in shares.items()
        for tier, part in {"": 0.08, "Family": 0.2, "Regular": 0.6, "VIP": 0.12}.items()
        if (people := round(most * share * part * draw.uniform(0.6, 1.4)))
    ]

    def box(name: str, ago: int, **other) -> dict:
        return {"id": name, "name": name, "state": "enrolled", "contact": now - ago * 1000, "skew": 40, "waiting": 0} | other

    return {
        "events": [{"id": "e", "name": "Nyege Nyege Rooftop"}, {"id": "f", "name": "Summer Night"}], "event": "e",
        "gates": sorted(shares), "tiers": ["", "Family", "Regular", "VIP"], "arrivals": arrivals,
        "arrived": sum(arrival["people"] for arrival in arrivals), "expected": 2400, "tickets": 2290,
        "zones": [{"name": "main", "inside": 1512, "capacity": 1800}, {"name": "backstage", "inside": 61, "capacity": 60},
                  {"name": "river", "inside": 230}],
        "refusals": [{"reason": reason, "refused": refused, "asked": asked} for reason, refused, asked in
                     [("already-used", 41, 0), ("wrong-gate", 17, 0), ("not-a-ticket", 12, 0), ("unpaid", 0, 9), ("forged", 3, 0)]],
        "shownAgain": 4,
        "doubleCount": 204, "earlierDoubles": "9.e.1", "doubles": [
            {"ticket": "0e32cc77-1", "zone": "main", "first": entry(71, "main", "hub", now), "second": entry(58, "river", "alone", now)},
            {"ticket": "9a4471d0-2", "zone": "main", "first": entry(64, "north", "alone", now), "second": entry(60, "river", "alone", now)},
        ],
        "alerts": [
            {"kind": "CapacityNearlyReached", "text": "Zone backstage of Nyege Nyege Rooftop is nearly full: 58 of 60 people are inside.",
             "started": now - 95000},
            {"kind": "BoxSilent", "text": "The hub has not heard from river-1 for 2 minutes.", "started": now - 292000},
        ],
        "days": [
            {"date": "2026-07-03", "begins": now - 86400000, "arrived": 1875, "entered": 2204, "left": 2199, "refused": 88, "asked": 21,
             "peaks": [{"zone": "main", "most": 1790, "at": now - 80000000}, {"zone": "backstage", "most": 44, "at": now - 81000000}]},
            {"date": "2026-07-04", "begins": now, "arrived": 1803, "entered": 1803, "left": 0, "refused": 73, "asked": 9,
             "peaks": [{"zone": "main", "most": 1512, "at": now - 60000}]},
        ],
        "boxes": [box("back office", 0, state="hub", version="0.1.0"), box("main-1", 1, gate="main", version="0.1.0"),
                  box("main-2", 3, skew=-4200, gate="main", version="0.0.9"), box("north-1", 2, gate="north", version="0.1.0"),
                  box("river-1", 412, waiting=23, skew=95000, gate="river"), box("stolen-1", 90000, state="revoked")],
        "faults": ["Some boxes recorded what their role does not allow, so it has no effect (12 of box 'main-2'); "
                     "see `doorcheck box list`."],
        "messages": [
            {"text": "Band is at backstage in five minutes: three vans", "by": "amina", "at": now - 240000,
             "until": now + 1560000, "gate": "backstage"},
            {"text": "Rain: let the queue stand under the roof", "by": "joel", "at": now - 5400000, "until": now - 3600000},
        ],
    }


# What the hub says on its page, also in gaps.
SAID = [
    "The name, the password or the token is wrong.", "Too many attempts; wait a minute.", "This ticket is not on the hub's list.",
    "Changed meanwhile: revoked at 20:15, by Ada. Look again before you act.",
    "Somebody has changed the event meanwhile; the page shows it as it is now.",
    "The ticket of this code is on no list that you may see.", "The event must close after it opens.", "The name cannot be empty.",
    "Your account may block tickets and lift blocks; revocations are for organisers.",
    "The figures may be out of date; the hub's log says why.", "Counting the records; the figures follow.",
]
TRANSLATED = """async (texts) => {
  const { translated } = await import("/words.js");
  return texts.map((text) => [text, translated(text)]);
}"""


def check_languages(browser: Browser, hub: Hub, pictures: Path, complaints: list[str]):
    """The page in every language: no English is left, and nothing is cut off."""
    faults = []
    for tag in LANGUAGES:
        page = hub.open(browser, complaints, locale=tag)
        expect(page.locator("#login")).to_be_visible()
        assert page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == [tag, "rtl" if tag == "ar" else "ltr"]
        page.locator("#login summary").click()
        faults += [f"{tag}, log-in: “{text}” is English" for text in page.evaluate(LEFT, tag)]
        page.screenshot(path=pictures / f"hub-login-{tag}.png")
        now = int(time.time() * 1000) // 600_000 * 600_000 + 300_000
        answer = {"now": now, "version": "1", "office": True, "who": {"name": "amina", "role": "organiser"}, "state": evening(now)}
        page.route("**/organiser/state*", telling(answer))
        page.route("**/organiser/events/e", telling(RULES))
        hub.log_in(page, hub.token)
        expect(page.locator("#legend li")).to_have_count(4)
        page.locator("#rulesMore summary").click()
        expect(page.locator("#ruleZones fieldset")).to_have_count(2)
        page.locator("#closing").click()
        page.locator("#arrivals summary").click()
        faults += [f"{tag}: “{text}” is English" for text in page.evaluate(LEFT, tag)]
        faults += [f"{tag}: “{text}” is “{translation}”" for text, translation in page.evaluate(TRANSLATED, SAID)
                   if text == translation]
        # A name is somebody's own; all else has other words in every language.
        changes = page.locator("#ruleChanges p").inner_text()
        own, rest = changes.split("Rock; closed", 1)
        faults += [f"{tag}: “{changes}”" for word in re.findall(r"before|none|yes|per-day|admit|ask|strict|20:00:00|Zone main ·|note", rest)
                   if not (tag in ("fr",) and word in ("Zone main ·", "note"))]
        for width in (1280, 390, 320):
            page.set_viewport_size({"width": width, "height": 844})
            faults += [f"{tag}, {width} pixels: {fault}" for fault in page.evaluate(TOO_WIDE)]
            if width > 320:
                page.screenshot(path=pictures / f"hub-{tag}-{width}.png", full_page=True)
        page.set_viewport_size({"width": 1280, "height": 900})
        # A ticket is found, blocked and unblocked in the page's language.
        page.unroute("**/organiser/state*")
        page.reload()
        page.fill("#query", hub.event.tickets[65])
        page.press("#query", "Enter")
        for _ in range(2):
            page.fill("#why", "lost")
            page.locator("#actions button").first.click()
            expect(page.locator("#said")).not_to_be_empty()
            expect(page.locator("#why")).to_have_value("")
            faults += [f"{tag}, ticket: “{text}” is English" for text in page.evaluate(LEFT, tag)]
        assert page.evaluate("[window.hacked, ...violations]") == [None]
        page.context.close()
    assert not faults, "\n".join(faults)


def telling(answer: dict):
    return lambda route: route.fulfill(json=answer)


def check_looks(browser: Browser, hub: Hub, pictures: Path, complaints: list[str]):
    """A full page at every width, by day and by night: nothing is cut off, and every text can be read."""
    for theme in ("dark", "light"):
        for name, (width, height) in {"desktop": (1280, 900), "tablet": (820, 1180), "phone": (360, 740)}.items():
            page = hub.open(browser, complaints, width, height, color_scheme=theme, has_touch=width < 600)
            expect(page.locator("#login")).to_be_visible()
            page.locator("#login summary").click()
            page.screenshot(path=pictures / f"hub-login-{name}-{theme}.png")
            check_contrast(page, f"log-in, {theme}, {name}")
            # In the middle of a slot, so that it does not end while the page is looked at.
            now = int(time.time() * 1000) // 600_000 * 600_000 + 300_000
            answer = {"now": now, "version": "1", "office": True,
                      "who": {"name": "amina", "role": "organiser"}, "state": evening(now)}
            page.route("**/organiser/state*", telling(answer))
            hub.log_in(page, hub.token)
            expect(page.locator("#legend li")).to_have_count(4)
            page.mouse.move(width / 2, 380)
            page.wait_for_timeout(200)
            page.screenshot(path=pictures / f"hub-{name}-{theme}.png", full_page=True)
            check_contrast(page, f"hub, {theme}, {name}")
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wide <= 0, f"the page is {wide} pixels too wide, {name}"
            rest = [{"ticket": "77-9", "zone": "main", "orderKnown": True, "first": entry(99, "main", "hub", now), "second": entry(90, "main", "staff", now)}]
            page.route("**/organiser/doubles?*before=9.e.1", telling({"doubles": rest * 2, "earlier": "5.e.1"}))
            page.route("**/organiser/doubles?*before=5.e.1", telling({"doubles": rest}))
            expect(page.locator("#twiceTitle")).to_have_text("Double admissions: the latest 2 of 204")
            page.get_by_role("button", name="Show earlier ones").click()
            expect(page.locator("#doubles tbody tr")).to_have_count(4)
            page.get_by_role("button", name="Show earlier ones").click()
            expect(page.locator("#doubles tbody tr")).to_have_count(5)
            expect(page.locator("#earlier")).to_be_hidden()
            page.route("**/organiser/events/e", telling(RULES))
            page.locator("#rulesMore summary").click()
            expect(page.locator("#rule-name")).to_have_value("Nyege Nyege Rooftop")
            expect(page.locator("#ruleZones fieldset")).to_have_count(2)
            page.get_by_role("button", name="Close the event").click()
            expect(page.locator("#closeNow")).to_be_focused()
            page.screenshot(path=pictures / f"hub-rules-{name}-{theme}.png", full_page=True)
            check_contrast(page, f"rules, {theme}, {name}")
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wide <= 0, f"the page with rules is {wide} pixels too wide, {name}"
            page.get_by_role("button", name="Cancel").click()
            expect(page.locator("#closing")).to_be_focused()
            page.locator("#rulesMore summary").click()
            page.get_by_role("button", name="by tier").click()
            expect(page.locator("#legend")).to_contain_text("VIP")
            page.locator("#arrivals summary").click()
            expect(page.locator("#slots tbody tr")).to_have_count(17)
            assert "the peak is" in page.locator("#chartTitle").text_content()
            check_contrast(page, f"table, {theme}, {name}")
            # The busiest slot is the running one: its words and the line of the present keep apart.
            rush = [{"at": now // 600000 * 600000, "gate": "main", "tier": "", "people": 7}]
            answer.update(version="2", state=evening(now) | {"arrivals": rush})
            expect(page.locator("#chart text.peak")).to_contain_text("Peak 7 at")
            # In one step: the page draws the chart anew with every answer.
            words, present = page.evaluate("""["text.peak", "line.now"].map((part) => {
                const { left, right } = document.querySelector(`#chart ${part}`).getBoundingClientRect();
                return { left, right };
            })""")
            assert not words["left"] <= present["left"] <= words["right"], f"{words} on {present}, {name}"
            assert page.evaluate("[window.hacked, ...violations]") == [None]
            page.context.close()


def check_pages(browser: Browser, hub: Hub, pictures: Path, complaints: list[str], only: list[str]):
    """The hub's own page, and the part of the office that is about its accounts."""
    if "languages" in only:
        check_languages(browser, hub, pictures, complaints)
    elif "looks" not in only:
        check_link(browser, hub, complaints)
        check_life(browser, hub, pictures, complaints)
        check_once(browser, hub, complaints)
        check_accounts(browser, hub, pictures, complaints)
        check_people(browser, hub, pictures, complaints)
        check_languages(browser, hub, pictures, complaints)
    if "languages" not in only:
        check_looks(browser, hub, pictures, complaints)
    check_lost_files(browser, hub.address("/"), "#name", ["/organiser.js", "/page.js", "/organiser.css"])


def main():
    folder, program, pictures = Path(sys.argv[1]).resolve(), str(Path(sys.argv[2]).resolve()), Path(sys.argv[3])
    pictures.mkdir(parents=True, exist_ok=True)
    complaints: list[str] = []
    hub = Hub(Event(folder, program))
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        expect.set_options(timeout=20000)
        only = sys.argv[4:]
        if "joining" not in only:
            with hub:
                check_pages(chromium, hub, pictures, complaints, only)
        if not only or "joining" in only:
            check_joining(chromium, hub, pictures, complaints)
        chromium.close()
    serious = [text for text in complaints if not text.startswith("Failed to load resource")]
    assert not serious, serious
    print(f"The organiser's page works in Chromium; screenshots are in {pictures}.")


if __name__ == "__main__":
    main()
