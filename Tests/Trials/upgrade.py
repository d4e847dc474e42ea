"""A new version comes to the hub and then to the boxes, while guests come, as docs/hub.md says under "Upgrade".

With TRIAL_OLDER, a program of an older version, hub and boxes begin with that one, and the hub goes back to it.
Without, this program begins, and its database is set back to the tables of an older one.
"""

import os
import shutil
import sqlite3
import subprocess
import time
from pathlib import Path

import older
from failover import Server
from house import House, Hub, Machine
from night import LONGEST_ALONE, Night, failures_of_any, is_busy, too_easy
from operation import back_up


class Evening:
    """A hub, gates and guests on one kind of database."""

    def __init__(self, folder: Path, server: Server | None, quick: bool):
        self.folder, self.server, self.new = folder, server, Machine.program
        self.older = Path(os.environ["TRIAL_OLDER"]) if os.environ.get("TRIAL_OLDER") else None
        span, rate, boxes = (2, 4, 3) if quick else (20, 2, 8)
        Machine.program = self.older or self.new
        try:
            self.hub = Hub(folder / "hub", server.address if server else "hub.sqlite")
            self.house = House(folder, self.hub, self.hub.port, boxes, int(12 * span * rate * boxes / 3) + 150)
        finally:
            Machine.program = self.new
        for machine in (self.hub, *self.house.boxes):
            machine.program = self.older or self.new
        self.night, self.figures = Night(self.house, span, rate), {}

    def ask(self, statement: str) -> list:
        """Runs a statement in the hub's database; texts alone come from a server."""
        if self.server:
            return self.server.query(statement)
        with sqlite3.connect(self.hub.folder / "hub.sqlite", timeout=30) as database:
            return [row[0] for row in database.execute(statement)]

    def claims(self) -> set:
        name = "encode({}, 'hex')" if self.server else "hex({})"
        return set(self.ask(f"SELECT {name.format('ticket')} || {name.format('box')} || ordinal FROM claim"))

    def replace_hub(self):
        """As the package does it: the running hub ends, and the new program starts."""
        self.hub.stop()
        if not self.older:
            older.set_back(self.hub.folder / "hub.sqlite", self.server)
        self.hub.program = self.new
        self.hub.start()

    def upgrade_hub(self):
        before = self.claims()
        figure = {"version before": older.VERSION if not self.older else int(self.ask("SELECT version FROM meta")[0])}
        figure["the hub was away, s"] = self.night.beside(self.replace_hub)
        self.night.quiet()
        self.figures |= figure | {
            "version after": int(self.ask("SELECT version FROM meta")[0]),
            "gates alone until, s": round(self.house.last_alone(self.night.began), 2),
            "claims before": len(before), "claims lost": len(before - self.claims())}

    def upgrade_boxes(self):
        """One after the other; guests go on at the other gates."""
        def renew():
            for box in self.house.boxes:
                box.renew(self.new)
        self.figures["upgrade of all boxes, s"] = self.night.beside(renew)
        self.night.quiet()

    def be_outdated(self):
        """A newer hub upgrades the database, and so this program is the old one, which still runs."""
        def outdated():
            self.ask("UPDATE meta SET version = version + 1")
            moment = time.monotonic()
            while self.hub.asked("/readyz")[0] == 200 and time.monotonic() - moment < 20:
                time.sleep(0.1)
            self.figures["outdated hub not ready after, s"] = round(time.monotonic() - moment, 2)
            self.figures["outdated programs that start"] = sum(
                not self.is_refused(program) for program in {self.new, self.older or self.new})
            self.ask("UPDATE meta SET version = version - 1")
        self.night.beside(outdated)
        self.night.quiet()

    def is_refused(self, program: Path) -> bool:
        """Whether a program ends with one sentence at a database of a newer one."""
        done = subprocess.run([program, *self.hub.command("hub", "serve")[1:]], capture_output=True, text=True, timeout=30)
        self.figures["what an outdated program says"] = done.stderr.strip()
        return done.returncode == 65 and done.stderr.count("\n") == 1 and not done.stdout

    def go_back(self):
        """The older program and the backup from before the upgrade."""
        def back():
            self.hub.stop()
            if self.server:
                self.ask("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
            else:
                (self.hub.folder / "hub.sqlite").unlink()
            self.hub.program = self.older or self.new
            self.hub.run("hub", "restore", self.folder / "backup" / "hub.sqlite")
            self.hub.start()
        # A hub from a backup has to hear again what it approved since.
        self.figures["tickets admitted twice by the hub before going back"] = self.house.check()[
            "tickets admitted twice by the hub"]
        self.figures["going back, s"] = self.night.beside(back)
        self.night.quiet()

    def end(self) -> dict:
        self.house.settle()
        self.hub.kill()
        return self.figures | self.house.check() | self.night.figures()


def trial(folder: Path, quick: bool) -> dict:
    server = Server.make(folder)
    figures = {}
    for name, database in (("SQLite", None), ("PostgreSQL", server)):
        evening = Evening(folder / name, database, quick)
        evening.night.quiet()
        evening.night.beside(lambda: back_up(evening.hub, evening.folder / "backup"))
        evening.upgrade_hub()
        # The rest is the same on both.
        if not (quick and database):
            evening.upgrade_boxes()
        evening.be_outdated()
        if not (quick and database):
            evening.go_back()
        figures[name] = evening.end()
    server.control("-m", "fast", "stop")
    return figures


def failures(figures: dict) -> list:
    return [f"{name}: {wrong}" for name, found in figures.items() for wrong in failures_of(found)]


def failures_of(figures: dict) -> list:
    wrong = failures_of_any(figures) + too_easy(figures) + [
        name for name in ("claims lost", "outdated programs that start") if figures[name]]
    twice = "tickets admitted twice by the hub"
    if figures.get(f"{twice} before going back", figures[twice]):
        wrong.append(twice)
    if figures["version after"] <= figures["version before"] or not figures["claims before"]:
        wrong.append("no database with claims was upgraded")
    if figures["gates alone until, s"] > figures["the hub was away, s"] + LONGEST_ALONE and not is_busy(figures):
        wrong.append("gates decided alone for too long")
    return wrong
