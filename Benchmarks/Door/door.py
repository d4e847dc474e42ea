#!/usr/bin/env python3
"""Measures a whole door: the daemon with a folder of pictures as its camera, and a page that listens.

usage: door.py PROGRAMS [--quick] [NAME…]    (PROGRAMS is a folder with doorcheck and door-pictures; scripts/bench calls it)

A table goes to standard error, one JSON object per figure to standard output. What the figures mean is in
docs/performance.md. Sizes and counts are of the real thing; --quick shows that it works, its figures mean nothing.
"""

import http.client
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCENES = 24


class Event:
    """A folder with keys, a ledger, tickets and their codes."""

    def __init__(self, folder: Path, programs: Path, tickets: int):
        self.folder, self.programs = folder, programs
        environment = os.environ | {"DOORCHECK": str(programs / "doorcheck")}
        script = HERE.parent.parent / "scripts" / "sample-event"
        subprocess.run([script, folder, "1"], env=environment, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        guests = folder / "more.csv"
        guests.write_text("name,email\n" + "".join(f"Guest {i},more{i}@example.org\n" for i in range(tickets)))
        codes = folder / "more-codes.csv"
        self.run("ticket", "issue", guests, "--output", codes)
        self.codes = [line.rsplit(",", 1)[1] for line in codes.read_text().splitlines()[1:]]

    def run(self, *arguments) -> str:
        command = [self.programs / "doorcheck", *arguments, "--config", self.folder / "doorcheck.toml"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def photograph(self, path: Path, seed: int, size: tuple[int, int], *scene: str):
        subprocess.run([self.programs / "door-pictures", "scene", "--seed", str(seed), "--width", str(size[0]),
                        "--height", str(size[1]), "-o", path, *scene], check=True)

    def nobody(self, size: tuple[int, int]) -> list[Path]:
        """Pictures of a door without a ticket; several, since a picture that is the same again is not looked through."""
        folder = self.folder / f"nobody-{size[0]}"
        folder.mkdir(exist_ok=True)
        paths = [folder / f"{i:02}.jpg" for i in range(SCENES)]
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda i: self.photograph(paths[i], i, size, "--preset", "noCode"), range(SCENES)))
        return paths

    def ledger_bytes(self) -> int:
        return sum(path.stat().st_size for path in self.folder.glob("ledger.sqlite*"))


