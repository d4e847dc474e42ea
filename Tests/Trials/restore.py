"""Boxes, their organiser and their hub, each restored from backups in turn; nobody types a command to mend anything."""

import random
import shutil
import signal
import uuid
from pathlib import Path

from house import House, Hub, Machine


class Disk:
    """What a machine goes on from when its disk is lost; used while no program has the file open."""

    def __init__(self, machine: Machine, file: str):
        # A file without its log is no backup: what was acknowledged may still be there.
        self.paths = [machine.folder / (file + end) for end in ("", "-wal", "-journal")]
        self.shared = machine.folder / (file + "-shm")

    def save(self):
        for path in self.paths:
            self.backup(path).unlink(missing_ok=True)
            if path.exists():
                shutil.copyfile(path, self.backup(path))

    def restore(self):
        self.shared.unlink(missing_ok=True)
        for path in self.paths:
            path.unlink(missing_ok=True)
            if self.backup(path).exists():
                shutil.copyfile(self.backup(path), path)

    @staticmethod
    def backup(path: Path) -> Path:
        return path.with_name(path.name + ".backup")


def trial(folder: Path, quick: bool) -> dict:
    rounds = 8 if quick else 50
    hub = Hub(folder / "hub")
    house = House(folder, hub, hub.port, 2, tickets=rounds * 8)
    machines = house.boxes + [house.organiser]
    shown, alone = {}, 0

    def guests(box, count):
        """Lets guests in; some codes are copies that the other box sees, too."""
        for code in [house.codes.pop() for _ in range(count)]:
            for door in [box] + random.sample(house.boxes, random.randint(0, 1)):
                verdict = door.show(code)
                if verdict["reason"] == "admitted":
                    shown[(door.name, verdict["ticket"], verdict["at"])] = verdict

    def block():
        """The organiser stops a ticket."""
        house.organiser.run("ticket", "block", house.tickets.pop(), "--by", "trial", "--why", "lost")

    house.tickets = [str(uuid.UUID(bytes=row[0])) for row in house.organiser.rows("SELECT id FROM ticket LIMIT ?", rounds * 4)]
    for number in range(rounds):
        victim = random.choice(machines + [hub])
        stop(victim)
        disk = Disk(victim, "hub.sqlite" if victim is hub else "ledger.sqlite")
        disk.save()
        start(victim)
        guests(random.choice(house.boxes), 3)
        block()
        share(machines)
        # The disk is lost, and everything on it since; what it showed is with others by now.
        stop(victim)
        disk.restore()
        isCutOff = victim is not hub and random.random() < 0.5
        if isCutOff:
            hub.kill()
        start(victim)
        guests(victim if victim in house.boxes else random.choice(house.boxes), 2)
        block()
        alone += isCutOff
        if isCutOff:
            hub.start()
        share(machines)
    house.settle()
    share(machines)
    share(machines)
    return figures(house, machines, shown, rounds, alone)


def stop(machine):
    if isinstance(machine, Hub):
        machine.kill()
    elif machine.door:
        machine.door.send_signal(signal.SIGKILL)
        machine.door.wait()


def start(machine):
    if isinstance(machine, Hub):
        machine.start()
    elif machine.door:
        machine.open()


def share(machines):
    for machine in machines:
        machine.run("hub", "sync")


def figures(house: House, machines: list, shown: dict, rounds: int, alone: int) -> dict:
    from house import milliseconds
    everywhere = [set(machine.rows("SELECT box, seq, chain FROM scan")) for machine in machines]
    changes = [set(machine.rows("SELECT box, seq, chain FROM ticket_change")) for machine in machines]
    statuses = [set(machine.rows("SELECT id, status FROM ticket")) for machine in machines]
    entries = {(row[0], bytes(row[1]).hex(), row[2]) for row in house.organiser.rows(
        "SELECT box.name, ticket, at_ms FROM scan JOIN box ON box.id = scan.box WHERE slot IS NOT NULL")}
    missing = [key for key in shown
               if (key[0], key[1].replace("-", ""), milliseconds(key[2])) not in entries]
    for machine in machines:
        machine.run("ledger", "verify")
    blocked = house.organiser.rows("SELECT count(*) FROM ticket_change WHERE action = 'block'")[0][0]
    return {
        "restores": rounds, "of them while the hub was down": alone, "admissions shown": len(shown),
        "admissions missing": len(missing), "blocks": 2 * rounds, "blocks missing": 2 * rounds - blocked,
        "branches": house.organiser.rows("SELECT count(*) FROM branch")[0][0],
        "ledgers with other scans": sum(scans != everywhere[0] for scans in everywhere),
        "ledgers with other changes": sum(found != changes[0] for found in changes),
        "ledgers with other statuses": sum(found != statuses[0] for found in statuses),
    }


def failures(found: dict) -> list:
    return [name for name, value in found.items() if ("missing" in name or "other" in name) and value]
