"""A hub on PostgreSQL whose primary is killed and whose standby takes over."""

import os
import signal
import subprocess
import threading
import time
from pathlib import Path

from house import House, Hub, free_port, processor_seconds


class Server:
    """A PostgreSQL server of our own."""

    def __init__(self, folder: Path, primary: "Server | None" = None):
        self.data, self.port = folder, free_port()
        if primary is None:
            self.program("initdb", "-D", folder, "-U", "hub", "-E", "UTF8", "--no-locale", "--auth=trust")
        else:
            self.program("pg_basebackup", "-D", folder, "-R", "-h", "127.0.0.1", "-p", str(primary.port), "-U", "hub",
                         "-X", "stream", "-d", "application_name=standby")
        with open(folder / "postgresql.conf", "a") as settings:
            settings.write(f"port = {self.port}\nlisten_addresses = '127.0.0.1'\nmax_connections = 40\n"
                           "unix_socket_directories = ''\n")
        self.control("-w", "start")

    @staticmethod
    def make(folder: Path) -> "Server":
        """A server in a folder that its user may use."""
        place = folder / "postgresql"
        place.mkdir()
        if os.geteuid() == 0:
            subprocess.run(["chown", "postgres", place], check=True)
            folder.chmod(0o755)
        return Server(place / "primary")

    @property
    def address(self) -> str:
        return f"postgresql://hub@127.0.0.1:{self.port}/postgres"

    def control(self, *arguments):
        self.program("pg_ctl", "-D", self.data, "-l", self.data.parent / (self.data.name + ".log"), "-s", *arguments)

    @staticmethod
    def program(name: str, *arguments):
        folder = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        # The server refuses to run as root; Debian's own user for it runs it.
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        subprocess.run([*user, folder / name, *arguments], check=True, stdout=subprocess.DEVNULL, cwd="/")

    def query(self, statement: str) -> list:
        done = subprocess.run(["psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "hub", "-d", "postgres", "-At",
                               "-c", statement], check=True, capture_output=True, text=True)
        return done.stdout.split()

    @property
    def processor_seconds(self) -> float:
        """Of the server and all its processes."""
        head = int((self.data / "postmaster.pid").read_text().split()[0])
        children = subprocess.run(["pgrep", "-P", str(head)], capture_output=True, text=True).stdout.split()
        return sum(processor_seconds(process) for process in [head, *map(int, children)])

    def process(self, name: str) -> int | None:
        """A process of this server by what it says it does."""
        head = int((self.data / "postmaster.pid").read_text().split()[0])
        found = subprocess.run(["pgrep", "-P", str(head), "-f", name], capture_output=True, text=True).stdout.split()
        return int(found[0]) if found else None

    def kill(self):
        """Ends it without any farewell, with all its processes."""
        head = int((self.data / "postmaster.pid").read_text().split()[0])
        children = subprocess.run(["pgrep", "-P", str(head)], capture_output=True, text=True).stdout.split()
        for process in [head, *map(int, children)]:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass


def trial(folder: Path, quick: bool, synchronous: bool) -> dict:
    primary = Server.make(folder)
    standby = Server(primary.data.parent / "standby", primary)
    if synchronous:
        primary.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        primary.query("SELECT pg_reload_conf()")
    address = (f"postgresql://hub@127.0.0.1:{primary.port},127.0.0.1:{standby.port}/postgres")
    hub = Hub(folder / "hub", address)
    span, rate, boxes = (4, 4, 3) if quick else (15, 2, 8)
    house = House(folder, hub, hub.port, boxes, tickets=int(4 * span * rate * boxes / 3) + 100)
    told: list[tuple[str, str]] = []

    def fail_over():
        time.sleep(span * 0.6)
        # What the primary sends from here on waits in the standby's receiver.
        receiver = standby.process("walreceiver")
        os.kill(receiver, signal.SIGSTOP)
        halted, end = len(acknowledged(house)), time.monotonic() + (span * 0.3 if synchronous else span * 2)
        # Without a wait for the standby the hub goes on answering, and a few answers are enough.
        while time.monotonic() < end and len(acknowledged(house)) < halted + 5:
            time.sleep(0.1)
        primary.kill()
        told.extend(acknowledged(house))
        os.kill(receiver, signal.SIGKILL)
        time.sleep(1)
        standby.control("-w", "promote")

    disturbance = threading.Thread(target=fail_over)
    disturbance.start()
    house.crowd(span * 3, rate)
    disturbance.join()
    standing = set(standby.query("SELECT encode(ticket, 'hex') || encode(box, 'hex') FROM claim"))
    lost = sum(ticket + box not in standing for ticket, box in told)
    standby.query("ALTER SYSTEM RESET synchronous_standby_names")
    standby.query("SELECT pg_reload_conf()")
    time.sleep(12)
    house.crowd(span, rate)
    house.settle()
    figures = {"claims acknowledged before": len(told), "claims lost": lost} | house.check() | {
        "machine load": round(os.getloadavg()[1], 1)}
    hub.kill()
    standby.control("-m", "immediate", "stop")
    return figures


def acknowledged(house: House) -> list:
    """Entries that the hub decided, by the boxes' own books."""
    found = []
    for box in house.boxes:
        found += [(bytes(ticket).hex(), bytes(own).hex()) for ticket, own in box.rows(
            "SELECT ticket, box FROM scan WHERE decided = 'hub' AND slot IS NOT NULL AND kind = 'entry' "
            "AND box = (SELECT id FROM box WHERE own = 1)")]
    return found


def failures(figures: dict, synchronous: bool) -> list:
    wrong = [name for name in ("admissions lost", "boxes with other scans") if figures[name]]
    if figures["doubles"] != figures["doubles reported"]:
        wrong.append("doubles reported")
    if synchronous and figures["tickets admitted twice by the hub"]:
        wrong.append("tickets admitted twice by the hub")
    if bool(figures["claims lost"]) == synchronous:
        wrong.append("claims lost")
    return wrong