class Door:
    """A running daemon; its log and its page's events arrive with the time at which they did."""

    def __init__(self, event: Event, *arguments, preload: dict | None = None, verbose: bool = False):
        environment = os.environ | {"DOORCHECK_DISPLAY_ADDRESS": "127.0.0.1:0"} | (preload or {})
        command = [event.programs / "doorcheck", "run", "--config", event.folder / "doorcheck.toml", *map(str, arguments)]
        self.process = subprocess.Popen(
            command + (["--verbose"] if verbose else []), env=environment, stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.log, self.verdicts, self.log_bytes = [], [], 0
        for line in self.process.stderr:
            if line.startswith("display at http://"):
                self.host = line.split("/")[2]
                break
        else:
            sys.exit("door.py: the door did not open")
        self.reader = threading.Thread(target=self.read_log, daemon=True)
        self.reader.start()

    def read_log(self):
        for line in self.process.stderr:
            self.log_bytes += len(line)
            if "code judged" in line:
                self.log.append({key: value for key, value in re.findall(r"([a-z.]+)=(\S+)", line)})

    def watch(self):
        """Opens a page's stream of events."""
        opened = threading.Event()

        def read():
            connection = http.client.HTTPConnection(self.host)
            connection.request("GET", "/events")
            answer, name = connection.getresponse(), ""
            opened.set()
            while line := answer.fp.readline():
                now = time.time() * 1000
                if line.startswith(b"event: "):
                    name = line[7:].strip()
                elif line.startswith(b"data: ") and name == b"verdict":
                    self.verdicts.append((now, json.loads(line[6:])["verdict"]))

        threading.Thread(target=lambda: quietly(read), daemon=True).start()
        opened.wait(10)

    def get(self, path: str) -> bytes:
        connection = http.client.HTTPConnection(self.host, timeout=10)
        connection.request("GET", path)
        return connection.getresponse().read()

    def metric(self, name: str) -> float:
        found = re.search(rf"^doorcheck_{name} (\S+)$", self.get("/metrics").decode(), re.MULTILINE)
        return float(found[1]) if found else 0

    @property
    def frames(self) -> int:
        return int(self.metric("frames_total"))

    @property
    def judged(self) -> int:
        return sum(int(n) for n in re.findall(rb"^doorcheck_scans_total\S* (\d+)$", self.get("/metrics"), re.MULTILINE))

    def scan(self, code: str):
        self.process.stdin.write(code + "\n")
        self.process.stdin.flush()

    @property
    def processor_ms(self) -> float:
        """The processor time of the door and its decoders, which are processes of their own."""
        threads = Path(f"/proc/{self.process.pid}/task").iterdir()
        children = [child for thread in threads for child in (thread / "children").read_text().split()]
        ticks = 0
        for process in [str(self.process.pid), *children]:
            fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks * 1000 / os.sysconf("SC_CLK_TCK")

    @property
    def resident_mb(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def close(self):
        self.process.terminate()
        self.process.wait(10)
        self.reader.join(5)


def quietly(body):
    try:
        body()
    except (OSError, http.client.HTTPException):
        pass


def until(condition, seconds: float, what: str):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"door.py: waited {seconds} s for {what}")
        time.sleep(0.05)


def tell(name: str, value: float, unit: str, note: str = ""):
    print(f"{name:<28}{value:>10.4g} {unit:<4} {note}", file=sys.stderr)
    print(json.dumps({"bench": f"door.{name}", "unit": unit, "ours": round(value, 4)}, sort_keys=True), flush=True)


def percentiles(name: str, values: list[float]):
    cuts = statistics.quantiles(values, n=100)
    tell(f"{name}.p50", cuts[49], "ms")
    tell(f"{name}.p99", cuts[98], "ms")


def frame_folder(path: Path, pictures: list[Path]) -> Path:
    path.mkdir()
    for number, picture in enumerate(pictures):
        os.link(picture, path / f"{number:06}.jpg")
    return path


def latency(event: Event, folder: Path, quick: bool):
    """From a frame of 1280 x 720 at 30 a second to the verdict at a page, part by part."""
    guests, size = 10 if quick else 200, (1280, 720)
    nobody = event.nobody(size)
    shots = [folder / f"guest-{i:03}.jpg" for i in range(guests)]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda i: event.photograph(shots[i], i, size, "--text", event.codes[i]), range(guests)))
    pictures = []
    for i, shot in enumerate(shots):
        pictures += [shot] * 5 + [nobody[(5 * i + k) % SCENES] for k in range(5)]
    pictures = nobody * 2 + pictures
    library, syncs = folder / "sync.so", folder / "syncs"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, HERE / "sync.c", "-ldl"], check=True)
    door = Door(event, "--frames", frame_folder(folder / "latency", pictures), "--rate", 30, verbose=True,
                preload={"LD_PRELOAD": str(library), "SYNC_LOG": str(syncs)})
    door.watch()
    until(lambda: len(door.verdicts) >= guests or door.process.poll() is not None, 60 + len(pictures) / 10, "verdicts")
    quietly(door.close)
    parts = {"capture": [], "decode": [], "judge": [], "show": [], "page": []}
    for line, (arrived, verdict) in zip(door.log, door.verdicts, strict=False):
        assert line["verdict"] == "admit" and verdict["style"] == "admit", "a guest was not admitted"
        capture, decode, elapsed = (float(line[key]) for key in ("capture.ms", "decode.ms", "elapsed.ms"))
        # The verdict's time is a whole number of milliseconds, rounded down.
        show = arrived - (verdict["at"] + 0.5) - (elapsed - capture - decode)
        for name, value in zip(parts, (capture, decode, elapsed - capture - decode, show, elapsed + show)):
            parts[name].append(value)
    for name, values in parts.items():
        percentiles(f"latency.{name}", values)
    percentiles("latency.sync", [int(line) / 1e6 for line in syncs.read_text().split()[-guests:]])
    tell("latency.guests", len(parts["page"]), "", f"load average {os.getloadavg()[0]:.1f}")


