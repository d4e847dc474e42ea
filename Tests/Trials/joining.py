"""Hundreds of boxes join a hub from one address, and somebody there guesses codes meanwhile."""

import random
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from house import Hub, Machine

# What an organiser would wait for.
LONGEST = 300


def trial(folder: Path, quick: bool) -> dict:
    boxes = 50 if quick else 500
    hub = Hub(folder / "hub")
    codes = [hub.invite(f"box-{number}", hub.port) for number in range(boxes)]
    machines = [Machine(folder / f"box-{number}", f'ledger = "ledger.sqlite"\nkeys = "keys"\nbox = "box-{number}"\n')
                for number in range(boxes)]
    stranger = Machine(folder / "stranger", 'ledger = "ledger.sqlite"\nkeys = "keys"\nbox = "stranger"\n')
    guesses, isOver = {"wrong": 0, "too many": 0, "right": 0}, threading.Event()

    def guess():
        while not isOver.is_set():
            url, code, rest = codes[0].split("#", 2)
            wrong = "".join(random.choice("0123456789ABCDEFGHJKMNPQRSTVWXYZ") if sign != "-" else sign for sign in code)
            done = subprocess.run(stranger.command("hub", "join", f"{url}#{wrong}#{rest}"), capture_output=True, text=True)
            guesses["right" if not done.returncode else "too many" if "Too many" in done.stderr else "wrong"] += 1

    def join(number: int) -> int:
        """How often the box had to be told."""
        for attempt in range(1, 10):
            if not subprocess.run(machines[number].command("hub", "join", codes[number]), capture_output=True).returncode:
                return attempt
            time.sleep(1)
        return 10

    thief = threading.Thread(target=guess)
    thief.start()
    start = time.monotonic()
    with ThreadPoolExecutor(8) as people:
        attempts = list(people.map(join, range(boxes)))
    seconds = time.monotonic() - start
    isOver.set()
    thief.join()
    enrolled = hub.run("hub", "boxes", "--json").count('"state":"enrolled"')
    hub.kill()
    return {"boxes": boxes, "joined": enrolled, "joined at once": attempts.count(1), "join, s": round(seconds, 1),
            "wrong codes looked at": guesses["wrong"], "wrong codes put off": guesses["too many"],
            "wrong codes let in": guesses["right"]}


def failures(figures: dict) -> list:
    wrong = []
    if figures["joined at once"] < figures["boxes"] or figures["joined"] < figures["boxes"]:
        wrong.append("boxes were kept from joining")
    if figures["join, s"] > LONGEST:
        wrong.append("joining took too long")
    # Five at once, and one in ten seconds.
    if figures["wrong codes looked at"] > 6 + figures["join, s"] / 10 or figures["wrong codes let in"]:
        wrong.append("wrong codes were not limited")
    if not figures["wrong codes put off"]:
        wrong.append("the trial was too easy")
    return wrong
