"""Prometheus reads a real hub: every metric is well formed, every query finds something, alerts fire and end.

usage: monitoring.py PROGRAM    (scripts/test-monitoring calls it)
"""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from pathlib import Path

sys.path.insert(0, "Tests/Trials")

from house import Box, House, Hub, Machine, free_port  # noqa: E402

DEPLOY = Path("deploy")
PATIENCE = 180
# More than the alert `DecidedAlone` lets pass.
GUESTS = 12


def get(port: int, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def wait(what: str, is_so):
    begin = time.monotonic()
    while time.monotonic() < begin + PATIENCE:
        try:
            if is_so():
                return print(f"  {what} ({time.monotonic() - begin:.0f} s)", flush=True)
        except OSError:
            pass
        time.sleep(0.2)
    sys.exit(f"monitoring: not within {PATIENCE} s: {what}")


class Prometheus:
    """Debian's server, which reads the hub every second.

    It has the alerts of deploy/, but waits 2 s before each, and looks back over 30 s where they do over minutes.
    """

    def __init__(self, folder: Path, hub: int):
        self.port = free_port()
        rules = (DEPLOY / "prometheus-alerts.yml").read_text()
        rules = re.sub(r"for: \d+[sm]", "for: 2s", rules)
        (folder / "rules.yml").write_text(re.sub(r"\[\d+m\]", "[30s]", rules))
        (folder / "prometheus.yml").write_text(json.dumps({
            "global": {"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"},
            "rule_files": ["rules.yml"],
            "scrape_configs": [
                {"job_name": "doorcheck-hub", "static_configs": [{"targets": [f"127.0.0.1:{hub}"]}]}],
        }))
        subprocess.run(["promtool", "check", "config", folder / "prometheus.yml"], check=True)
        with (folder / "prometheus.log").open("w") as log:
            self.process = subprocess.Popen(
                ["prometheus", f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data",
                 f"--web.listen-address=127.0.0.1:{self.port}"], stdout=log, stderr=log)
        Machine.started.append(self.process)

    def query(self, expression: str) -> list:
        status, text = get(self.port, "/api/v1/query?" + urllib.parse.urlencode({"query": expression}))
        if status != 200:
            sys.exit(f"monitoring: {expression}: {text}")
        return json.loads(text)["data"]["result"]

    def fires(self, alert: str, labels: str = "") -> bool:
        return bool(self.query(f'ALERTS{{alertname="{alert}", alertstate="firing"{labels}}}'))

    def begins(self, alert: str, why: str, labels: str = ""):
        wait(f"{alert} fires {why}", lambda: self.fires(alert, labels))

    def ends(self, alert: str, why: str, labels: str = ""):
        wait(f"{alert} ends {why}", lambda: not self.fires(alert, labels))


class SlowDisk(threading.Thread):
    """Another program that keeps the hub's database to itself, again and again for longer than gates wait."""

    def __init__(self, database: Path):
        super().__init__()
        self.database, self.end = database, threading.Event()

    def run(self):
        other = sqlite3.connect(self.database, isolation_level=None, timeout=10)
        while not self.end.is_set():
            other.execute("BEGIN EXCLUSIVE")
            self.end.wait(0.8)
            other.execute("ROLLBACK")
            self.end.wait(0.1)
        other.close()

    def __enter__(self):
        self.start()

    def __exit__(self, *_):
        self.end.set()
        self.join()


def check_files():
    subprocess.run(["promtool", "check", "rules", DEPLOY / "prometheus-alerts.yml"], check=True)
    subprocess.run(["promtool", "test", "rules", "Tests/Monitoring/alerts.yml"], check=True)


def check_dashboard(prometheus: Prometheus):
    """Every query of the dashboard is one, and every metric in it is one of the hub's."""
    known = set(json.loads(get(prometheus.port, "/api/v1/label/__name__/values")[1])["data"])
    dashboard = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            prometheus.query(target["expr"])
            for name in re.findall(r"\b(?:doorcheck|process)_[a-z_]+", target["expr"]):
                if name not in known:
                    sys.exit(f"monitoring: the hub has no metric {name}, which \"{panel['title']}\" shows")
    print(f"  {len(dashboard['panels'])} panels find their metrics")


def check_clock(prometheus: Prometheus, box: Box):
    """A box with a wrong clock shares, then the same with the right one."""
    behind = ["faketime", "-f", "-90s", *box.command("hub", "sync")]
    environment = os.environ | {"FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    subprocess.run(behind, check=True, capture_output=True, env=environment)
    prometheus.begins("BoxClockOff", "for a box whose clock is 90 s behind", f', box="{box.name}"')

    def is_right() -> bool:
        # The hub notes only now and then when it heard from a box.
        box.run("hub", "sync")
        return not prometheus.fires("BoxClockOff")
    wait("BoxClockOff ends once it is right", is_right)


def check_alone(prometheus: Prometheus, hub: Hub, house: House):
    """Two gates admit the same guests while the hub is halted."""
    doors = house.boxes
    for door in doors:
        wait(f"{door.name} asks the hub", lambda: door.show(house.codes.pop())["enters"] and hub.metric(
            'doorcheck_hub_claims_total{outcome="granted"}'))
    guests = [house.codes.pop() for _ in range(GUESTS)]
    hub.send(signal.SIGSTOP)
    for guest in guests:
        for door in doors:
            if not door.show(guest)["enters"]:
                sys.exit(f"monitoring: {door.name} lets nobody in without the hub")
    prometheus.begins("HubDown", "while the hub is halted")
    hub.send(signal.SIGCONT)
    prometheus.begins("DecidedAlone", f"for {GUESTS} guests at a gate")
    prometheus.begins("DoubleAdmissions", "for those who entered at two")
    prometheus.ends("HubDown", "after the hub answers")
    prometheus.ends("DecidedAlone", "later")
    prometheus.ends("DoubleAdmissions", "later")


def check_slow(prometheus: Prometheus, hub: Hub, house: House):
    """Claims take longer than gates wait."""
    door = house.boxes[0]

    def guest_comes() -> bool:
        return door.show(house.codes.pop())["enters"]
    with SlowDisk(hub.folder / "hub.sqlite"):
        wait("ClaimsSlow fires while the database is slow", lambda: guest_comes() and prometheus.fires("ClaimsSlow"))
    wait("ClaimsSlow ends while guests come to a quick one",
         lambda: guest_comes() and not prometheus.fires("ClaimsSlow"))


def check_database(prometheus: Prometheus, hub: Hub):
    """Another program keeps the database to itself."""
    lock = sqlite3.connect(hub.folder / "hub.sqlite", isolation_level=None, timeout=30)
    lock.execute("PRAGMA locking_mode = EXCLUSIVE")
    lock.execute("BEGIN EXCLUSIVE")
    wait("the hub is not ready without its database", lambda: hub.asked("/readyz") == (503, "database\n"))
    prometheus.begins("HubDatabaseDown", "without the database")
    lock.execute("ROLLBACK")
    lock.close()
    prometheus.ends("HubDatabaseDown", "with it")
    lines = (hub.folder / "log").read_text().splitlines()
    for text in ("hub database does not answer", "hub database answers again"):
        if sum(text in line for line in lines) != 1:
            sys.exit(f"monitoring: the hub's log has \"{text}\" not once:\n" + "\n".join(lines))
    print("  the log says so once each")


def check(folder: Path):
    hub = Hub(folder / "hub")
    house = House(folder, hub, hub.port, boxes=2, tickets=2000)
    house.organiser.run("event", "edit", "--zone", "main", "--capacity", "5000")
    house.organiser.run("hub", "sync")
    # These two are not heard from for a while.
    late, away = Box(folder / "late-1", hub, hub.port), Box(folder / "away-1", hub, hub.port)
    away.run("hub", "sync")
    prometheus = Prometheus(folder, hub.port)
    wait("Prometheus reads the hub", lambda: prometheus.query("up == 1"))
    wait("the event is counted", lambda: prometheus.query('doorcheck_hub_zone_capacity{zone="main"} == 5000'))
    subprocess.run(["promtool", "check", "metrics"], input=get(hub.port, "/metrics")[1], text=True, check=True)
    check_dashboard(prometheus)
    if early := prometheus.query('ALERTS{alertstate="firing"}'):
        sys.exit(f"monitoring: alerts fire before anything is wrong: {early}")
    check_clock(prometheus, late)
    check_alone(prometheus, hub, house)
    check_slow(prometheus, hub, house)
    check_database(prometheus, hub)
    prometheus.begins("BoxSilent", "for a box that is away for two minutes", f', box="{away.name}"')
    away.run("hub", "sync")
    prometheus.ends("BoxSilent", "when it is back", f', box="{away.name}"')


def main(program: str):
    check_files()
    Machine.program = Path(program)
    folder = Path(tempfile.mkdtemp(prefix="doorcheck-monitoring-"))
    os.chmod(folder, 0o755)
    try:
        check(folder)
    finally:
        for process in Machine.started:
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait()
        shutil.rmtree(folder)
    print("The hub's metrics, alerts and dashboard work.")


main(sys.argv[1])