def idle(event: Event, folder: Path, quick: bool):
    """Processor time per frame of 1280 x 720 without a code, at 30 a second: nobody looks, a page, a page with preview."""
    frames = frame_folder(folder / "idle", event.nobody((1280, 720)))
    door = Door(event, "--frames", frames, "--rate", 30, "--loop")

    def measure(name: str, meanwhile):
        seconds = 2 if quick else 20
        begin, frames, busy = time.monotonic(), door.frames, door.processor_ms
        while time.monotonic() < begin + seconds:
            meanwhile()
            time.sleep(0.125)
        frames, busy = door.frames - frames, door.processor_ms - busy
        tell(f"idle.{name}", busy / frames, "ms", f"{frames / seconds:.1f} frames/s, load average {os.getloadavg()[0]:.1f}")

    until(lambda: door.frames > 30, 60, "frames")
    measure("unwatched", lambda: None)
    door.watch()
    measure("page", lambda: None)
    measure("preview", lambda: door.get("/preview.jpg"))
    measure("unwatched-again", lambda: None)
    door.close()


def memory(event: Event, folder: Path, quick: bool):
    """Resident memory over 100,000 frames without a code, and then over 10,000 codes and the same once more."""
    marks, codes = ([500, 1000], event.codes[:500]) if quick else ([10_000, 50_000, 100_000], event.codes)
    frames = frame_folder(folder / "memory", event.nobody((640, 480)))
    door = Door(event, "--frames", frames, "--loop", "--stdin")
    door.watch()
    for mark in marks:
        until(lambda: door.frames >= mark, 3600, "frames")
        tell(f"memory.frames.{mark}", door.resident_mb, "MB")
    for turn in (1, 2):
        for code in codes:
            door.scan(code)
        # What was admitted a moment ago is shown once more, and counted apart.
        until(lambda: door.judged + door.metric("repeats_total") >= turn * len(codes), 3600, "verdicts")
        tell(f"memory.verdicts.{turn * len(codes)}", door.resident_mb, "MB")
    door.close()


def flood(event: Event, folder: Path, quick: bool):
    """Thirty foreign codes a second in real time, then a guest."""
    seconds, choice = 3 if quick else 120, random.Random(1)
    door = Door(event, "--stdin", verbose=True)
    door.watch()
    before = event.ledger_bytes()
    begin, count = time.monotonic(), 0
    while (elapsed := time.monotonic() - begin) < seconds:
        while count < elapsed * 30:
            door.scan(f"https://example.org/{choice.getrandbits(64):x}")
            count += 1
        time.sleep(0.01)
    until(lambda: door.judged >= count, 60, "verdicts")
    asked = time.time() * 1000
    door.scan(event.codes[0])
    until(lambda: any(verdict["style"] == "admit" for _, verdict in door.verdicts), 10, "the guest")
    admitted = next(arrived for arrived, verdict in door.verdicts if verdict["style"] == "admit")
    tell("flood.codes", count, "")
    tell("flood.guest", admitted - asked, "ms", "a valid ticket, from the scanner to the page")
    tell("flood.ledger", (event.ledger_bytes() - before) / 1000, "kB", "more, its write-ahead log included")
    tell("flood.log", door.log_bytes / 1000, "kB", "with --verbose; without, nothing is logged per code")
    tell("flood.memory", door.resident_mb, "MB")
    door.close()


BENCHES = {"latency": (latency, 200), "idle": (idle, 1), "memory": (memory, 10_000), "flood": (flood, 1)}


def main():
    programs, *names = [argument for argument in sys.argv[1:] if argument != "--quick"]
    if unknown := [name for name in names if name not in BENCHES]:
        sys.exit(f"door.py: there is no {unknown[0]}; there is: {', '.join(BENCHES)}")
    for name in names or BENCHES:
        bench, tickets = BENCHES[name]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder)
            bench(Event(path / "event", Path(programs), tickets), path, "--quick" in sys.argv)


if __name__ == "__main__":
    main()
