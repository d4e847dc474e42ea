"""What trials of an operator's work share: guests who come meanwhile, and a load balancer in front of hubs."""

import os
import signal
import subprocess
import threading
import time
from pathlib import Path

from house import House, Machine, free_port

# How long after a hub is back, or another one takes over, gates may still decide alone: 2 s, and the machine is busy.
LONGEST_ALONE = 3
# With more processes that want to run than this for each core, an answer may take longer than guests wait.
BUSIEST = 4
# So it may on a machine on which nothing runs for this long, in seconds: a gate waits for a third of a second.
LONGEST_STALL = 0.25


class Balancer:
    """Debian's HAProxy in front of hubs; it asks each whether its database answers."""

    def __init__(self, folder: Path, ports: list[int]):
        self.port, self.configuration = free_port(), folder / "haproxy.cfg"
        folder.mkdir()
        self.configure(ports)
        log = open(folder / "log", "ab")
        # As Debian's unit starts it: a master, and a worker that a reload replaces.
        self.process = subprocess.Popen(["haproxy", "-W", "-f", self.configuration], stdout=log, stderr=log)
        Machine.started.append(self.process)

    def configure(self, ports: list[int]):
        hubs = "".join(f"    server hub{port} 127.0.0.1:{port} check inter 500ms fall 2 rise 1\n" for port in ports)
        self.configuration.write_text(f"""\
defaults
    mode http
    timeout connect 1s
    timeout client 60s
    timeout server 60s
    timeout check 500ms
    option redispatch 1
    retry-on conn-failure empty-response
frontend hub
    bind 127.0.0.1:{self.port}
    default_backend hubs
backend hubs
    balance roundrobin
    option httpchk GET /readyz
    default-server on-marked-down shutdown-sessions
{hubs}""")

    def serve(self, ports: list[int]):
        """Changes the hubs, as `systemctl reload haproxy` does after its configuration was changed."""
        self.configure(ports)
        self.process.send_signal(signal.SIGUSR2)


class Night:
    """Guests who come while something is done to the hub."""

    def __init__(self, house: House, span: float, rate: float):
        self.house, self.span, self.rate, self.calm = house, span, rate, []
        self.began, self.load, self.stall = 0.0, 0.0, 0.0
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self):
        """Notes how long this machine lets a thread wait that wants to do nothing."""
        while True:
            start = time.monotonic()
            time.sleep(0.02)
            self.stall = max(self.stall, time.monotonic() - start)

    def quiet(self):
        """Guests come while nothing is wrong; gates ask a hub that answers again within 2 s."""
        time.sleep(LONGEST_ALONE)
        start = time.time()
        self.house.crowd(self.span, self.rate)
        self.calm.append((start, time.time()))
        self.load = max(self.load, os.getloadavg()[0])

    def beside(self, body) -> float:
        """Does something while guests come, and returns how long it took; `began` is when it began."""
        took = []

        def timed():
            # Once there are guests at the gates.
            time.sleep(self.span / 4)
            self.began, start = time.time(), time.monotonic()
            body()
            took.append(time.monotonic() - start)

        doing = threading.Thread(target=timed)
        doing.start()
        while doing.is_alive():
            self.house.crowd(self.span / 2, self.rate)
        doing.join()
        return round(took[0], 2)

    def figures(self) -> dict:
        """Who decided while nothing was wrong, once the doors are closed."""
        spans = [self.house.decided([span]) for span in self.calm]
        least = min(answered / max(1, answered + alone) for answered, alone in spans)
        return {
            "in calm: by the hub": sum(answered for answered, _ in spans),
            "in calm: alone": sum(alone for _, alone in spans),
            "in calm: least share by the hub": round(least, 2), "machine load": round(self.load, 1),
            "longest stall, s": round(self.stall, 2)}


def failures_of_any(figures: dict) -> list:
    """What should be 0 and is not, in any trial of an operator's work."""
    wrong = [name for name in ("admissions lost", "boxes with other scans") if figures[name]]
    # A machine that stands still for a third of a second makes each gate decide alone once; a hub that is not asked
    # any more, or does not answer, leaves no share.
    if figures["in calm: least share by the hub"] < 0.5:
        wrong.append("in calm: least share by the hub")
    if figures["doubles"] != figures["doubles reported"]:
        wrong.append("doubles reported")
    return wrong


def too_easy(figures: dict) -> list:
    """What shows that a trial was without a hub for a while."""
    return [] if figures["decided alone"] else ["the trial was too easy"]


def is_busy(figures: dict) -> bool:
    """Whether the machine had so much to do that times say nothing."""
    return figures["machine load"] > BUSIEST * (os.cpu_count() or 1) or figures["longest stall, s"] > LONGEST_STALL
