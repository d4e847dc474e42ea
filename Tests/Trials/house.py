"""A hub, boxes and their organiser: real processes in folders of their own."""

import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

EVENT = "trial"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Machine:
    """A folder with a configuration, in which doorcheck runs."""

    program: Path
    started: list[subprocess.Popen] = []

    def __init__(self, folder: Path, configuration: str):
        self.folder = folder
        folder.mkdir(parents=True)
        (folder / "doorcheck.toml").write_text(configuration)

    def command(self, *arguments) -> list:
        return [self.program, *arguments, "--config", self.folder / "doorcheck.toml"]

    def run(self, *arguments) -> str:
        done = subprocess.run(self.command(*arguments), capture_output=True, text=True, timeout=3600)
        if done.returncode:
            raise SystemExit(f"doorcheck {arguments} in {self.folder}: {done.returncode} {done.stderr[-500:]}")
        return done.stdout


class Hub(Machine):
    """The hub; it can be killed and started again."""

    def __init__(self, folder: Path, database: str = "hub.sqlite", keys: Path | None = None, port: int = 0):
        self.port = port or free_port()
        super().__init__(folder, self.configuration(database))
        if keys:
            # Hubs that share a database have the same key, and are boxes of their own.
            shutil.copytree(keys, folder / "keys", ignore=shutil.ignore_patterns("box.secret", "master*"))
        self.start()

    def configuration(self, database: str) -> str:
        return ('ledger = "ledger.sqlite"\nkeys = "keys"\nbox = "hub"\n'
                f'[hub]\ndatabase = "{database}"\nlisten = "127.0.0.1:{self.port}"\n')

    def use(self, database: str):
        (self.folder / "doorcheck.toml").write_text(self.configuration(database))

    def start(self):
        log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen(self.command("hub", "serve"), stdout=log, stderr=log)
        Machine.started.append(self.process)
        for _ in range(300):
            try:
                return urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5).close()
            except OSError:
                time.sleep(0.1)
        raise SystemExit(f"the hub does not start: {(self.folder / 'log').read_text()[-500:]}")

    def send(self, number: int):
        self.process.send_signal(number)

    def kill(self):
        self.send(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """Ends it in order, as systemd does."""
        self.send(signal.SIGTERM)
        self.process.wait(30)

    def asked(self, path: str) -> tuple[int, str]:
        """What it answers to anybody, with the status."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.read().decode()

    def metric(self, name: str) -> int:
        """The sum of what it reports since its start under a name that may end with labels."""
        found = [line for line in self.asked("/metrics")[1].splitlines() if line.startswith(name)]
        return round(sum(float(line.rsplit(" ", 1)[1]) for line in found))

    def invite(self, name: str, port: int, *options) -> str:
        return self.run("hub", "enroll", "--name", name, "--url", f"http://127.0.0.1:{port}", *options).strip()

    @property
    def processor_seconds(self) -> float:
        return processor_seconds(self.process.pid)


class Box(Machine):
    """A box; its door reads codes from a pipe and prints verdicts."""

    def __init__(self, folder: Path, hub: Hub, port: int, *options):
        self.name, self.port, self.printed, self.door = folder.name, port, [], None
        self.turn = threading.Lock()
        super().__init__(folder, f'ledger = "ledger.sqlite"\nkeys = "keys"\nbox = "{self.name}"\nevent = "{EVENT}"\n'
                                 f'gate = "main"\n[hub]\nurl = "http://127.0.0.1:{port}"\n')
        code = hub.invite(self.name, port, *options)
        # Five boxes may join at once from one address, and then one in ten seconds.
        while subprocess.run(self.command("hub", "join", code), capture_output=True).returncode:
            time.sleep(2)

    def open(self):
        log = open(self.folder / "log", "ab")
        self.door = subprocess.Popen(self.command("run", "--stdin", "--json", "--no-display"), stdin=subprocess.PIPE,
                                     stdout=subprocess.PIPE, stderr=log, text=True)
        Machine.started.append(self.door)

    def show(self, code: str) -> dict:
        """Shows a code and waits for the verdict."""
        with self.turn:
            self.door.stdin.write(code + "\n")
            self.door.stdin.flush()
            while line := self.door.stdout.readline():
                verdict = json.loads(line)
                if "verdict" in verdict:
                    self.printed.append(verdict)
                    return verdict
        raise SystemExit(f"{self.name}: the door closed")

    def renew(self, program: Path):
        """Goes on with another program; guests at this gate wait."""
        with self.turn:
            self.close()
            self.program = program
            self.open()

    def close(self):
        if self.door:
            self.door.stdin.close()
            self.door.wait(30)
            self.door = None

    def rows(self, query: str, *values) -> list:
        with sqlite3.connect(f"file:{self.folder}/ledger.sqlite?mode=ro", uri=True) as ledger:
            return ledger.execute(query, values).fetchall()

    def scans(self) -> set:
        return set(self.rows("SELECT box, seq, chain FROM scan"))


class House:
    """An organiser with tickets, and boxes that have them through the hub."""

    def __init__(self, folder: Path, hub: Hub, port: int, boxes: int, tickets: int, names: list[str] | None = None):
        """With names, the tickets are issued to guests instead of being counted."""
        self.hub = hub
        self.organiser = Box(folder / "organiser", hub, port, "--role", "organiser")
        self.organiser.run("key", "new")
        # With the master key, the hub's machine makes boxes members.
        for key in (self.organiser.folder / "keys").glob("master*"):
            (hub.folder / "keys").mkdir(exist_ok=True)
            (hub.folder / "keys" / key.name).write_bytes(key.read_bytes())
            (hub.folder / "keys" / key.name).chmod(0o600)
        self.organiser.run("event", "new", "Trial", "--gate", "main")
        codes = self.organiser.folder / "codes.csv"
        guests = self.organiser.folder / "guests.csv"
        if names:
            guests.write_text("name\n" + "".join(name + "\n" for name in names))
        self.organiser.run("ticket", "issue", *([guests] if names else ["--count", str(tickets)]), "--output", codes)
        self.codes = [line.rsplit(",", 1)[1] for line in codes.read_text().splitlines()[1:]]
        self.organiser.run("hub", "sync")
        self.boxes = [Box(folder / f"box-{number}", hub, port) for number in range(1, boxes + 1)]
        for box in self.boxes:
            for key in (self.organiser.folder / "keys").glob("master*"):
                (box.folder / "keys" / key.name).write_bytes(key.read_bytes())
                (box.folder / "keys" / key.name).chmod(0o600)
            box.run("hub", "sync")
            box.open()

    def crowd(self, seconds: float, rate: float, times: int = 3):
        """Shows tickets at several boxes at once, each box so many a second at most."""
        queues = {box.name: [] for box in self.boxes}
        needed = int(seconds * rate * len(self.boxes) / times) + 1
        chosen, self.codes = self.codes[:needed], self.codes[needed:]
        if len(chosen) < needed:
            raise SystemExit("the trial has too few tickets")
        for code in chosen:
            for box in random.sample(self.boxes, times):
                queues[box.name].append(code)
        end = time.monotonic() + seconds

        def guests(box: Box):
            for code in queues[box.name]:
                if time.monotonic() > end:
                    return
                start = time.monotonic()
                box.show(code)
                time.sleep(max(0, 1 / rate - (time.monotonic() - start)))

        doors = [threading.Thread(target=guests, args=(box,)) for box in self.boxes]
        for door in doors:
            door.start()
        for door in doors:
            door.join()

    def settle(self):
        """Closes the doors and lets each box share until nothing is new."""
        for box in self.boxes:
            box.close()
        for _ in range(2):
            for box in self.boxes:
                box.run("hub", "sync")

    def decided(self, spans: list) -> tuple[int, int]:
        """How many entries within some spans of time the hub decided, and how many gates decided alone."""
        found = []
        for box in self.boxes:
            for start, end in spans:
                found += box.rows(
                    "SELECT decided FROM scan WHERE kind = 'entry' AND slot IS NOT NULL AND at_ms BETWEEN ? AND ? "
                    "AND box = (SELECT id FROM box WHERE own = 1)", int(start * 1000), int(end * 1000))
        return found.count(("hub",)), found.count(("alone",))

    def last_alone(self, moment: float) -> float:
        """Seconds after a moment until the last entry that a gate decided alone; 0 if none was."""
        times = [0.0]
        for box in self.boxes:
            times += [row[0] / 1000 - moment for row in box.rows(
                "SELECT max(at_ms) FROM scan WHERE decided = 'alone' AND at_ms > ? "
                "AND box = (SELECT id FROM box WHERE own = 1)", int(moment * 1000)) if row[0]]
        return max(times)

    def check(self) -> dict:
        """What was printed against what everybody has."""
        everywhere = [box.scans() for box in self.boxes]
        lost, entries, alone = 0, {}, set()
        for box in self.boxes:
            own = {(bytes(row[0]).hex(), row[1]): row[2] for row in box.rows(
                "SELECT ticket, at_ms, decided FROM scan WHERE kind = 'entry' AND slot IS NOT NULL "
                "AND box = (SELECT id FROM box WHERE own = 1)")}
            for verdict in box.printed:
                if verdict["verdict"] != "admit" or verdict["reason"] != "admitted":
                    continue
                key = (verdict["ticket"].replace("-", ""), milliseconds(verdict["at"]))
                lost += key not in own
                entries.setdefault(key[0], []).append(own.get(key))
        reported = [json.loads(line) for line in self.boxes[0].run("report", "doubles", "--json").splitlines()]
        for box in self.boxes:
            box.run("ledger", "verify")
        return {
            "verdicts": sum(len(box.printed) for box in self.boxes),
            "admitted": sum(len(found) for found in entries.values()),
            "decided alone": sum(found.count("alone") for found in entries.values()),
            "admissions lost": lost,
            "doubles": sum(len(found) - 1 for found in entries.values()),
            "doubles reported": sum("ticket" in line for line in reported),
            "tickets admitted twice by the hub": sum(found.count("hub") > 1 for found in entries.values()),
            "boxes with other scans": sum(scans != everywhere[0] for scans in everywhere),
        }


def milliseconds(text: str) -> int:
    from datetime import datetime
    return round(datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000)
