"""A stolen gate's box against a hub, an organiser's machine and three gates with open doors, until it is revoked."""

import json
import os
import queue
import random
import shutil
import subprocess
import sys
import threading
import time
import uuid
from collections import Counter
from datetime import datetime, timezone
from pathlib import Path

from attacks import Attacks, Scene
from house import Box, Hub, milliseconds
from proxy import Proxy
from pull import peak
from thief import Thief, data, ticket_of

# Gates, guests at each during the attack, and seconds between two of them.
GATES, GUESTS, PACE = 3, 12, 0.4
# Tickets of a round: for guests during the attack and afterwards, and of each other kind in Scene.
QUIET, TARGETS, OTHERS = GATES * GUESTS, 14, 2
TICKETS_OF_ROUND = QUIET + TARGETS + 3 * OTHERS + 4


class Gate(Box):
    """An honest gate, whose door answers within half a minute or is taken to have ended."""

    def open(self):
        super().open()
        self.answers = queue.SimpleQueue()
        threading.Thread(target=self.listen, args=(self.door, self.answers), daemon=True).start()

    def listen(self, door, answers):
        for row in door.stdout:
            line = json.loads(row)
            answers.put(line)
        answers.put(None)

    def show(self, code: str) -> dict:
        """Shows a code; the answer has the time that the guest waited, in milliseconds."""
        start = time.monotonic()
        try:
            self.door.stdin.write(code + "\n")
            self.door.stdin.flush()
            while line := self.answers.get(timeout=30):
                if "verdict" in line:
                    self.printed.append(line)
                    return line | {"wait": 1000 * (time.monotonic() - start)}
        except (OSError, queue.Empty):
            pass
        raise DoorEnded(f"{self.name}: the door does not answer")

    def put_in(self, file: Path) -> subprocess.CompletedProcess:
        """Imports a stick's file, of which any may be refused."""
        return subprocess.run(self.command("sync", "import", file), capture_output=True, text=True, timeout=120)


class Office(Hub):
    """The hub, whose own ledger takes part."""

    name, rows = "hub", Box.rows


class DoorEnded(Exception):
    """A door closed, or does not answer."""


