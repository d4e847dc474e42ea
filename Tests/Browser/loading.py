"""What a page does when one of its files is lost on the way."""

import time

from playwright.sync_api import Browser, Page, expect

ALL_STYLES = "[...document.querySelectorAll('link[rel=stylesheet]')].every((link) => link.sheet)"


def check_lost_files(browser: Browser, address: str, sign: str, files: list[str], ignore_https_errors=False):
    """A page loads again until it has all of its files, whether a request fails or nothing answers it.

    `sign` is a CSS selector of what the page shows first.
    """
    for file in files:
        check_lost(browser, address, sign, file, answered=True, ignore_https_errors=ignore_https_errors)
    check_lost(browser, address, sign, files[0], answered=False, ignore_https_errors=ignore_https_errors)


def check_lost(browser: Browser, address: str, sign: str, file: str, answered: bool, ignore_https_errors: bool):
    """The first two requests for a file fail, or stay without an answer."""
    page = browser.new_context(ignore_https_errors=ignore_https_errors).new_page()
    page.clock.install()
    lost = []

    def lose(route):
        if len(lost) == 2:
            return route.continue_()
        lost.append(route)
        if answered:
            route.abort()

    arrived, missing = [], []

    def receive(response):
        if response.request.resource_type in ("script", "stylesheet"):
            if response.url.endswith(file):
                arrived.append(response.url)
            if response.status != 200:
                missing.append(response.url)

    page.route(f"**{file}", lose)
    page.on("response", receive)
    page.goto(address, wait_until="commit")
    if not answered:
        for number in (1, 2):
            wait_for(page, lambda: len(lost) == number)
            page.clock.fast_forward(61_000)
    wait_for(page, lambda: arrived)
    page.wait_for_load_state()
    expect(page.locator(sign)).to_be_visible()
    assert len(arrived) == 1 and len(lost) == 2, f"{file} arrived {len(arrived)} times after {len(lost)} losses"
    assert not missing, missing
    assert page.evaluate(ALL_STYLES), f"{file}: a style sheet is missing"
    if not answered:
        for route in lost:
            route.abort()
    page.context.close()


def check_missing_file(browser: Browser, address: str, sign: str, file: str):
    """A page does not load again and again for a file that is not there at all."""
    page = browser.new_context().new_page()
    loads = []
    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    with page.expect_response(lambda answer: answer.url.endswith(file) and answer.request.resource_type == "fetch"):
        page.route(f"**{file}", lambda route: route.fulfill(status=404))
        page.goto(address)
    page.wait_for_timeout(1500)
    expect(page.locator(sign)).to_be_visible()
    assert len(loads) == 1, f"without {file} the page loaded {len(loads)} times"
    page.context.close()


def wait_for(page: Page, holds):
    end = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < end, "it takes too long"
        page.wait_for_timeout(50)
