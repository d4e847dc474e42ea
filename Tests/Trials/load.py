"""Many boxes at one hub: how long a verdict takes, and how soon a scan is at every other box."""

import os
import random
import statistics
import threading
import time
from pathlib import Path

from failover import Server
from house import House, Hub


def trial(folder: Path, quick: bool, postgresql: bool) -> dict:
    boxes, span, rate = (4, 5, 2) if quick else (int(os.environ.get("TRIAL_BOXES", "20")), 60, 1)
    server = Server.make(folder) if postgresql else None
    hub = Hub(folder / "hub", server.address if server else "hub.sqlite")
    house = House(folder, hub, hub.port, boxes, tickets=boxes * span * rate + 50)
    arrivals: list[float] = []
    is_over = threading.Event()

    def watch():
        """Follows one scan after the other to all boxes."""
        while not is_over.is_set():
            box = random.choice(house.boxes)
            newest = "SELECT box, max(seq) FROM scan WHERE box = (SELECT id FROM box WHERE own = 1)"
            own, seq = box.rows(newest)[0]
            start = time.monotonic()
            while not is_over.is_set() and box.rows(newest)[0][1] == seq:
                time.sleep(0.01)
            start, waiting = time.monotonic(), list(house.boxes)
            while waiting and not is_over.is_set():
                waiting = [other for other in waiting if not other.rows(
                    "SELECT 1 FROM scan WHERE box = ? AND seq > ?", own or other.identity, seq or 0)]
                time.sleep(0.02)
            if not waiting:
                arrivals.append(time.monotonic() - start)

    for box in house.boxes:
        box.identity = box.rows("SELECT id FROM box WHERE own = 1")[0][0]
    watcher = threading.Thread(target=watch)
    watcher.start()
    busy, start = hub.processor_seconds, time.monotonic()
    house.crowd(span, rate, times=1)
    seconds, busy = time.monotonic() - start, hub.processor_seconds - busy
    is_over.set()
    watcher.join()
    house.settle()
    times = sorted(verdict["elapsed_ms"] for box in house.boxes for verdict in box.printed)
    figures = house.check()
    hub.kill()
    if server:
        server.control("-m", "immediate", "stop")
    return {"boxes": boxes, "scans a second": round(len(times) / seconds, 1),
            "verdict p50 ms": times[len(times) // 2], "verdict p99 ms": times[len(times) * 99 // 100],
            "at all boxes p50 s": round(statistics.median(arrivals), 2) if arrivals else None,
            "at all boxes p99 s": round(sorted(arrivals)[len(arrivals) * 99 // 100], 2) if arrivals else None,
            "scans followed": len(arrivals), "hub CPU share": round(busy / seconds, 3),
            "machine load": os.getloadavg()[0]} | figures


def failures(figures: dict) -> list:
    return [name for name in ("admissions lost", "boxes with other scans") if figures[name]]
