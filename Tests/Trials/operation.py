"""A hub's life as docs/hub.md describes it, while guests come: nobody types a command at a box before the purge."""

import shutil
import signal
import time
from pathlib import Path

from failover import Server
from house import House, Hub, free_port
from night import Balancer, Night, failures_of_any, too_easy


def back_up(hub: Hub, to: Path):
    to.mkdir()
    hub.run("hub", "backup", to / "hub.sqlite")
    hub.run("ledger", "backup", to / "ledger.sqlite")
    shutil.copytree(hub.folder / "keys", to / "keys")


def lose(hub: Hub, backup: Path):
    """The machine is gone with all its files; another one gets its address."""
    hub.kill()
    configuration = (hub.folder / "doorcheck.toml").read_text()
    shutil.rmtree(hub.folder)
    hub.folder.mkdir()
    (hub.folder / "doorcheck.toml").write_text(configuration)
    shutil.copytree(backup / "keys", hub.folder / "keys")
    shutil.copy2(backup / "ledger.sqlite", hub.folder / "ledger.sqlite")
    hub.run("hub", "restore", backup / "hub.sqlite")
    hub.start()


def move(hub: Hub, place: str, *options):
    """The hub goes on while it is moved, and then uses the new database."""
    hub.run("hub", "migrate", "--to", place, *options)
    hub.kill()
    hub.use(place)
    hub.start()


def trial(folder: Path, quick: bool) -> dict:
    span, rate, boxes = (4, 4, 3) if quick else (20, 2, 8)
    server = Server.make(folder)
    hub, other = Hub(folder / "hub"), free_port()
    balancer = Balancer(folder / "balancer", [hub.port, other])
    names = [f"Guest Number{number:05}" for number in range(int(25 * span * rate * boxes / 3) + 200)]
    house = House(folder, hub, balancer.port, boxes, len(names), names)
    night = Night(house, span, rate)
    night.quiet()
    figures = {"back up, s": night.beside(lambda: back_up(hub, folder / "backup"))}
    night.quiet()
    figures["lose the machine, s"] = night.beside(lambda: lose(hub, folder / "backup"))
    night.quiet()
    figures["move to PostgreSQL, s"] = night.beside(lambda: move(hub, server.address))
    night.quiet()
    second = Hub(folder / "second", server.address, hub.folder / "keys", port=other)
    night.quiet()

    def fail():
        hub.kill()
        time.sleep(span / 4)
        hub.start()
        time.sleep(2)
        second.send(signal.SIGSTOP)
        time.sleep(span / 2)
        second.send(signal.SIGCONT)

    night.beside(fail)
    night.quiet()
    second.kill()
    figures["move back, s"] = night.beside(lambda: move(hub, str(hub.folder / "moved.sqlite")))
    night.quiet()
    house.settle()
    figures |= house.check() | night.figures()
    hub.kill()
    (hub.folder / "hub.sqlite").unlink()
    figures["files with names after the purge"] = purge(house, folder)
    server.control("-m", "fast", "stop")
    return figures


def purge(house: House, folder: Path) -> int:
    """Deletes the names on each machine, and looks for them in every file that is not a backup or a list."""
    for machine in [house.hub, house.organiser, *house.boxes]:
        machine.run("purge", "--event", "trial", "--confirm", "--even-if-open")
    machines = [house.hub, house.organiser, *house.boxes]
    lists = {house.organiser.folder / "guests.csv", house.organiser.folder / "codes.csv"}
    files = [file for machine in machines for file in machine.folder.rglob("*") if file.is_file() and file not in lists]
    return sum(b"Guest Number" in file.read_bytes() for file in files)


def failures(figures: dict) -> list:
    names = "files with names after the purge"
    return failures_of_any(figures) + too_easy(figures) + ([names] if figures[names] else [])
