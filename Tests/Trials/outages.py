"""A hub that is killed, halted, behind a proxy that hangs, or in a black hole: how soon gates ask it again."""

import signal
import threading
import time
from pathlib import Path

from house import House, Hub
from proxy import Proxy

# What a gate may decide alone after the hub is back, and what a guest waits for it at most, with the rest of a verdict.
MOST_ALONE = 2.0
MOST_WAIT = 0.3
RATE = 5


def trial(folder: Path, quick: bool) -> dict:
    rounds, length = (1, 5) if quick else (5, 15)
    after = 5
    hub = Hub(folder / "hub")
    proxy = Proxy(hub.port)
    outages = {
        "killed": (hub.kill, hub.start),
        "halted": (lambda: hub.send(signal.SIGSTOP), lambda: hub.send(signal.SIGCONT)),
        "proxy hangs": (lambda: proxy.set(is_cut=True), proxy.set),
        "black hole": (lambda: proxy.set(is_cut=True, forgets=True), proxy.set),
    }
    boxes = 3
    tickets = int(rounds * len(outages) * (length + after + 4) * RATE * boxes) + 50
    house = House(folder, hub, proxy.port, boxes, tickets)
    alone: dict[str, list[float]] = {}
    waits: list[float] = []
    for _ in range(rounds):
        for name, (begin, end) in outages.items():
            returned = []

            def outage(begin=begin, end=end, returned=returned):
                time.sleep(2)
                begin()
                time.sleep(length)
                end()
                returned.append(time.time())

            disturbance = threading.Thread(target=outage)
            disturbance.start()
            waits += guests(house, 2 + length + after)
            disturbance.join()
            alone.setdefault(name, []).append(house.last_alone(returned[0]))
    house.settle()
    worst = {f"alone after the hub was back, s: {name}": round(max(times), 2) for name, times in alone.items()}
    figures = house.check() | worst | {
        "longest wait of a guest, ms": round(1000 * max(waits)),
        "waits above the limit for the hub's answer, share": round(
            sum(wait > MOST_WAIT + 0.1 for wait in waits) / len(waits), 4),
        "longest alone": max(worst.values()),
    }
    hub.kill()
    return figures


def guests(house: House, seconds: float) -> list[float]:
    """Shows a ticket of its own at each box, so many times a second, and says how long each took."""
    end, waits = time.monotonic() + seconds, []

    def door(box, codes):
        for code in codes:
            start = time.monotonic()
            if start > end:
                return
            box.show(code)
            waits.append(time.monotonic() - start)
            time.sleep(max(0, 1 / RATE - waits[-1]))

    doors = []
    for box in house.boxes:
        count = int(seconds * RATE) + 1
        codes, house.codes = house.codes[:count], house.codes[count:]
        doors.append(threading.Thread(target=door, args=(box, codes)))
    for thread in doors:
        thread.start()
    for thread in doors:
        thread.join()
    return waits


def failures(figures: dict) -> list:
    """What should be 0 or below a limit and is not, and what shows that the trial tried something."""
    wrong = [name for name in ("admissions lost", "doubles", "boxes with other scans") if figures[name]]
    if figures["longest alone"] > MOST_ALONE:
        wrong.append("gates decided alone for too long")
    if not figures["decided alone"]:
        wrong.append("the trial was too easy")
    return wrong
