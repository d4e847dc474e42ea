"""Tickets by mail in the office, to a mail server (office.py calls it)."""

import asyncio
import email
import email.policy
import logging
import socket
import subprocess
import sys
import time
import warnings
from pathlib import Path

from boxes import press_twice
from playwright.sync_api import Page, expect

USER, PASSWORD = "tickets", "a good password"


def smtp():
    """The module of a mail server, if PyPI has it."""
    try:
        import aiosmtpd  # noqa: F401
    except ImportError:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "aiosmtpd"], check=False, capture_output=True)
    try:
        from aiosmtpd import controller, smtp as server
    except ImportError:
        return None
    return controller, server


class Mailbox:
    """Takes mails, slowly enough to be paused, and refuses one address."""

    def __init__(self, refused: str):
        self.refused, self.mails, self.wait = refused, [], 0.05

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802
        if address == self.refused:
            return "550 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):  # noqa: N802
        await asyncio.sleep(self.wait)
        self.mails.append((envelope.rcpt_tos, email.message_from_bytes(envelope.content, policy=email.policy.default)))
        return "250 OK"


def check_mails(page: Page, event: str, pictures: Path):
    """Every guest gets one mail with a ticket: paused and gone on with, one address refused and tried again."""
    modules = smtp()
    if not modules:
        print("aiosmtpd cannot be fetched from PyPI; mails are not tried in Chromium.")
        return
    controller, server = modules
    # It warns at every connection that this one, which stays on the machine, is not encrypted.
    warnings.simplefilter("ignore")
    logging.getLogger("mail.log").setLevel(logging.ERROR)
    box = Mailbox("guest7@example.org")

    def login(server_, session, envelope, mechanism, data):
        is_known = (data.login.decode(), data.password.decode()) == (USER, PASSWORD)
        return server.AuthResult(success=is_known, handled=False)

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    post = controller.Controller(box, hostname="127.0.0.1", port=port, authenticator=login, auth_required=True, auth_require_tls=False)
    post.start()
    try:
        send(page, event, f"smtp://127.0.0.1:{port}", box, pictures)
    finally:
        post.stop()


def send(page: Page, event: str, address: str, box: Mailbox, pictures: Path):
    page.evaluate("(event) => { location.hash = `tickets/${event}/mail`; }", event)
    panel = page.locator(".detail").filter(visible=True)
    expect(panel.locator("[role=status]").first).to_contain_text("62 mails with 62 tickets to send.")
    form = panel.locator("form")
    form.get_by_label("Mail server").fill(address)
    form.get_by_label("From").fill("nobody")
    form.get_by_label("User").fill(USER)
    form.get_by_label("Password").fill("wrong")
    form.get_by_role("button", name="Send 62 mails").click()
    expect(form.locator(".wrong")).to_contain_text("Write the sender as an address")
    form.get_by_label("From").fill("Harbour <harbour@example.org>")
    page.screenshot(path=pictures / "office-mail.png")
    form.get_by_role("button", name="Send 62 mails").click()
    expect(panel.locator(".trouble")).to_contain_text("does not accept the user or the password")
    assert not box.mails
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Send 62 mails").click()
    expect(panel.locator("progress")).to_be_visible()
    deadline = time.monotonic() + 30
    while not box.mails and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    page.screenshot(path=pictures / "office-mail-sending.png")
    panel.get_by_role("button", name="Pause").click()
    go_on = panel.get_by_role("button", name="Go on")
    expect(go_on).to_be_visible()
    assert 0 < len(box.mails) < 62, f"{len(box.mails)} mails were sent before the pause"
    box.wait = 0
    go_on.click()
    expect(panel.locator(".lead", has_text="All mails are sent.")).to_be_visible(timeout=60000)
    recipients = sorted(address for to, _ in box.mails for address in to)
    assert len(recipients) == len(set(recipients)) == 61, "a guest got no mail, or two"
    first = box.mails[0][1]
    assert [part.get_content_type() for part in first.iter_attachments()] == ["application/pdf"]
    refused = panel.locator("details", has_text="refused by the mail server")
    expect(refused).to_contain_text("Guest Number7")
    page.screenshot(path=pictures / "office-mail-refused.png")
    box.refused = ""
    press_twice(page, "Send these again")
    expect(panel.locator("[role=status]").first).to_contain_text("1 mail with 1 ticket to send.")
    panel.get_by_role("button", name="Go on").click()
    expect(panel.locator("[role=status]").first).to_contain_text("62 tickets sent.")
    assert len(box.mails) == 62
    assert "good password" not in page.evaluate("JSON.stringify(localStorage)"), "the browser remembers the password"
