"""A box joins the office with a stick, opens its door, and is revoked (office.py calls it)."""

import json
import os
import re
import subprocess
import time
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

CHOOSER = "input[accept='.id,.dcsync']"
# From the empty folder of a box to the first guest at its gate.
MOST_CLICKS, MOST_SECONDS = 25, 60

# Taps a button, and says whether that answered its question.
SECOND_TAP = """button => {
    const isAsked = button.hasAttribute("data-sure");
    button.click();
    return isAsked && !button.hasAttribute("data-sure");
}"""


class Box:
    """A box at the north gate, whose folder is empty."""

    def __init__(self, folder: Path, program: str):
        self.folder, self.program = folder, program
        folder.mkdir()
        (folder / "doorcheck.toml").write_text('ledger = "ledger.sqlite"\nkeys = "keys"\nbox = "north-1"\ngate = "north-gate"\n')

    def run(self, *arguments, text: str = "") -> str:
        environment = os.environ | {"DOORCHECK_CONFIG": str(self.folder / "doorcheck.toml")}
        command = [self.program, *map(str, arguments)]
        return subprocess.run(command, env=environment, input=text, capture_output=True, text=True, check=True).stdout

    def reasons(self, code: str) -> list[str]:
        """The door's reasons for a code that is shown to it."""
        lines = self.run("run", "--event", "quiet-night", "--stdin", "--json", text=code + "\n").splitlines()
        return [fact["reason"] for fact in map(json.loads, lines) if "reason" in fact]


def save(page: Page, name, stick: Path):
    with page.expect_download() as download:
        page.get_by_role("link", name=name).filter(visible=True).click()
    download.value.save_as(stick / download.value.suggested_filename)


def check_boxes(page: Page, folder: Path, program: str, code: str, pictures: Path):
    """A box with an empty folder gets its organiser, its list and its key on a stick, and admits a guest once.

    code: the code of a ticket of the event "Quiet Night".
    """
    stick, box = folder / "stick", Box(folder / "north", program)
    stick.mkdir()
    page.evaluate("() => { location.hash = 'boxes'; }")
    expect(page.get_by_role("heading", level=1, name="Boxes")).to_be_visible()
    begin, clicks = time.monotonic(), page.evaluate("clicks")
    page.get_by_role("button", name="Add a box").click()
    digits = re.search(r"code (\d{4} \d{4})", box.run("sync", "stick", stick)).group(1)
    page.locator(CHOOSER).set_input_files(stick / "north-1.id")
    expect(page.get_by_role("heading", name="Is this your box north-1?")).to_be_focused()
    page.get_by_label("Digits on the box").fill("1111 1111" if digits != "1111 1111" else "2222 2222")
    page.get_by_role("button", name="Take it in").click()
    expect(page.locator(".panel .wrong")).to_contain_text("The box shows other digits")
    page.screenshot(path=pictures / "office-boxes-digits.png")
    page.get_by_label("Digits on the box").fill(digits)
    page.get_by_role("button", name="Take it in").click()
    row = page.get_by_role("row", name=re.compile("north-1"))
    expect(row).to_contain_text("Gate")
    save(page, "This machine’s identity", stick)
    save(page, re.compile("^Key of Quiet Night"), stick)
    save(page, "File for north-1", stick)
    box.run("sync", "stick", stick)
    assert box.reasons(code) == ["admitted"], "the box does not admit the guest"
    clicks, seconds = page.evaluate("clicks") - clicks, time.monotonic() - begin
    assert clicks <= MOST_CLICKS and seconds <= MOST_SECONDS, f"{clicks} clicks, {seconds:.1f} s"
    print(f"From a box's empty folder to the first guest at its gate, by stick: {clicks} clicks, {seconds:.1f} s.")
    again = box.reasons(code)
    assert again in (["already-used"], ["just-admitted"]), f"the box answers {again} to a ticket that was used"
    # What the box has recorded comes back.
    box.run("sync", "stick", stick)
    page.locator(CHOOSER).set_input_files(stick / "north-1-for-front-desk.dcsync")
    expect(page.locator(".notice", has_text="From north-1: new")).to_contain_text("2 scans")
    check_settings(page, pictures)
    check_revoking(page, pictures)


def check_settings(page: Page, pictures: Path):
    """The settings of a new box, which `doorcheck box setup` would write."""
    form = page.locator(".adding form")
    form.get_by_label("Name of the box").fill("South gate")
    form.get_by_label("PIN for staff").fill("12")
    form.get_by_role("button", name="Write the settings").click()
    expect(form.locator(".wrong")).to_have_text("A PIN has 6 to 64 characters.")
    expect(form.get_by_label("PIN for staff")).to_be_focused()
    form.get_by_label("PIN for staff").fill("482913")
    form.get_by_role("button", name="Write the settings").click()
    expect(form.get_by_role("img", name="The settings of South gate, for its camera")).to_be_visible()
    with page.expect_download() as settings:
        form.get_by_role("button", name="Save box.toml").click()
    assert 'pin = "482913"' in Path(settings.value.path()).read_text()
    page.screenshot(path=pictures / "office-boxes.png", full_page=True)
    form.get_by_label("PIN for staff").fill("482914")
    expect(form.get_by_role("button", name="Save box.toml")).to_have_count(0)


def check_revoking(page: Page, pictures: Path):
    """A stolen box: the page says what changes, and does it on the second tap."""
    row = page.get_by_role("row", name=re.compile("north-1"))
    row.get_by_role("button", name="Revoke").click()
    panel = page.locator(".panel", has_text="Revoke north-1")
    expect(panel.locator("li")).to_contain_text(["0 admissions of north-1 will no longer count."])
    # Before anything that it recorded.
    panel.get_by_label("Nothing counts from").fill("2026-01-01T00:00")
    expect(panel.locator("li").first).to_contain_text("1 admission of north-1 since")
    page.screenshot(path=pictures / "office-boxes-revoke.png")
    press_twice(page, "Revoke north-1")
    expect(row).to_contain_text("Revoked from")
    press_twice(page, "Take back")
    expect(row).to_contain_text("Gate")


def press_twice(page: Page | Locator, name: str):
    """Taps a button that asks once more; a tap that comes too soon is none."""
    button = page.get_by_role("button", name=name).filter(visible=True)
    button.click()
    deadline = time.monotonic() + 20
    while True:
        # A person's tap must reach the button.
        button.click(trial=True)
        # On a busy machine the question may be over before the second tap, which is then a first one again.
        if button.evaluate(SECOND_TAP):
            return
        assert time.monotonic() < deadline, f"“{name}” does nothing on its second tap"
        time.sleep(0.1)
