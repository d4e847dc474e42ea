"""One hub becomes three and two again, while guests come, as docs/hub.md says under "Scale"."""

import signal
import time
from pathlib import Path

from failover import Server
from house import House, Hub
from night import LONGEST_ALONE, Balancer, Night, failures_of_any, is_busy


class Fleet:
    """Hubs on one database behind a load balancer, and what each has answered."""

    def __init__(self, folder: Path, server: Server):
        self.folder, self.server, self.hubs = folder, server, [Hub(folder / "hub-1", server.address)]
        self.balancer = Balancer(folder / "balancer", [self.hubs[0].port])
        self.answered = {}

    def add(self):
        """Another machine with the same key; it may be asked once it is ready."""
        first = self.hubs[0]
        self.hubs.append(Hub(self.folder / f"hub-{len(self.hubs) + 1}", self.server.address, first.folder / "keys"))
        self.balance(self.hubs)

    def take_away(self, hub: Hub):
        """First nobody is sent to it any more, then it ends."""
        self.balance([other for other in self.hubs if other is not hub])
        time.sleep(1)
        self.end(hub, signal.SIGTERM)

    def balance(self, hubs: list[Hub]):
        self.balancer.serve([hub.port for hub in hubs])

    def note(self, hub: Hub):
        """Its figures begin at 0 again with each start."""
        name = hub.folder.name
        self.answered[name] = self.answered.get(name, 0) + hub.metric('doorcheck_hub_claims_total{outcome="granted"}')

    def end(self, hub: Hub, number: int):
        self.note(hub)
        hub.send(number)
        hub.process.wait(30)


def trial(folder: Path, quick: bool) -> dict:
    span, rate, boxes = (3, 4, 3) if quick else (20, 2, 8)
    server = Server.make(folder)
    fleet = Fleet(folder, server)
    house = House(folder, fleet.hubs[0], fleet.balancer.port, boxes, tickets=int(14 * span * rate * boxes / 3) + 150)
    night, alone = Night(house, span, rate), {}

    def beside(name: str, body):
        """Does something to the hubs; then guests come for a while in which no gate may be alone."""
        night.beside(body)
        night.quiet()
        alone[f"{name}: alone until, s"] = round(house.last_alone(night.began), 2)

    night.quiet()
    beside("a second hub", fleet.add)
    beside("a third hub", fleet.add)
    figures = {"connections of three hubs to PostgreSQL": connections(server),
               "most open files of a hub": max(hub.metric("process_open_fds") for hub in fleet.hubs)}
    first, second, third = fleet.hubs
    beside("one is taken away", lambda: fleet.take_away(third))
    third.start()
    fleet.balance(fleet.hubs)
    night.quiet()
    beside("one is killed", lambda: fleet.end(first, signal.SIGKILL))
    first.start()
    night.quiet()
    beside("one is halted", lambda: second.send(signal.SIGSTOP))
    second.send(signal.SIGCONT)
    night.quiet()
    for hub in fleet.hubs:
        fleet.note(hub)
    house.settle()
    figures |= house.check() | alone | {
        f"claims granted by {name}": count for name, count in fleet.answered.items()} | night.figures()
    for hub in fleet.hubs:
        hub.kill()
    server.control("-m", "fast", "stop")
    return figures


def connections(server: Server) -> int:
    return int(server.query("SELECT count(*) FROM pg_stat_activity WHERE usename = 'hub' AND pid <> pg_backend_pid() "
                            "AND backend_type = 'client backend'")[0])


def failures(figures: dict) -> list:
    wrong = failures_of_any(figures)
    if figures["tickets admitted twice by the hub"]:
        wrong.append("tickets admitted twice by the hub")
    wrong += [name for name, value in figures.items() if name.startswith("claims granted") and not value]
    if not is_busy(figures):
        wrong += [name for name, value in figures.items() if name.endswith("alone until, s") and value > LONGEST_ALONE]
    return wrong
