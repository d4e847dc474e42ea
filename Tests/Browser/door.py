"""The doors that the pages are tested with: a real daemon that reads codes from a pipe."""

import os
import re
import socket
import subprocess
import time
from pathlib import Path

PIN = "271828"


class Event:
    """A folder made by scripts/sample-event, and what is done to it from the command line."""

    def __init__(self, folder: Path, program: str):
        self.folder, self.program = folder, program
        rows = (folder / "codes.csv").read_text().splitlines()[1:]
        self.tickets, self.codes = [row.split(",")[0] for row in rows], [row.rsplit(",", 1)[1] for row in rows]

    def run(self, *arguments) -> str:
        command = [self.program, *map(str, arguments), "--config", self.folder / "doorcheck.toml"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1, 3), done.stderr
        return done.stdout

    def issue(self, name: str, rows: list[str]) -> list[str]:
        """Codes of further guests, from rows of name, email, tier, status."""
        (self.folder / f"{name}.csv").write_text("name,email,tier,status\n" + "\n".join(rows) + "\n")
        self.run("ticket", "issue", self.folder / f"{name}.csv", "--output", self.folder / f"{name}-codes.csv")
        listed = (self.folder / f"{name}-codes.csv").read_text()
        return re.findall(r"DC1:[0-9A-Z $%*+./:-]{104}", listed)


class Door:
    """A door on a port of its own."""

    def __init__(self, event: Event, *arguments: str, **settings: str):
        self.event, self.arguments, self.settings = event, arguments or ("--stdin",), settings
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        pin = event.folder / "pin"
        pin.write_text(PIN)
        pin.chmod(0o600)
        self.open()

    def open(self):
        environment = os.environ | {
            "DOORCHECK_CONFIG": str(self.event.folder / "doorcheck.toml"),
            "DOORCHECK_DISPLAY_ADDRESS": f"127.0.0.1:{self.port}",
            "DOORCHECK_DISPLAY_PIN": str(self.event.folder / "pin"),
        } | {f"DOORCHECK_DISPLAY_{name.upper()}": value for name, value in self.settings.items()}
        self.log = open(self.event.folder / "log", "a+")
        begin = self.log.tell()
        self.process = subprocess.Popen(
            [self.event.program, "run", *self.arguments], env=environment, stdin=subprocess.PIPE, stderr=self.log,
            stdout=subprocess.DEVNULL, text=True,
        )
        while "display at" not in Path(self.log.name).read_text()[begin:]:
            assert self.process.poll() is None, "the door ended"

    def scan(self, *codes: str):
        for code in codes:
            self.process.stdin.write(code + "\n")
        self.process.stdin.flush()

    def end(self, signal: int) -> tuple[int, float]:
        """Asks the door to end; its exit status, and how many seconds it took."""
        begin = time.monotonic()
        self.process.send_signal(signal)
        status = self.process.wait(30)
        self.log.close()
        return status, time.monotonic() - begin

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.log.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.kill()

    def address(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}"


def forged(code: str) -> str:
    return code[:-2] + ("10" if code.endswith("00") else "00")

