#!/usr/bin/env python3
"""A wrong entry is taken back in the office: a second tap, a reason, a ticket that has changed meanwhile, a session that ends.

usage: undo.py FOLDER DOORCHECK SCREENSHOTS    (scripts/test-browser calls it; it uses a new folder within FOLDER)
"""

import json
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from office import TOO_WIDE, Office, drive, go, open_page

HOSTILE = '<img src=x onerror="hacked=1">'


def set_up(office: Office) -> tuple[str, str]:
    """An event with one guest; the identifiers of both."""
    office.run("key", "new")
    office.run("event", "new", "Night")
    (office.folder / "one.csv").write_text('name,email\n"Ada ""Countess"" Lovelace",ada@example.org\n')
    office.run("ticket", "issue", office.folder / "one.csv", "--output", office.folder / "codes.csv")
    event = json.loads(office.run("event", "list", "--json").splitlines()[0])["id"]
    ticket = json.loads(office.run("ticket", "list", "--json").splitlines()[0])["ticket"]
    return event, ticket


def lines(page: Page) -> list[str]:
    return page.locator(".history li span").all_inner_texts()


def undo(page: Page):
    """Taps twice; the second half of a double tap is none."""
    page.locator(".acts").get_by_role("button", name="Undo last entry").dblclick()
    expect(page.locator(".acts [data-sure]")).to_have_text("Undo last entry — really?")
    page.wait_for_timeout(800)
    page.locator(".acts [data-sure]").click()


def check(browser: Browser, office: Office, pictures: Path, complaints: list[str]):
    event, ticket = set_up(office)
    admit = ("ticket", "admit", ticket, "--by", "sam", "--why", "forgot the ticket")
    office.run(*admit)
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = open_page(context, office.start(), complaints)
    go(page, f"#tickets/{event}/{ticket}")
    expect(page.locator(".history li")).to_have_count(1)
    # Without a reason nothing is done.
    undo(page)
    expect(page.locator(".acts .wrong")).to_contain_text("Enter a reason")
    assert len(lines(page)) == 1
    page.get_by_label("Reason").fill(f"wrong guest {HOSTILE}")
    page.screenshot(path=pictures / "undo-ticket.png")
    # Somebody else has undone it meanwhile, and the guest is in again: nothing is done, and what was typed stays.
    office.run("ticket", "undo", ticket, "--by", "sam", "--why", "mixed up")
    office.run(*admit)
    undo(page)
    expect(page.locator("#said")).to_contain_text("changed meanwhile, so nothing was done")
    expect(page.locator(".history li")).to_have_count(3)
    expect(page.get_by_label("Reason")).to_have_value(f"wrong guest {HOSTILE}")
    # The answer is lost: the page says so, and the second try finds that it is done.

    def lose(route):
        route.fetch()
        route.abort()

    page.route("**/undo", lose)
    undo(page)
    expect(page.locator("#lost")).to_be_visible()
    page.unroute("**/undo")
    page.locator("#lostAgain").click()
    expect(page.locator("#lost")).to_be_hidden()
    undo(page)
    expect(page.locator(".history li")).to_have_count(4)
    expect(page.locator(".acts").get_by_role("button", name="Undo last entry")).to_have_count(0)
    assert "wrong guest <img" in lines(page)[3], lines(page)
    assert sum(text.endswith("(undone later)") for text in lines(page)) == 2
    # Once more, done at the first try; focus goes to the ticket.
    office.run(*admit)
    page.reload()
    expect(page.locator(".history li")).to_have_count(5)
    page.get_by_label("Reason").fill("left at once")
    undo(page)
    expect(page.locator("#said")).to_have_text("The entry is undone.")
    expect(page.locator(".ticketHead h2")).to_be_focused()
    expect(page.locator(".history li")).to_have_count(6)
    # After the time that the event allows there is no button, but a sentence.
    office.run(*admit)
    office.run("event", "edit", "--undo", "0")
    page.reload()
    expect(page.locator(".acts")).to_contain_text("The last entry cannot be undone: the event does not allow it.")
    expect(page.locator(".acts").get_by_role("button", name="Undo last entry")).to_have_count(0)
    for name, (width, height) in {"wide": (1280, 800), "phone": (390, 844)}.items():
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(TOO_WIDE)
        page.screenshot(path=pictures / f"undo-history-{name}.png", full_page=True)
    assert page.evaluate("[window.hacked, ...violations]") == [None]
    context.close()
    office.end()


if __name__ == "__main__":
    drive("undo", "A wrong entry is taken back in the office", check)
