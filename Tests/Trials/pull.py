"""A long list on its way from the organiser through the hub to a box whose door is open."""

import os
import re
import time
from pathlib import Path

from house import House, Hub, processor_seconds
from proxy import Proxy


def trial(folder: Path, quick: bool) -> dict:
    count = 5_000 if quick else int(os.environ.get("TRIAL_PULL", "500000"))
    known = 3_000 if quick else 30_000
    hub = Hub(folder / "hub")
    proxy = Proxy(hub.port)
    house = House(folder, hub, proxy.port, 1, tickets=known)
    organiser, box = house.organiser, house.boxes[0]
    organiser.run("ticket", "issue", "--count", str(count))
    # The list waits at the hub, and the box hears nothing of it, until all of it is there.
    box.close()
    proxy.bytes, start, busy = 0, time.monotonic(), hub.processor_seconds
    organiser.run("hub", "sync")
    pushed = {"push s": time.monotonic() - start, "push hub CPU s": hub.processor_seconds - busy,
              "push MB": proxy.bytes / 1e6}
    proxy.bytes, busy = 0, hub.processor_seconds
    box.open()
    start, waits, codes = time.monotonic(), [], iter(house.codes)
    there = 0
    while there < known + count:
        shown = time.monotonic()
        box.show(next(codes))
        waits.append(time.monotonic() - shown)
        time.sleep(0.05)
        if len(waits) % 20 == 0:
            there = box.rows("SELECT count(*) FROM ticket")[0][0]
    figures = {"tickets": count, "pull s": time.monotonic() - start, "pull hub CPU s": hub.processor_seconds - busy,
               "box CPU s": processor_seconds(box.door.pid), "pull MB": proxy.bytes / 1e6,
               "hub peak MB": peak(hub.process.pid), "box peak MB": peak(box.door.pid),
               "scans meanwhile": len(waits), "longest wait ms": 1000 * max(waits),
               "median wait ms": 1000 * sorted(waits)[len(waits) // 2], "machine load": os.getloadavg()[1]} | pushed
    box.close()
    hub.kill()
    return {name: round(value, 1) if isinstance(value, float) else value for name, value in figures.items()}


def peak(process: int) -> float:
    """Peak of the resident memory, in MB."""
    return int(re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{process}/status").read_text())[1]) / 1024


def failures(figures: dict) -> list:
    """A door gives up after two seconds."""
    return ["longest wait ms"] if figures["longest wait ms"] > 2000 else []
