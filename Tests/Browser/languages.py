#!/usr/bin/env python3
"""Shows every part of the office in every language: no English is left, and nothing is cut off.

usage: languages.py FOLDER DOORCHECK SCREENSHOTS    (scripts/test-browser calls it; it uses a new folder within FOLDER)
"""

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from office import TOO_WIDE, Office, drive, go, open_page, parts_of
from people import prepare

LANGUAGES = {"de": "Deutsch", "fr": "Français", "es": "Español", "sw": "Kiswahili", "lg": "Luganda", "ar": "العربية"}
WIDTHS = {1280: 800, 390: 844, 320: 568}

# What is shown as it is in the catalogue's English, although the language has other words for it. Texts of guests,
# gates and files are data; in pages they are in elements of their own.
LEFT = """async (tag) => {
  const { texts } = await (await fetch(`/words-${tag}.json`)).json();
  const isEnglish = (text) => typeof texts[text] === "string" && texts[text] !== text;
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.data.trim(), element = walker.currentNode.parentElement;
    if (isEnglish(text) && element.checkVisibility() && !element.closest("bdi, code, dd, svg")) found.add(text);
  }
  for (const element of document.querySelectorAll("[aria-label], [placeholder], img[alt]")) {
    if (!element.checkVisibility()) continue;
    for (const text of [element.ariaLabel, element.placeholder, element.alt]) if (text && isEnglish(text)) found.add(text);
  }
  return [...found];
}"""


# Rows that a preview of a list remarks on, each in another way.
LIST = """Name,Email,Ticket Type,Refunded,Seats Booked,Checked in,Event
Ada,ada@example.org,VIP,,1,no,Harbour Night
Ada,ada@example.org,VIP,,1,yes,Harbour Night
Bo,bo@example.org,Vip,yes,1,yes,
Cy,cy@example.org,Regular,no,3,no,Harbour Night
Total,,,,,,
"""

# A remark on more values than it names.
LONG = 'Column D "Status" may decide who enters, but is not used: 9 rows with words such as refunded or no (lines 2, 3, 4, 5, 6 and 4 more): "a" (1), "b" (2), and 4 more.'

# Sentences that the server says when something is wrong, with words of its own in their gaps.
RARE = [
    'In column C "Email", expected an e-mail address',
    "Line 9: found 7 fields, expected 5 as in the header; are quotation marks missing?",
    "3 rows above the headings in line 5 skipped (lines 1, 2 and 3).",
    "A cell in row 7 is larger than 32767 characters, more than a ticket list needs; export the list again.",
    "CSV, UTF-8, separated by semicolons",
    "Cannot write /var/lib/doorcheck/doorcheck.db: No space left on device.",
    "The ledger /var/lib/doorcheck/doorcheck.db is damaged; move it away and restore the newest backup.",
    "5 admissions of north-1 since 20:15 will no longer count; 2 of these guests are inside.",
    "Some records are not signed by the box that they name, so they were skipped (3 of box 'north-1'); whoever sent them may have forged them.",
    "The import is undone: 3 tickets taken off the list, 2 as before.",
    "Changed meanwhile: revoked at 20:15, by Ada. Look again before you act.",
    "Let in by staff at gate north, box north-1, by Ada (undone later)",
    "The logo cannot be used: this is not a PNG or JPEG picture.",
    "mail.example.org takes no more mails for the moment (reply 452); go on in a while.",
    "The door cannot be started: Permission denied.",
]

REMARKS = """async ([event, list, others]) => {
  const options = { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: list };
  const { questions, warnings } = await (await fetch(`/office/events/${event}/lists?name=guests.csv`, options)).json();
  const { translated } = await import("/words.js");
  return [...[...questions, ...warnings].map(({ text }) => text), ...others].map((text) => [text, translated(text)]);
}"""

# English words that the server puts into the gaps of its sentences.
GAPS = re.compile(r"\b([Cc]olumn|rows?|lines?|have|has|tickets?|more|and|texts?)\b")


def check_remarks(page: Page, tag: str, event: str) -> list[str]:
    remarks = page.evaluate(REMARKS, [event, LIST, [LONG, *RARE]])
    assert len(remarks) >= 4 + len(RARE), remarks
    return [f"{tag}: “{text}” is “{translation}”" for text, translation in remarks if text == translation or GAPS.search(translation)]


def check_language(page: Page, tag: str, event: str, pictures: Path) -> list[str]:
    faults = []
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == [tag, "rtl" if tag == "ar" else "ltr"]
    for name, (address, ready) in parts_of(page, event).items():
        go(page, address)
        expect(page.locator(ready).filter(visible=True).first if ":text" not in ready else page.locator("h1").filter(visible=True)).to_be_visible()
        faults += [f"{tag}, {name}: “{text}” is English" for text in page.evaluate(LEFT, tag)]
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            faults += [f"{tag}, {name}, {width} pixels: {fault}" for fault in page.evaluate(TOO_WIDE)]
            if width > 320:
                page.screenshot(path=pictures / f"language-{tag}-{name}-{width}.png")
        page.set_viewport_size({"width": 1280, "height": 800})
    return faults + check_remarks(page, tag, event)


def check(browser: Browser, office: Office, pictures: Path, complaints: list[str]):
    first = browser.new_context(viewport={"width": 1280, "height": 800})
    page = open_page(first, office.start(), complaints)
    event, faults = prepare(page, office), []
    session = first.storage_state()
    for tag in LANGUAGES:
        context = browser.new_context(viewport={"width": 1280, "height": 800}, locale=tag, storage_state=session)
        faults += check_language(open_page(context, f"http://127.0.0.1:{office.port}/", complaints), tag, event, pictures)
        context.close()
    # A choice counts more than the browser's language, also after a reload.
    go(page, "#start")
    page.get_by_label("Language").filter(visible=True).select_option("de")
    expect(page.get_by_role("heading", name="Übersicht")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Übersicht")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_label("Sprache").filter(visible=True).select_option("en")
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    assert not faults, "\n".join(faults)
    office.end()


if __name__ == "__main__":
    drive("languages", "The office is shown in seven languages", check)
