"""Hundreds of boxes at one hub: how long a claim takes, and how soon a scan is at every other box."""

import itertools
import json
import os
import shutil
import signal
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
from night import Balancer


def trial(folder: Path, quick: bool, postgresql: bool, count: int = 1) -> dict:
    """With more than one hub, on PostgreSQL behind a load balancer, the first is killed during the run and starts again,
    and later the second is halted for a while."""
    boxes, rate = (10, 10) if quick else (int(os.environ.get("TRIAL_BOXES", "200")), os.environ.get("TRIAL_RATE", "200"))
    events, filling = int(os.environ.get("TRIAL_EVENTS", "1")), int(os.environ.get("TRIAL_RECORDS", "0"))
    idle = float(os.environ.get("TRIAL_IDLE", "0"))
    bulk = int(os.environ.get("TRIAL_BULK", "0"))
    span = 5 if quick else int(os.environ.get("TRIAL_SECONDS", "300"))
    server = Server.make(folder) if postgresql else None
    hub = Hub(folder / "hub", server.address if server else "hub.sqlite")
    if filling:
        hub.kill()
        fill(hub, server, filling, int(os.environ.get("TRIAL_SCOPES", "0")))
        hub.start()
    hubs = [hub] + [Hub(folder / f"hub-{n}", server.address, hub.folder / "keys") for n in range(2, count + 1)]
    port = Balancer(folder / "balancer", [one.port for one in hubs]).port if count > 1 else hub.port
    # The boxes' own disks are two hundred, and not this one.
    ledgers = tempfile.mkdtemp(prefix="doorcheck-load-", dir="/dev/shm")
    fingerprint = hub.invite("fingerprint", hub.port).split("#")[2]
    light = bool(os.environ.get("TRIAL_LIGHT"))
    # Each box waits for the hub in a thread, and one process gets 255 of them; light ones share one.
    parts = 1 if events == 1 or light else -(-boxes // 100)
    command = [Machine.program.with_name("doorcheck-load"), "--url", f"http://127.0.0.1:{port}", "--folder", ledgers,
               "--boxes", str(boxes // parts), "--rate", str(float(rate) / parts), "--seconds", str(span), "--bulk", str(bulk),
               "--hub", fingerprint, "--events", str(events // parts), "--idle", str(idle)]
    command += (["--bound"] if events > 1 else []) + (["--light"] if light else [])
    try:
        crowd = [subprocess.Popen(command + ["--part", str(part)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
                 for part in range(parts)]
        Machine.started += crowd
        introductions = [part.stdout.readline().split() for part in crowd for _ in range((boxes + events) // parts + bulk)]
        enrol(introductions, hub, server)
        page = Page(hub, port)
        rest = resting(crowd, hub, boxes) if idle else {}
        faults = Faults(hubs, span) if count > 1 else None
        busy, start = hub.processor_seconds, time.monotonic()
        databases = server.processor_seconds if server else 0
        if not idle:
            begin(crowd)
        page.watch()
        if faults:
            faults.start()
        figures = together([json.loads(part.stdout.readline()) for part in crowd])
        for part in crowd:
            part.wait()
        if faults:
            faults.join()
        figures |= page.figures()
        seconds = time.monotonic() - start
        if faults:
            figures |= faults.figures()
        else:
            figures["hub CPU share"] = round((hub.processor_seconds - busy) / seconds, 3)
        if server:
            figures["PostgreSQL CPU share"] = round((server.processor_seconds - databases) / seconds, 3)
    finally:
        shutil.rmtree(ledgers)
    for one in hubs:
        one.kill()
    if server:
        server.control("-m", "immediate", "stop")
    return {"hubs": count, "boxes": boxes, "light": light, "bulk": bulk, "events": events, "records before": filling} | rest | figures | {"machine load": round(os.getloadavg()[1], 1)}


class Faults(threading.Thread):
    """A third into the run the first hub is killed, and starts again after 5 s; at two thirds the second is halted for
    10 s."""

    def __init__(self, hubs: list[Hub], span: float):
        super().__init__(daemon=True)
        self.hubs, self.span, self.granted = hubs, span, {}

    def run(self):
        first, second = self.hubs[:2]
        # Boxes sync for 7 s before the first guest comes.
        time.sleep(7 + self.span / 3)
        self.note(first)
        first.kill()
        time.sleep(min(5, self.span / 9))
        first.start()
        time.sleep(self.span * 2 / 9)
        second.send(signal.SIGSTOP)
        time.sleep(min(10, self.span / 9))
        second.send(signal.SIGCONT)

    def note(self, hub: Hub):
        """Its figures begin at 0 again with each start."""
        granted = hub.metric('doorcheck_hub_claims_total{outcome="granted"}')
        self.granted[hub.folder.name] = self.granted.get(hub.folder.name, 0) + granted

    def figures(self) -> dict:
        for hub in self.hubs:
            self.note(hub)
        return {f"claims granted by {name}": count for name, count in self.granted.items()}


def begin(crowd: list):
    for part in crowd:
        part.stdin.write("\n")
        part.stdin.flush()


def together(parts: list) -> dict:
    """What several processes have measured."""
    figures = {}
    for name in parts[0]:
        values = [part[name] for part in parts]
        if name.endswith(" in each 10 s"):
            figures[name] = [sum(part) for part in itertools.zip_longest(*values, fillvalue=0)]
        elif isinstance(values[0], list):
            times = sorted(time for part in values for time in part)
            stem = name.removesuffix(" ms")
            for share in (50, 99):
                figures[f"{stem} p{share} ms"] = times[min(len(times) - 1, len(times) * share // 100)] if times else None
            if stem == "claim":
                figures["claims answered"] = len(times)
        else:
            figures[name] = max(values) if name == "seconds" else round(sum(values), 2)
    return figures


def resting(crowd: list, hub: Hub, boxes: int) -> dict:
    """What boxes and hub do while nobody comes: bytes in both directions, with all headers."""
    begin(crowd)
    for part in crowd:
        part.stdout.readline()
    start, sent, busy = time.monotonic(), loopback(), hub.processor_seconds
    for part in crowd:
        part.stdout.readline()
    seconds = time.monotonic() - start
    return {"idle bytes per box and second": round((loopback() - sent) / seconds / boxes),
            "idle hub CPU share": round((hub.processor_seconds - busy) / seconds, 3)}


def loopback() -> int:
    line = next(line for line in Path("/proc/net/dev").read_text().splitlines() if line.strip().startswith("lo:"))
    return int(line.split(":")[1].split()[0])


def fill(hub: Hub, server: Server | None, count: int, scopes: int):
    """Puts records of 100 other events into the hub's database, of which nobody reads the bodies, and 500 boxes that may
    see some of the events each."""
    some = lambda text: f"decode(md5({text}), 'hex')" if server else "randomblob(16)"
    event = (lambda n: f"decode(md5(({n}) % 100 || 'event'), 'hex')") if server else (
        lambda n: f"CAST(printf('event%011d', ({n}) % 100) AS BLOB)")
    box = (lambda n: f"decode(md5(({n}) % 500 || 'box'), 'hex')") if server else (
        lambda n: f"CAST(printf('box%013d', ({n}) % 500) AS BLOB)")
    byte = (lambda n: f"'\\x{n:02x}'::bytea") if server else (lambda n: f"x'{n:02x}'")
    blob = (lambda text: text) if server else (lambda text: f"CAST({text} AS BLOB)")
    body = "decode(repeat('7b', 400), 'hex')" if server else "zeroblob(400)"
    # The base point of Ed25519.
    point = f"decode('58{31 * '66'}', 'hex')" if server else f"x'58{31 * '66'}'"
    numbers = "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < {})"
    is_scan = "n % 2 = 0"
    statements = [
        "INSERT INTO record (kind, id, seq, event, hlc, box, body, chain, audience, rev) " + numbers.format(count) + f"""
        SELECT CASE WHEN {is_scan} THEN 'scan' WHEN n % 1000 = 1 THEN 'event' ELSE 'ticket' END,
            CASE WHEN {is_scan} THEN {box('n / 2')} ELSE {some("n || 'id'")} END, CASE WHEN {is_scan} THEN n / 1000 + 1 ELSE 0 END,
            {event('n / 2')}, 1, {box('n / 2')}, {body}, {some("n || 'chain'")},
            {blob(f"CASE WHEN {is_scan} THEN {byte(3)} || {box('n / 2')} WHEN n % 1000 = 1 THEN {byte(0)} || {event('n / 2')} "
                  f"ELSE {byte(1)} || {event('n / 2')} END")}, n + (SELECT rev FROM meta) FROM number""",
        "INSERT INTO box (id, name, public_key, carries, enrolled_ms, revoked_ms, contact_ms, skew_ms, cursor, scans, membership) "
        + numbers.format(500) + f""" SELECT {box('n')}, 'other-' || n, {point}, 0, 1, 0, 0, 0, '', 0, ''
        FROM number""",
        f"UPDATE meta SET rev = rev + {count}"]
    if scopes:
        statements.append("INSERT INTO box_event (box, event) " + numbers.format(scopes) + f"""
            SELECT {box('n % 500')}, {event('n / 500')} FROM number""")
    if server:
        # As if the records had come over days, and not a moment ago.
        for statement in statements + ["VACUUM (ANALYZE)", "CHECKPOINT"]:
            server.query(statement)
        epoch, rev = server.query("SELECT encode(epoch, 'hex') || ' ' || rev FROM meta")
        epoch, rev = bytes.fromhex(epoch), int(rev)
    else:
        with sqlite3.connect(hub.folder / "hub.sqlite") as database:
            for statement in statements:
                database.execute(statement)
            epoch, rev = database.execute("SELECT epoch, rev FROM meta").fetchone()
    # The hub's own ledger would look at each of them.
    with sqlite3.connect(hub.folder / "ledger.sqlite") as ledger:
        ledger.execute("UPDATE peer SET epoch = ?, lists_rev = ?, tickets_rev = ?", (epoch, rev, rev))


class Page:
    """The organiser's page, which asks for what is new a second after each answer."""

    def __init__(self, hub: Hub, port: int):
        self.address, self.waits, self.state, self.version = f"http://127.0.0.1:{port}", [], None, ""
        self.errors = 0
        token = hub.run("hub", "token").strip()
        answer = self.ask("/organiser/login", json.dumps({"name": "trial", "password": token}).encode())
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
            try:
                self.look()
            except OSError:
                # A hub that was killed, or halted, while it answered.
                self.errors += 1

    def figures(self) -> dict:
        """How long looks took, and the people whom the page shows at the end, a look and a count later."""
        self.ends.set()
        self.watcher.join()
        time.sleep(3)
        self.look()
        waits = sorted(self.waits)
        return {"looks at the page": len(waits), "looks that failed": self.errors, "look p50 ms": round(waits[len(waits) // 2], 1),
                "look p99 ms": round(waits[len(waits) * 99 // 100], 1), "longest look ms": round(waits[-1], 1),
                "page": {name: self.state[name] for name in self.state if isinstance(self.state[name], int)}}


def enrol(introductions: list, hub: Hub, server: Server | None):
    """Puts boxes into the hub's table: from one address only a few may join in a minute."""
    columns = "id, name, public_key, carries, enrolled_ms, revoked_ms, contact_ms, skew_ms, cursor, scans, membership"
    scopes = [(identity, event[0]) for _, identity, _, *event in introductions if event]
    if server:
        rows = ", ".join(f"('\\x{identity}', '{name}', '\\x{key}', {is_relay(name)}, 1, 0, 0, 0, '', 0, '')"
                         for name, identity, key, *_ in introductions)
        server.query(f"INSERT INTO box ({columns}) VALUES {rows}")
        if scopes:
            pairs = ", ".join(f"('\\x{box}', '\\x{event}')" for box, event in scopes)
            server.query(f"INSERT INTO box_event (box, event) VALUES {pairs}")
    else:
        with sqlite3.connect(hub.folder / "hub.sqlite", timeout=30) as database:
            database.executemany(f"INSERT INTO box ({columns}) VALUES (?, ?, ?, ?, 1, 0, 0, 0, '', 0, '')", [
                (bytes.fromhex(identity), name, bytes.fromhex(key), is_relay(name))
                for name, identity, key, *_ in introductions])
            database.executemany("INSERT INTO box_event (box, event) VALUES (?, ?)",
                                 [(bytes.fromhex(box), bytes.fromhex(event)) for box, event in scopes])


def is_relay(name: str) -> int:
    """Lists may be longer than a gate's quota."""
    return int(name.startswith("organiser") or name.startswith("bulk"))


def failures(figures: dict) -> list:
    wrong = [name for name in ("scans not at all boxes", "refused") if figures[name] and not figures["bulk"]]
    return wrong + [name for name in figures if name.startswith("claims granted") and not figures[name]]
