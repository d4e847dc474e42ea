#!/usr/bin/env python3
"""Lets several people work in one office, each in a browser of their own, and throws one out.

usage: people.py FOLDER DOORCHECK SCREENSHOTS    (scripts/test-browser calls it; it uses a new folder within FOLDER)
"""

from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, expect

from boxes import press_twice
from office import TOO_WIDE, Office, choose, drive, event_of, go, open_page

PASSWORD = "Zanzibar nights 1999"
WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


def show(page: Page, pictures: Path, name: str):
    """Takes pictures of a page on a laptop and on a phone, where nothing is cut off."""
    for size, ending in ((WIDE, ""), (NARROW, "-narrow")):
        page.set_viewport_size(size)
        assert not (wide := page.evaluate(TOO_WIDE)), f"{name}{ending}: {wide}"
        page.screenshot(path=pictures / f"people-{name}{ending}.png", full_page=True)
    page.set_viewport_size(WIDE)


def parts(page: Page) -> list[str]:
    return page.locator("#parts a").all_inner_texts()


def prepare(page: Page, office: Office) -> str:
    """A key, an event and its list; returns the event."""
    page.get_by_role("button", name="Create your key").click()
    page.get_by_role("button", name="Later").click()
    page.get_by_role("link", name="Create the event").click()
    page.get_by_label("Name", exact=True).fill("Harbour Night")
    page.get_by_role("button", name="Create the event").click()
    choose(page, "Choose a file", office.folder / "guests.csv")
    page.get_by_role("button", name="Import").filter(has_text="tickets").click()
    expect(page.locator(".sheet img")).to_be_visible()
    return event_of(page)


def add(page: Page, name: str, role: str):
    page.get_by_role("link", name="People", exact=True).click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("May do", exact=True).select_option(role)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("row", name=name)).to_be_visible()


def log_in(context: BrowserContext, office: Office, name: str, complaints: list[str]) -> Page:
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"http://127.0.0.1:{office.port}/")
    expect(page.locator("#loginName")).to_be_focused()
    page.locator("#loginName").fill(name)
    page.locator("#loginPassword").fill("a wrong password")
    page.keyboard.press("Enter")
    expect(page.locator("#loginSaid")).to_contain_text("The name or the password is wrong.")
    page.locator("#loginPassword").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("#office")).to_be_visible()
    return page


