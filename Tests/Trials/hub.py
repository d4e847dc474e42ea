"""A hub and eight boxes through a killed hub, a halted one, and a bad network."""

import signal
import threading
import time
from pathlib import Path

from house import House, Hub
from proxy import Proxy


def trial(folder: Path, quick: bool) -> dict:
    span, halt, rate = (2, 5, 4) if quick else (10, 30, 8)
    hub = Hub(folder / "hub")
    proxy = Proxy(hub.port)
    boxes = 3 if quick else 8
    house = House(folder, hub, proxy.port, boxes, tickets=int((5 * span + halt + 10) * rate * boxes / 3) + 50)

    def beside(body, *phases):
        """Does something to the hub while guests come."""
        disturbance = threading.Thread(target=body)
        disturbance.start()
        house.crowd(*phases)
        disturbance.join()

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

    house.crowd(span, rate)
    beside(kill, span, rate)
    beside(stop, halt + 2, rate)
    proxy.set(loss=0.2, delay=0.1)
    house.crowd(span, rate)
    proxy.set(is_cut=True)
    house.crowd(span, rate)
    proxy.set()
    house.settle()
    figures = house.check()
    hub.kill()
    return figures


def failures(figures: dict) -> list:
    """What should be 0 and is not, and what shows that the trial tried something."""
    wrong = [name for name in ("admissions lost", "tickets admitted twice by the hub", "boxes with other scans")
             if figures[name]]
    if figures["doubles"] != figures["doubles reported"]:
        wrong.append("doubles reported")
    if not figures["doubles"] or figures["decided alone"] >= figures["admitted"]:
        wrong.append("the trial was too easy, or the hub never answered")
    return wrong
