"""Two hundred boxes at one hub: how long a claim takes, and how soon a scan is at every other box."""

import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from pathlib import Path

from failover import Server
from house import Hub, Machine, processor_seconds


def trial(folder: Path, quick: bool, postgresql: bool) -> dict:
    boxes, rate = (10, 10) if quick else (int(os.environ.get("TRIAL_BOXES", "200")), 200)
    bulk = int(os.environ.get("TRIAL_BULK", "0"))
    span = 5 if quick else int(os.environ.get("TRIAL_SECONDS", "300"))
    server = Server.make(folder) if postgresql else None
    hub = Hub(folder / "hub", server.address if server else "hub.sqlite")
    # The boxes' own disks are two hundred, and not this one.
    ledgers = tempfile.mkdtemp(prefix="doorcheck-load-", dir="/dev/shm")
    fingerprint = hub.invite("fingerprint", hub.port).split("#")[2]
    command = [Machine.program.with_name("doorcheck-load"), "--url", f"http://127.0.0.1:{hub.port}", "--folder", ledgers,
               "--boxes", str(boxes), "--rate", str(rate), "--seconds", str(span), "--bulk", str(bulk), "--hub", fingerprint]
    try:
        crowd = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        Machine.started.append(crowd)
        introductions = [crowd.stdout.readline().split() for _ in range(boxes + 1 + bulk)]
        enrol(introductions, hub, server)
        page = Page(hub)
        busy, start = hub.processor_seconds, time.monotonic()
        databases = server.processor_seconds if server else 0
        crowd.stdin.write("\n")
        crowd.stdin.flush()
        page.watch()
        figures = json.loads(crowd.stdout.readline())
        crowd.wait()
        figures |= page.figures()
        seconds = time.monotonic() - start
        figures["hub CPU share"] = round((hub.processor_seconds - busy) / seconds, 3)
        if server:
            figures["PostgreSQL CPU share"] = round((server.processor_seconds - databases) / seconds, 3)
    finally:
        shutil.rmtree(ledgers)
    hub.kill()
    if server:
        server.control("-m", "immediate", "stop")
    return {"boxes": boxes, "bulk": bulk} | figures | {"machine load": round(os.getloadavg()[1], 1)}


class Page:
    """The organiser's page, which asks for what is new a second after each answer."""

    def __init__(self, hub: Hub):
        self.address, self.waits, self.state, self.version = f"http://127.0.0.1:{hub.port}", [], None, ""
        token = hub.run("hub", "token").strip()
        answer = self.ask("/organiser/login", json.dumps({"name": "trial", "token": token}).encode())
        self.cookie = answer.headers["Set-Cookie"].split(";")[0]
        self.ends, self.watcher = threading.Event(), threading.Thread(target=self.follow, daemon=True)

    cookie = ""

    def ask(self, path: str, body: bytes | None = None):
        headers = {"Cookie": self.cookie, "Content-Type": "application/json", "Origin": self.address}
        return urllib.request.urlopen(urllib.request.Request(self.address + path, body, headers), timeout=60)

    def watch(self):
        self.watcher.start()

    def look(self):
        event = self.state.get("event") or "" if self.state else ""
        start = time.monotonic()
        with self.ask("/organiser/state?" + urllib.parse.urlencode({"event": event, "version": self.version})) as answer:
            body = answer.read()
        self.waits.append(1000 * (time.monotonic() - start))
        if body:
            page = json.loads(body)
            self.state, self.version = page["state"], page["version"]

    def follow(self):
        while not self.ends.wait(1):
            self.look()

    def figures(self) -> dict:
        """How long looks took, and the people whom the page shows at the end, a look and a count later."""
        self.ends.set()
        self.watcher.join()
        time.sleep(3)
        self.look()
        waits = sorted(self.waits)
        return {"looks at the page": len(waits), "look p50 ms": round(waits[len(waits) // 2], 1),
                "look p99 ms": round(waits[len(waits) * 99 // 100], 1), "longest look ms": round(waits[-1], 1),
                "page": {name: self.state[name] for name in self.state if isinstance(self.state[name], int)}}


def enrol(introductions: list, hub: Hub, server: Server | None):
    """Puts boxes into the hub's table: from one address only a few may join in a minute."""
    columns = "id, name, public_key, carries, enrolled_ms, revoked_ms, contact_ms, skew_ms, cursor, scans, membership"
    if server:
        rows = ", ".join(f"('\\x{identity}', '{name}', '\\x{key}', {is_relay(name)}, 1, 0, 0, 0, '', 0, '')"
                         for name, identity, key in introductions)
        server.query(f"INSERT INTO box ({columns}) VALUES {rows}")
    else:
        with sqlite3.connect(hub.folder / "hub.sqlite", timeout=30) as database:
            database.executemany(f"INSERT INTO box ({columns}) VALUES (?, ?, ?, ?, 1, 0, 0, 0, '', 0, '')", [
                (bytes.fromhex(identity), name, bytes.fromhex(key), is_relay(name)) for name, identity, key in introductions])


def is_relay(name: str) -> int:
    """Lists may be longer than a gate's quota."""
    return int(name == "organiser" or name.startswith("bulk"))


def failures(figures: dict) -> list:
    return [name for name in ("scans not at all boxes", "refused") if figures[name] and not figures["bulk"]]
