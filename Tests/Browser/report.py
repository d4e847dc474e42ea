"""The page that `doorcheck report --html` writes: light, dark, on a phone and printed.

usage: report.py FOLDER DOORCHECK SCREENSHOTS
"""

import os
import subprocess
import sys

from playwright.sync_api import sync_playwright

# Contrast of every text against what is behind it (WCAG 2.2, 1.4.3), the lowest first.
CONTRAST = """() => {
  const light = c => { const v = c / 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4 };
  const parts = text => text.match(/[\\d.]+/g).map(Number);
  const luminance = c => 0.2126 * light(c[0]) + 0.7152 * light(c[1]) + 0.0722 * light(c[2]);
  const behind = e => { for (; e; e = e.parentElement) {
    const c = parts(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] > 0) return c } return [255, 255, 255] };
  const lowest = [];
  for (const e of document.querySelectorAll('h1, h2, p, dt, dd, small, th, td, li, summary, svg text')) {
    if (!e.textContent.trim()) continue;
    const style = getComputedStyle(e), isDrawn = e instanceof SVGElement;
    const [a, b] = [luminance(parts(isDrawn ? style.fill : style.color)), luminance(behind(e))];
    lowest.push([(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.tagName, e.textContent.trim().slice(0, 30)]);
  }
  return lowest.sort((x, y) => x[0] - y[0])[0];
}"""


def main(folder, doorcheck, screenshots):
    os.makedirs(screenshots, exist_ok=True)
    page_file = os.path.join(folder, "report.html")
    config = ["--config", os.path.join(folder, "doorcheck.toml")]
    subprocess.run([doorcheck, "check", "--admit", "-q", os.path.join(folder, "codes"), *config], stdout=subprocess.DEVNULL)
    subprocess.run([doorcheck, "report", "--html", "-o", page_file, *config], check=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        for name, scheme, width in [("light", "light", 1180), ("dark", "dark", 1180), ("phone", "light", 390)]:
            context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900})
            page = context.new_page()
            troubles = []
            page.on("console", lambda message: troubles.append(message.text))
            page.on("pageerror", lambda error: troubles.append(str(error)))
            page.on("request", lambda request: None if request.url.startswith("file:") else troubles.append(request.url))
            page.goto("file://" + os.path.abspath(page_file))
            page.screenshot(path=f"{screenshots}/report-{name}.png", full_page=True)
            assert not troubles, troubles
            assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} scrolls sideways"
            ratio, tag, text = page.evaluate(CONTRAST)
            assert ratio >= 4.5, f"{name}: {tag} '{text}' has a contrast of {ratio:.2f}"
            assert page.locator("svg[role=img] title").count() == 1
            assert page.locator("details table").count() == 2
            print(f"report, {name}: lowest contrast {ratio:.1f}")
            if name == "light":
                page.pdf(path=f"{screenshots}/report.pdf", prefer_css_page_size=True, print_background=True)
            context.close()
        browser.close()


main(*sys.argv[1:4])