class Venue:
    """The organiser, the hub and the gates, with tickets for all rounds."""

    def __init__(self, folder: Path, rounds: int):
        self.folder, self.hub = folder, Office(folder / "hub")
        self.organiser = Box(folder / "organiser", self.hub, self.hub.port, "--role", "organiser")
        self.organiser.run("key", "new")
        self.organiser.run("event", "new", "Trial", "--gate", "main")
        # The organiser's laptop is where the master key is; the hub's machine makes boxes members.
        for key in (self.organiser.folder / "keys").glob("*.key"):
            (self.hub.folder / "keys").mkdir(exist_ok=True)
            shutil.copy(key, self.hub.folder / "keys")
        self.codes = self.issue(self.organiser, rounds * TICKETS_OF_ROUND)
        self.unpaid = self.issue_unpaid(rounds * OTHERS)
        self.organiser.run("hub", "sync")
        # Another laptop of the organiser's, on which tickets are sold.
        self.laptop = Box(folder / "laptop", self.hub, self.hub.port, "--role", "organiser")
        shutil.copy(self.organiser.folder / "keys" / "master.key", self.laptop.folder / "keys")
        self.fetch(self.laptop)
        # One of the gates can be cut off from the hub.
        self.proxy = Proxy(self.hub.port)
        self.gates = [Gate(folder / f"gate-{number}", self.hub, self.proxy.port if number == GATES else self.hub.port)
                      for number in range(1, GATES + 1)]
        for gate in self.gates:
            self.fetch(gate)
            self.introduce(gate)
            gate.open()

    def issue(self, machine: Box, count: int) -> list:
        codes = machine.folder / "codes.csv"
        machine.run("ticket", "issue", "--count", str(count), "--output", codes)
        return [row.rsplit(",", 1)[1] for row in codes.read_text().splitlines()[1:]]

    def issue_unpaid(self, count: int) -> list:
        guests, codes = self.organiser.folder / "guests.csv", self.organiser.folder / "unpaid.csv"
        guests.write_text("name,paid\n" + "".join(f"Guest {number},no\n" for number in range(count)))
        self.organiser.run("ticket", "issue", guests, "--output", codes)
        return [row.rsplit(",", 1)[1] for row in codes.read_text().splitlines()[1:]]

    @property
    def machines(self) -> list:
        """All whose ledgers are honest."""
        return [self.organiser, self.hub, *self.gates]

    def fetch(self, box: Box):
        """Lets a new box sync until it has the event's key, which the hub has to find first."""
        for _ in range(30):
            box.run("hub", "sync")
            if list((box.folder / "keys").glob("*.key")):
                return
            time.sleep(0.5)
        raise SystemExit(f"{box.name}: the hub has no key")

    def introduce(self, box: Box) -> Path:
        """The file with a box's name and key."""
        card = self.folder / f"{box.name}.id"
        box.run("sync", "id", card)
        return card

    def take(self, count: int) -> list:
        taken, self.codes = self.codes[:count], self.codes[count:]
        return taken

    def settles(self, condition) -> bool:
        """Waits until something is so at all honest ledgers, while the organiser syncs."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            self.organiser.run("hub", "sync")
            if condition():
                return True
            time.sleep(0.3)
        return False


# What ledgers have.

TICKETS = ("id, event, user, epoch, tier, status, holder, reference, admits, note, opens_ms, closes_ms, replaces, "
           "overlong, barcode, removed, hlc, stamper")
EVENTS = ("id, slug, name, opens_ms, closes_ms, unlisted, old_keys, exits, admits, reentry, note, day_ms, undo_ms, "
          "closed_ms, hlc, stamper")
LISTS = {
    "tickets": f"SELECT {TICKETS} FROM ticket", "events": f"SELECT {EVENTS} FROM event",
    "zones": "SELECT * FROM zone", "gates": "SELECT * FROM gate", "gate_tiers": "SELECT * FROM gate_tier",
    "tiers": "SELECT * FROM tier",
    "keys": "SELECT key_id, event, suite, epoch, retired FROM signing_key", "messages": "SELECT id FROM message",
}
EFFECTS = {
    "scans": "SELECT box, seq, chain FROM scan WHERE counts", "inside": "SELECT event, zone, people FROM inside",
    "changes": "SELECT box, seq, chain FROM ticket_change WHERE counts",
    "members": "SELECT box, record FROM member",
}


def state(machine: Box, of: dict) -> dict:
    return {name: set(machine.rows(query)) for name, query in of.items()}


def entries(machine: Box) -> set:
    return {(row[0], str(uuid.UUID(bytes=row[1])), row[2]) for row in machine.rows(
        "SELECT box.name, ticket, at_ms FROM scan JOIN box ON box.id = scan.box WHERE slot IS NOT NULL AND counts")}


class Round:
    """One theft: the box joins and works, is stolen, attacks, is revoked, and attacks on."""

    def __init__(self, venue: Venue, number: int, chance: random.Random, found: Counter):
        self.venue, self.number, self.chance, self.found = venue, number, chance, found
        self.name, self.waits, self.sold = f"stolen-{number}", [], []

    def wrong(self, kind: str, *what):
        self.found[kind] += 1
        print(f"round {self.number}: {kind}:", *what, file=sys.stderr, flush=True)

    def go(self, revokes: bool):
        self.prepare()
        self.attack()
        self.check_before()
        if revokes:
            self.revoke()
        self.attack_afterwards()
        self.check_after()

    # Before the theft.

    def prepare(self):
        venue = self.venue
        self.box = Box(venue.folder / self.name, venue.hub, venue.hub.port)
        venue.fetch(self.box)
        self.box.open()
        # Guests whom the box lets in before the theft, and who stay in.
        self.honest = venue.take(2)
        for code in self.honest:
            self.expect(self.box.show(code)["reason"] == "admitted", "guests refused before the theft", code)
        self.box.close()
        self.box.run("hub", "sync")
        card = venue.introduce(self.box)
        for gate in venue.gates:
            gate.run("sync", "trust", card)
        self.choose()
        self.own = uuid.UUID(Thief(self.box.folder, venue.hub.port, self.chance).box).bytes
        self.settle_lists()
        self.theft = datetime.now(timezone.utc)

    def choose(self):
        """Tickets for the round; the organiser withdraws and blocks some."""
        venue = self.venue
        self.used, self.quiet, self.targets = venue.take(2), venue.take(QUIET), venue.take(TARGETS)
        self.withdrawn, self.blocked, self.dated = (venue.take(OTHERS) for _ in range(3))
        self.unpaid, venue.unpaid = venue.unpaid[:OTHERS], venue.unpaid[OTHERS:]
        for code in self.used:
            self.admit(self.chance.choice(venue.gates), code)
        for action, codes in (("revoke", self.withdrawn), ("block", self.blocked)):
            venue.organiser.run("ticket", action, *map(ticket_of, codes), "--by", "trial", "--why", "trial")
        lists = {name: list(map(ticket_of, getattr(self, name)))
                 for name in ("used", "quiet", "targets", "withdrawn", "blocked", "unpaid", "dated")}
        lists["used"] += map(ticket_of, self.honest)
        self.scene = Scene(**lists)

    def settle_lists(self):
        organiser, machines = self.venue.organiser, self.venue.machines
        self.expect(self.venue.settles(lambda: all(
            state(one, LISTS | EFFECTS) == state(organiser, LISTS | EFFECTS) for one in machines)),
            "ledgers that differ before the theft")
        self.before = state(organiser, LISTS)
        self.counted = state(organiser, EFFECTS)

    def admit(self, gate: Gate, code: str):
        verdict = gate.show(code)
        self.waits.append(verdict["wait"])
        self.expect(verdict["enters"], "guests refused", gate.name, verdict["reason"], verdict.get("detail", ""))

    def expect(self, is_so: bool, kind: str, *what):
        if not is_so:
            self.wrong(kind, *what)

    # The attack.

    def attack(self):
        self.thief = Thief(self.box.folder, self.venue.hub.port, self.chance)
        self.attacks = Attacks(self.thief, self.scene, random.Random(self.chance.getrandbits(64)))
        self.is_cut = self.chance.random() < 0.5
        self.venue.proxy.set(is_cut=self.is_cut)
        doors = [threading.Thread(target=self.let_in, args=(gate, self.quiet[place::GATES]))
                 for place, gate in enumerate(self.venue.gates)]
        for door in doors:
            door.start()
        self.attacks.go(self.attacks.shuffled(), time.monotonic() + 40)
        if self.is_cut:
            self.overhear()
        self.pass_sticks()
        for door in doors:
            door.join()
        self.venue.proxy.set()
        # More, now that there is more to undo.
        if self.chance.random() < 0.25:
            self.attacks.go(["backdate"], time.monotonic() + 10)
        self.attacks.go(self.chance.sample(Attacks.NAMES, 8) + ["undo_entries", "forge_lines"], time.monotonic() + 20)

    def let_in(self, gate: Gate, codes: list):
        try:
            for code in codes:
                self.admit(gate, code)
                time.sleep(PACE)
        except DoorEnded as error:
            self.wrong("processes ended", error)

    def overhear(self):
        """A gate that is cut off hands over a stick, with lines that the hub does not have."""
        file = self.venue.folder / "overheard.dcsync"
        self.venue.gates[-1].run("sync", "export", file, "--for", self.name)
        self.scene.overheard = self.thief.open_stick(file.read_bytes())
        self.attacks.go(["doctor_lines"], time.monotonic() + 10)

    def pass_sticks(self):
        gate = self.chance.choice(self.venue.gates)
        receiver = data((self.venue.folder / f"{gate.name}.id").read_text().split()[1])
        file = self.venue.folder / "stolen.dcsync"
        file.write_bytes(self.attacks.stick(receiver))
        done = gate.put_in(file)
        self.found[f"sticks ending in {done.returncode}"] += 1
        if done.returncode < 0 or done.returncode > 78:
            self.wrong("processes ended", gate.name, "sync import", done.returncode, done.stderr[-300:])

    # What has an effect.

    def check_before(self):
        """Nothing that a gate may not do has had an effect at any honest ledger."""
        self.check_processes()
        self.settle_scans()
        self.venue.settles(self.is_heard)
        for machine in self.venue.machines:
            self.check_lists(machine, "effects before the revocation", touched=True)
            self.expect(state(machine, EFFECTS)["members"] == self.counted["members"], "effects before the revocation",
                        machine.name, "members")
        gates = self.venue.gates
        # What a gate has admitted it may undo, and then the ticket is open at others.
        inside = [code for code in self.honest if ticket_of(code) not in self.attacks.undone]
        for code in self.used + inside + self.chance.sample(self.quiet, 4) + self.withdrawn + self.added():
            self.refuse(self.chance.choice(gates), code, "entered before the revocation")

    def added(self) -> list:
        return self.chance.sample(self.attacks.added, min(4, len(self.attacks.added)))

    def settle_scans(self):
        """Waits until the honest gates' scans are everywhere."""
        def own(machine):
            return {row for gate in self.venue.gates for row in gate.rows(
                "SELECT box, seq, chain FROM scan WHERE box = (SELECT id FROM box WHERE own = 1)")} <= set(
                    machine.rows("SELECT box, seq, chain FROM scan WHERE counts"))

        self.expect(self.venue.settles(lambda: all(map(own, self.venue.machines))), "honest scans that do not arrive")

    def is_heard(self) -> bool:
        """Whether the gates have the last lines of the box that the organiser has."""
        ends = [(table, self.thief.logs[kind].chain) for kind, table in (("scan", "scan"), ("change", "ticket_change"))]
        return all(not self.venue.organiser.rows(f"SELECT 1 FROM {table} WHERE chain = ?", chain)
                   or all(gate.rows(f"SELECT 1 FROM {table} WHERE chain = ?", chain) for gate in self.venue.gates)
                   for table, chain in ends)

    def check_lists(self, machine, kind: str, touched: bool):
        """The lists are as before the theft; `touched`: but for the status of tickets that gates may block."""
        for name, rows in state(machine, LISTS).items():
            old = {row[0]: row for row in self.before[name]}
            wrong = [row for row in rows - self.before[name]
                     if not (name == "tickets" and self.is_allowed(row, old.get(row[0]), touched))]
            gone = set(old) - {row[0] for row in rows}
            self.expect(not wrong and not gone, kind, machine.name, name, len(wrong), len(gone), [
                (row[0].hex(), dict(zip(TICKETS.split(", "), row)) if name == "tickets" else row) for row in wrong[:2]])

    def is_allowed(self, row: tuple, old: tuple | None, touched: bool) -> bool:
        """Whether a ticket is only off the list, or, if gates may have touched it, has another status."""
        status, removed = map(TICKETS.split(", ").index, ("status", "removed"))
        if old is None:
            self.found[UNSEEN] += row[removed]
            return row[removed] == 1
        free = {uuid.UUID(one).bytes for one in self.scene.targets + self.scene.blocked + self.scene.unpaid}
        return touched and row[0] in free and row[:status] + row[status + 1:] == old[:status] + old[status + 1:]

    def refuse(self, gate: Gate, code: str, kind: str, reason: str | None = None):
        verdict = gate.show(code)
        self.expect(not verdict["enters"] and reason in (None, verdict["reason"]), kind, gate.name, verdict["reason"],
                    code if code.startswith("HOSTILE") else verdict.get("ticket"))

    def check_processes(self):
        for gate in self.venue.gates:
            self.expect(gate.door.poll() is None, "processes ended", gate.name, gate.door.poll())
        self.expect(self.venue.hub.process.poll() is None, "processes ended", "hub", self.venue.hub.process.poll())

    # The revocation.

    def revoke(self):
        """The organiser revokes the box from the moment of the theft, perhaps in several steps, and the hub follows."""
        venue = self.venue
        beside = threading.Thread(target=self.attacks.go, args=(self.attacks.shuffled(), time.monotonic() + 6))
        if self.chance.random() < 0.5:
            self.sell()
        else:
            venue.organiser.run("hub", "sync")
        beside.start()
        since = ["--since", self.theft.isoformat(timespec="seconds").replace("+00:00", "Z")]
        # Without the moment first, or taken back once.
        first = self.chance.choice([[], [], [[]], [since, ["--undo"]]])
        for options in [*first, since]:
            venue.organiser.run("box", "revoke", self.named(), *options, *([] if options == ["--undo"] else ["--yes"]))
            venue.organiser.run("hub", "sync")
            if options == ["--undo"]:
                self.check_undo()
        beside.join()
        venue.hub.run("hub", "revoke", self.name)

    def sell(self):
        """The laptop sells tickets that the organiser's machine does not have yet, and the box writes them, too."""
        venue = self.venue
        venue.laptop.run("hub", "sync")
        self.sold = venue.issue(venue.laptop, 2)
        venue.laptop.run("hub", "sync")
        ids = [uuid.UUID(ticket_of(code)).bytes for code in self.sold]
        self.before["tickets"] |= {row for row in state(venue.laptop, LISTS)["tickets"] if row[0] in ids}
        self.scene.sold = [ticket_of(code) for code in self.sold]
        self.attacks.go(["copy_tickets"], time.monotonic() + 10)

    def check_undo(self):
        """A revocation that is taken back gives a gate no right that it did not have."""
        gates = self.venue.gates
        self.expect(self.venue.settles(lambda: all(
            state(gate, EFFECTS)["members"] == state(self.venue.organiser, EFFECTS)["members"] for gate in gates)),
            "ledgers that differ")
        for machine in self.venue.machines:
            self.check_lists(machine, "effects of a revocation that was taken back", touched=True)

    def named(self) -> str:
        """The box's name, or its identifier if somebody has invented other boxes of that name."""
        namesakes = self.venue.organiser.rows("SELECT count(*) FROM box WHERE name = ?", self.name)[0][0]
        return self.name if namesakes == 1 else str(uuid.UUID(bytes=self.own))

    def attack_afterwards(self):
        """Whoever has the box goes on, by the hub and by stick."""
        self.attacks.go(self.chance.sample(Attacks.NAMES, 6) + ["admit", "block"], time.monotonic() + 10)
        self.pass_sticks()

    def check_after(self):
        """Nothing of the box since the theft counts, and every guest enters."""
        self.check_processes()
        self.settle_scans()
        gates = self.venue.gates
        self.expect(self.venue.settles(lambda: all(self.is_forgotten(machine) for machine in self.venue.machines)),
                    "effects after the revocation", [self.counts(machine) for machine in self.venue.machines])
        everything = LISTS | EFFECTS
        self.expect(self.venue.settles(lambda: all(
            state(one, everything) == state(self.venue.organiser, everything) for one in self.venue.machines)),
            "ledgers that differ")
        for machine in self.venue.machines:
            self.check_lists(machine, "effects after the revocation", touched=False)
        for code in self.targets + self.sold:
            verdict = self.chance.choice(gates).show(code)
            self.expect(verdict["enters"], "guests refused after the revocation", verdict["reason"], verdict["ticket"])
        for codes, reason in ((self.withdrawn, "revoked"), (self.blocked, "blocked"), (self.unpaid, "unpaid"),
                              (self.used + self.honest, None), (self.added(), None)):
            for code in codes:
                self.refuse(self.chance.choice(gates), code, "entered after the revocation", reason)
        for code in self.dated:
            self.found[DATED] += not self.chance.choice(gates).show(code)["enters"]
        self.check_equal()

    def counts(self, machine) -> list:
        """How many scans and changes of the box count in a ledger."""
        return [machine.rows(f"SELECT count(*) FROM {table} WHERE box = ? AND counts", self.own)[0][0]
                for table in ("scan", "ticket_change")]

    def is_forgotten(self, machine) -> bool:
        """Whether what counts of the box is what counted before the theft, but for lines that are dated before it."""
        dated = [uuid.UUID(ticket).bytes for ticket in self.scene.dated]
        return all({row[:3] for row in self.counted[name] if row[0] == self.own} == set(machine.rows(
            f"SELECT box, seq, chain FROM {table} WHERE box = ? AND counts AND coalesce(ticket, box) NOT IN (?, ?)",
            self.own, *dated))
            for name, table in (("scans", "scan"), ("changes", "ticket_change")))

    def check_equal(self):
        self.settle_scans()
        organiser, machines, everything = self.venue.organiser, self.venue.machines, LISTS | EFFECTS
        if not self.venue.settles(
                lambda: all(state(one, everything) == state(organiser, everything) for one in machines)):
            states = [state(machine, everything) for machine in machines]
            self.wrong("ledgers that differ", [
                (name, [len(one[name] ^ states[0][name]) for one in states]) for name in everything
                if any(one[name] != states[0][name] for one in states)])
        self.check_printed()
        # All of them at the end, and now and then.
        is_last = len(self.venue.codes) < TICKETS_OF_ROUND
        for machine in machines if is_last or self.number % 5 == 0 else [self.chance.choice(machines)]:
            self.verify(machine)

    def check_printed(self):
        """Every admission that a door showed, and the stolen box's before the theft, is in the organiser's ledger."""
        known = entries(self.venue.organiser)
        for gate in [*self.venue.gates, self.box]:
            for verdict in gate.printed:
                if verdict["reason"] == "admitted":
                    key = (gate.name, verdict["ticket"], milliseconds(verdict["at"]))
                    self.found["admissions shown"] += 1
                    self.expect(key in known, "admissions missing", *key)
            gate.printed = []

    def verify(self, machine):
        try:
            machine.run("ledger", "verify")
        except SystemExit as error:
            self.wrong("ledgers that do not verify", error)


