"""How well the pages can be seen: contrast, colours for colour-blind eyes, and what is cut off."""

import itertools

# The style that an element really has: each text that is shown, its colour, the ground that it stands on, and its size.
TEXTS = """() => {
  const opaque = (colour) => !/, 0\\)$|^transparent$/.test(colour);
  const ground = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const style = getComputedStyle(e);
      const stripe = style.backgroundImage.match(/rgba?\\([^)]*\\)/);
      if (stripe) return stripe[0];
      if (opaque(style.backgroundColor)) return style.backgroundColor;
    }
    return "rgb(255, 255, 255)";
  };
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement, box = element.getBoundingClientRect();
    if (!walker.currentNode.data.trim() || !box.width || !box.height || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    texts.push([walker.currentNode.data.trim().slice(0, 30), style.color, ground(element), Boolean(element.closest("#verdict"))]);
  }
  return texts;
}"""

CUT_OFF = """() => ["html", "#verdict", "#word", "footer", "header"].filter((selector) => {
  const e = document.querySelector(selector);
  return e && (e.scrollWidth > e.clientWidth + 1 || (selector !== "#word" && e.scrollHeight > e.clientHeight + 1));
}).concat([...document.querySelectorAll("[data-trouble] :is(#why, #who)")]
  // Letters reach a little below their line; what is cut off is lines.
  .filter((e) => e.scrollHeight > e.clientHeight + parseFloat(getComputedStyle(e).fontSize) / 2).map((e) => e.id))"""

# Machado, Oliveira and Fernandes 2009, at full severity
EYES = {
    "normal vision": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
}
XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))


def linear(colour: str) -> list[float]:
    """Linear light of a computed colour such as rgb(17, 17, 17)."""
    parts = [float(part) / 255 for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def product(rows, vector) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector)) for row in rows]


def contrast(one: str, other: str) -> float:
    """By WCAG 2.2."""
    low, high = sorted(product(XYZ, linear(colour))[1] for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def lab(light) -> tuple[float, float, float]:
    """CIE 1976, D65."""
    relative = [value / white for value, white in zip(product(XYZ, light), (0.95047, 1, 1.08883))]
    x, y, z = (value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116 for value in relative)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def check_contrast(page, state: str):
    """9 to 1 for verdicts, 4.5 to 1 (WCAG 2.2, AA) for everything else."""
    texts = page.evaluate(TEXTS)
    assert texts, "the page is empty"
    for text, colour, ground, is_verdict in texts:
        least = 9 if is_verdict else 4.5
        found = contrast(colour, ground)
        assert found >= least, f"{state}: '{text}' stands out at {found:.1f} to 1 only, {colour} on {ground}"


def check_distance(grounds: dict[str, str]) -> dict[str, float]:
    """Any two verdicts are 57 or more apart for every kind of eye; returns the least distance of each."""
    least = {}
    for eye, rows in EYES.items():
        seen = {
            name: lab([min(max(value, 0), 1) for value in product(rows, linear(colour))])
            for name, colour in grounds.items()
        }
        pairs = {
            (one, other): sum((a - b) ** 2 for a, b in zip(seen[one], seen[other])) ** 0.5
            for one, other in itertools.combinations(seen, 2)
        }
        least[eye] = min(pairs.values())
        assert least[eye] >= 57, f"{eye}: {pairs}"
    return least


def check_fit(page, where: str):
    cut_off = page.evaluate(CUT_OFF)
    assert not cut_off, f"{where}: cut off in {cut_off}"