def check_desk(page: Page, event: str):
    """The desk sees its own parts alone, finds a guest, sells a ticket and gets its code, and no other's."""
    assert parts(page) == ["Overview", "Tickets", "During the event", "Pictures", "Afterwards"], parts(page)
    expect(page.locator("#newEvent")).to_be_hidden()
    go(page, f"#event/{event}")
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    go(page, f"#tickets/{event}")
    page.get_by_label("Find a ticket").fill("aarti")
    expect(page.locator(".ticketLink")).to_have_count(1)
    page.locator(".ticketLink").click()
    expect(page.locator(".ticketHead h2")).to_have_text("Aarti Achieng")
    expect(page.get_by_role("button", name="Block", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Revoke")).to_have_count(0)
    expect(page.get_by_role("link", name="PDF to print")).to_have_count(0)
    page.get_by_role("link", name="Add a ticket").click()
    page.get_by_label("Name", exact=True).fill("Walk In")
    page.get_by_role("button", name="Add the ticket").click()
    expect(page.locator(".ticketHead h2")).to_have_text("Walk In")
    expect(page.locator("img.code")).to_be_visible()
    assert page.locator("img.code").evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 50
    with page.expect_download() as sheet:
        page.get_by_role("link", name="PDF to print").click()
    assert Path(sheet.value.path()).read_bytes().startswith(b"%PDF-")


def check_removal(organiser: Page, desk: Page, event: str, pictures: Path):
    """Who is removed is thrown out with the next thing they do; what they typed stays, and is nobody else's."""
    go(desk, f"#tickets/{event}/new")
    desk.get_by_label("Name", exact=True).fill("Half Typed")
    add(organiser, "Ben", "desk")
    press_twice(organiser.get_by_role("row", name="Desk 1"), "Remove")
    expect(organiser.get_by_role("row", name="Desk 1")).to_have_count(0)
    desk.get_by_role("button", name="Add the ticket").click()
    expect(desk.locator("#ended")).to_be_visible()
    expect(desk.locator("#endedWho")).to_contain_text("It is Desk 1’s")
    show(desk, pictures, "ended")
    desk.locator("#endedPassword").fill(PASSWORD)
    desk.get_by_role("button", name="Continue").click()
    expect(desk.locator("#endedSaid")).to_have_text("The name or the password is wrong.")
    # Somebody else logs in in another tab of this browser; this page does not go on under their name.
    other = desk.context.new_page()
    other.goto(desk.url.split("#")[0])
    other.locator("#loginName").fill("Ben")
    other.locator("#loginPassword").fill(PASSWORD)
    other.keyboard.press("Enter")
    expect(other.locator("#office")).to_be_visible()
    desk.locator("#endedPassword").fill("")
    desk.get_by_role("button", name="Continue").click()
    expect(desk.locator("#endedSaid")).to_have_text("There is no new session yet.")
    desk.get_by_role("button", name="Back to the page").click()
    expect(desk.get_by_label("Name", exact=True)).to_have_value("Half Typed")
    desk.get_by_role("button", name="Add the ticket").click()
    expect(desk.locator("#endedWho")).to_contain_text("Ben has logged in in this browser meanwhile.")
    # An account of the same name goes on.
    add(organiser, "Desk 1", "desk")
    desk.locator("#endedPassword").fill(PASSWORD)
    desk.get_by_role("button", name="Continue").click()
    expect(desk.locator("#ended")).to_be_hidden()
    expect(desk.locator(".ticketHead h2")).to_have_text("Half Typed")


def check_viewer(page: Page, pictures: Path):
    assert parts(page) == ["Overview", "During the event", "Afterwards"], parts(page)
    show(page, pictures, "viewer")
    page.get_by_role("link", name="Afterwards", exact=True).click()
    expect(page.get_by_role("link", name="Arrivals as CSV")).to_be_visible()
    expect(page.get_by_role("link", name="Report as PDF")).to_have_count(0)
    expect(page.get_by_role("heading", name="Remove guests’ data")).to_have_count(0)
    show(page, pictures, "viewer-after")


def check_changes(organiser: Page):
    """A role and a password are changed beside the name."""
    row = organiser.get_by_role("row", name="Sponsor")
    row.get_by_role("combobox").select_option("desk")
    expect(organiser.locator("#said")).to_have_text("Sponsor has to log in again. New role: Desk.")
    row.get_by_role("button", name="New password").click()
    organiser.locator(".panel input").fill("short")
    organiser.get_by_role("button", name="Set the password").click()
    expect(organiser.locator(".panel .wrong")).to_contain_text("at least 10 characters")
    organiser.locator(".panel input").fill("another password")
    organiser.get_by_role("button", name="Set the password").click()
    expect(organiser.locator(".panel")).to_have_count(0)
    # The name is taken.
    organiser.get_by_label("Name", exact=True).fill("sponsor")
    organiser.get_by_label("Password", exact=True).fill(PASSWORD)
    organiser.get_by_role("button", name="Add", exact=True).click()
    expect(organiser.locator(".wrong")).to_contain_text("already")
    organiser.get_by_label("Name", exact=True).fill("")
    organiser.get_by_label("Password", exact=True).fill("")


def check(browser: Browser, office: Office, pictures: Path, complaints: list[str]):
    contexts = [browser.new_context(viewport=WIDE) for _ in range(3)]
    organiser = open_page(contexts[0], office.start(), complaints)
    event = prepare(organiser, office)
    add(organiser, "Desk 1", "desk")
    add(organiser, "Sponsor", "viewer")
    show(organiser, pictures, "accounts")
    desk = log_in(contexts[1], office, "Desk 1", complaints)
    show(desk, pictures, "desk")
    check_desk(desk, event)
    show(desk, pictures, "sold")
    check_removal(organiser, desk, event, pictures)
    check_viewer(log_in(contexts[2], office, "Sponsor", complaints), pictures)
    check_changes(organiser)
    office.end()
    log = (office.folder / "log").read_text()
    assert PASSWORD not in log and "by=Desk 1" in log.replace('"', ""), log


if __name__ == "__main__":
    drive("people", "Several people work in one office", check)
