"""Boxes that read from a hub with very many records: a new gate's first list, and the short lists of every sync."""

import os
import random
import sqlite3
import statistics
import time
from pathlib import Path

from failover import Server
from house import Box, House, Hub
from load import fill
from thief import Thief

# Without tickets, changes and scans.
LISTS = "box,membership,event,key,message"


def trial(folder: Path, quick: bool, postgresql: bool) -> dict:
    filling, tickets = (10_000, 3_000) if quick else (1_000_000, 30_000)
    server = Server.make(folder) if postgresql else None
    hub = Hub(folder / "hub", server.address if server else "hub.sqlite")
    hub.kill()
    fill(hub, server, filling, 0)
    hub.start()
    house = House(folder, hub, hub.port, 0, tickets)
    gates = [Box(folder / f"gate-{number}", hub, hub.port, "--event", "trial") for number in (1, 2, 3)]
    await_page(hub, tickets)
    nothing, pulls, there = [], [], []
    for gate in gates:
        pulls.append(seconds(lambda: gate.run("hub", "sync")))
        there.append(gate.rows("SELECT count(*) FROM ticket")[0][0])
        # Starting the program, and asking what there is.
        nothing.append(seconds(lambda: gate.run("hub", "sync")))
    answers = [times(Thief(gate.folder, hub.port, random), 20 if quick else 200) for gate in (gates[0], house.organiser)]
    hub.kill()
    if server:
        server.control("-m", "immediate", "stop")
    return {"records before": filling, "tickets": tickets, "tickets at gates": min(there),
            "first pull s": round(statistics.median(pulls), 2), "sync without news s": round(statistics.median(nothing), 2),
            "short lists p50 ms, a gate": answers[0][0], "short lists p99 ms, a gate": answers[0][1],
            "short lists p50 ms, an organiser": answers[1][0], "short lists p99 ms, an organiser": answers[1][1],
            "refused request p50 ms": answers[0][2], "machine load": round(os.getloadavg()[1], 1)}


def await_page(hub: Hub, tickets: int):
    """Until the organiser's page counts the tickets: before, the hub itself reads the list as well."""
    with sqlite3.connect(f"file:{hub.folder}/ledger.sqlite?mode=ro", uri=True) as ledger:
        while ledger.execute("SELECT count(*) FROM ticket").fetchone()[0] < tickets:
            time.sleep(0.2)


def seconds(work) -> float:
    start = time.monotonic()
    work()
    return time.monotonic() - start


def times(box: Thief, count: int) -> tuple[float, float, float]:
    """Milliseconds until short lists have arrived, from the end that a box knows; and until a request with a wrong
    signature is refused, which needs no look at the database."""
    page, position = {"more": True}, ""
    while page["more"]:
        status, page = box.ask("GET", f"/v1/records?kinds={LISTS}{position}")
        if status != 200:
            raise SystemExit(f"the hub answers {status}")
        position = f"&epoch={page['epoch']}&rev={page['rev']}"
    answers, refusals = [], []
    # In the middle of the history, where others' records follow.
    middle = f"&epoch={page['epoch']}&rev={page['rev'] // 2}"
    for number in range(count):
        answers.append(1000 * seconds(lambda: box.ask("GET", f"/v1/records?kinds={LISTS}{middle}")))
        refusals.append(1000 * seconds(lambda: box.ask("GET", "/v1/have", Signature="A" * 86)))
        # A box may ask 40 times a second.
        time.sleep(0.06)
    answers.sort()
    return (round(statistics.median(answers), 2), round(answers[len(answers) * 99 // 100], 2),
            round(statistics.median(refusals), 2))


def failures(figures: dict) -> list:
    return ["tickets at gates"] if figures["tickets at gates"] != figures["tickets"] else []