def trial(folder: Path, quick: bool, revokes: bool = True) -> dict:
    rounds = int(os.environ.get("TRIAL_ROUNDS", (8 if quick else 50) if revokes else 2))
    seed = random.getrandbits(64)
    found, tried, results, waits = Counter(), Counter(), Counter(), []
    venue = Venue(folder, rounds)
    for number in range(1, rounds + 1):
        one = Round(venue, number, random.Random(f"{seed} {number}"), found)
        try:
            one.go(revokes)
            found["rounds"] += 1
        except DoorEnded as error:
            one.wrong("processes ended", error)
            break
        finally:
            waits += one.waits
            if hasattr(one, "attacks"):
                tried += one.attacks.tried
                results += one.attacks.results
    memory = {"hub peak MB": peak(venue.hub.process.pid),
              "box peak MB": max(peak(gate.door.pid) for gate in venue.gates)}
    for gate in venue.gates:
        gate.close()
    venue.hub.kill()
    return figures(found, tried, results, sorted(waits)) | {name: round(value) for name, value in memory.items()}


def figures(found: Counter, tried: Counter, results: Counter, waits: list) -> dict:
    sticks = {name: value for name, value in found.items() if name.startswith("sticks")}
    return {
        "rounds": found["rounds"], "attacks": tried.total(), "kinds of attacks": len(tried),
        "records": dict(results.most_common()), "admissions shown": found["admissions shown"],
        "guests during attacks": len(waits), "longest wait ms": round(waits[-1], 1),
        "p99 wait ms": round(waits[len(waits) * 99 // 100], 1), "median wait ms": round(waits[len(waits) // 2], 1),
        **{name: found[name] for name in FAULTS}, "lines dated before the theft that count": found[DATED],
        "tickets taken off the list unseen": found[UNSEEN] // (GATES + 2), **sticks,
        "machine load": round(os.getloadavg()[1], 1),
    }


DATED, UNSEEN = "lines dated before the theft that count", "tickets taken off the list unseen"
AFTERWARDS = ["effects after the revocation", "guests refused after the revocation", "entered after the revocation"]
FAULTS = [
    "processes ended", "guests refused before the theft", "ledgers that differ before the theft", "guests refused",
    "honest scans that do not arrive", "effects before the revocation", "entered before the revocation", *AFTERWARDS,
    "effects of a revocation that was taken back", "ledgers that differ", "admissions missing",
    "ledgers that do not verify",
]


def failures(found: dict, revokes: bool = True) -> list:
    """What should be 0 and is not; without revocations, what was to follow them must be missing."""
    if not revokes:
        return [] if any(found[name] for name in AFTERWARDS) else ["nothing of a box that was not revoked counts"]
    wrong = [name for name in FAULTS if found[name]]
    # A door gives up after two seconds.
    return wrong + (["longest wait ms"] if found["longest wait ms"] > 2000 else [])
