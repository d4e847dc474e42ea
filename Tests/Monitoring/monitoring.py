"""Prometheus reads a real hub: every metric is well formed, every query finds something, alerts fire and end."""

import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from pathlib import Path

DEPLOY = Path("deploy")
PATIENCE = 60


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def get(port: int, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def wait(what: str, is_so):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if is_so():
                return print(f"  {what}")
        except OSError:
            pass
        time.sleep(0.2)
    sys.exit(f"monitoring: not within {PATIENCE} s: {what}")


class Prometheus:
    """Debian's server, which reads the hub every second, with the alerts of deploy/ but for their waiting times."""

    def __init__(self, folder: Path, hub: int):
        self.port = free_port()
        rules = (DEPLOY / "prometheus-alerts.yml").read_text()
        (folder / "rules.yml").write_text(re.sub(r"for: \d+[sm]", "for: 2s", rules))
        (folder / "prometheus.yml").write_text(json.dumps({
            "global": {"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"},
            "rule_files": ["rules.yml"],
            "scrape_configs": [
                {"job_name": "doorcheck-hub", "static_configs": [{"targets": [f"127.0.0.1:{hub}"]}]}],
        }))
        with (folder / "prometheus.log").open("w") as log:
            self.process = subprocess.Popen(
                ["prometheus", f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data",
                 f"--web.listen-address=127.0.0.1:{self.port}"], stdout=log, stderr=log)

    def query(self, expression: str) -> list:
        status, text = get(self.port, "/api/v1/query?" + urllib.parse.urlencode({"query": expression}))
        if status != 200:
            sys.exit(f"monitoring: {expression}: {text}")
        return json.loads(text)["data"]["result"]

    def fires(self, alert: str) -> bool:
        return bool(self.query(f'ALERTS{{alertname="{alert}", alertstate="firing"}}'))


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


def join(program: str, folder: Path, port: int, run):
    """A box joins the hub, and shares once."""
    url = f"http://127.0.0.1:{port}"
    box = folder / "north-1"
    box.mkdir()
    (box / "box.toml").write_text(
        f'ledger = "ledger.sqlite"\nkeys = "keys"\nbox = "north-1"\n[hub]\nurl = "{url}"\n')
    code = run("hub", "enroll", "--name", "north-1", "--url", url).stdout.strip()
    for words in (["hub", "join", code], ["hub", "sync"]):
        subprocess.run([program, *words, "--config", box / "box.toml"], check=True, capture_output=True)


def main(program: str):
    check_files()
    folder = Path(tempfile.mkdtemp(prefix="doorcheck-monitoring-"))
    os.chmod(folder, 0o755)
    processes = []
    try:
        port = free_port()
        config = folder / "hub.toml"
        config.write_text(
            'ledger = "ledger.sqlite"\nkeys = "keys"\nbox = "hub"\n'
            f'[hub]\ndatabase = "hub.sqlite"\nlisten = "127.0.0.1:{port}"\n')

        def run(*words: str):
            return subprocess.run([program, *words, "--config", config], check=True, capture_output=True, text=True)

        run("key", "new")
        run("event", "new", "Night")
        run("event", "edit", "--zone", "main", "--capacity", "100")
        with (folder / "hub.log").open("w") as log:
            hub = subprocess.Popen([program, "hub", "serve", "--config", config], stdout=log, stderr=log)
        processes.append(hub)
        wait("the hub is ready", lambda: get(port, "/readyz") == (200, "ready\n"))
        join(program, folder, port, run)
        prometheus = Prometheus(folder, port)
        processes.append(prometheus.process)
        wait("Prometheus reads the hub", lambda: prometheus.query("up == 1"))
        wait("the event is counted", lambda: prometheus.query('doorcheck_hub_zone_capacity{zone="main"} == 100'))
        subprocess.run(
            ["promtool", "check", "metrics"], input=get(port, "/metrics")[1], text=True, check=True)
        check_dashboard(prometheus)
        hub.send_signal(signal.SIGSTOP)
        wait("HubDown fires while the hub is halted", lambda: prometheus.fires("HubDown"))
        hub.send_signal(signal.SIGCONT)
        wait("and ends", lambda: not prometheus.fires("HubDown"))
        # Another program keeps the database to itself.
        lock = sqlite3.connect(folder / "hub.sqlite", isolation_level=None)
        lock.execute("PRAGMA locking_mode = EXCLUSIVE")
        lock.execute("BEGIN EXCLUSIVE")
        wait("the hub is not ready without its database", lambda: get(port, "/readyz") == (503, "database\n"))
        wait("HubDatabaseDown fires", lambda: prometheus.fires("HubDatabaseDown"))
        lock.execute("ROLLBACK")
        lock.close()
        wait("and ends", lambda: not prometheus.fires("HubDatabaseDown"))
        lines = (folder / "hub.log").read_text().splitlines()
        for text in ("hub database does not answer", "hub database answers again"):
            if sum(text in line for line in lines) != 1:
                sys.exit(f"monitoring: the hub's log has \"{text}\" not once:\n" + "\n".join(lines))
        print("  the log says so once each")
    finally:
        for process in processes:
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait()
        shutil.rmtree(folder)
    print("The hub's metrics, alerts and dashboard work.")


main(sys.argv[1])
