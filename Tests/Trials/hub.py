"""A hub and eight boxes through a killed hub, a halted one, and a bad network."""

import os
import signal
import threading
import time
from pathlib import Path

from house import House, Hub
from proxy import Proxy


def trial(folder: Path, quick: bool) -> dict:
    span, halt, rate = (3, 5, 4) if quick else (20, 30, 2)
    hub = Hub(folder / "hub")
    proxy = Proxy(hub.port)
    boxes = 3 if quick else 8
    house = House(folder, hub, proxy.port, boxes, tickets=int((9 * span + halt + 10) * rate * boxes / 3) + 50)
    calm: list[tuple[float, float]] = []

    def beside(body, *phases):
        """Does something to the hub while guests come."""
        disturbance = threading.Thread(target=body)
        disturbance.start()
        house.crowd(*phases)
        disturbance.join()

    def quiet(times=1):
        """Guests come while nothing is wrong; boxes that found the hub dead ask it again after 12 s or so."""
        if calm:
            time.sleep(13)
        start = time.time()
        house.crowd(times * span, rate)
        calm.append((start, time.time()))

    def kill():
        for _ in range(2 if quick else 5):
            time.sleep(span / 5)
            hub.kill()
            time.sleep(0.3)
            hub.start()

    def stop():
        hub.send(signal.SIGSTOP)
        time.sleep(halt)
        hub.send(signal.SIGCONT)

    quiet(2)
    beside(kill, span, rate)
    quiet()
    beside(stop, halt + 2, rate)
    quiet()
    proxy.set(loss=0.2, delay=0.1)
    house.crowd(span, rate)
    proxy.set(is_cut=True)
    house.crowd(span, rate)
    proxy.set()
    quiet()
    house.settle()
    answered, alone = house.decided(calm)
    figures = house.check() | {
        "in calm: by the hub": answered, "in calm: alone": alone,
        "in calm: share by the hub": round(answered / max(1, answered + alone), 3),
        "machine load": round(os.getloadavg()[1], 1),
    }
    hub.kill()
    return figures


def failures(figures: dict) -> list:
    """What should be 0 and is not, and what shows that the trial tried something."""
    wrong = [name for name in ("admissions lost", "tickets admitted twice by the hub", "boxes with other scans")
             if figures[name]]
    if figures["doubles"] != figures["doubles reported"]:
        wrong.append("doubles reported")
    if not figures["doubles"] or figures["in calm: share by the hub"] < 0.5:
        wrong.append("the trial was too easy, or the hub seldom answered")
    return wrong
