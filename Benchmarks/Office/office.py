#!/usr/bin/env python3
"""Measures the office with a large event: what each question of its pages takes.

usage: office.py PROGRAM [--quick] [--count] [--keep FOLDER]    (PROGRAM is doorcheck; scripts/bench calls it)

An event of 100,000 tickets and 200,000 scans is made with the real program, and the real office is asked every question
that a page asks when it opens or is updated. A table goes to standard error, one JSON object per figure to standard
output: the processor time of the office's process for a request, the second and later ones, and that of the first.
docs/performance.md says what the figures mean. --quick shows that it works, its figures mean nothing. --count counts
instructions instead, in QEMU: they do not depend on what else the machine does. --keep keeps the event in a folder, or
uses the one that is there.
"""

import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from pathlib import Path

TICKETS, SCANS, TIMES = 100_000, 200_000, 9
# What a page may take on one core of a Raspberry Pi 4, how much longer it takes than here, and how many million
# instructions that core executes in a millisecond: docs/performance.md.
LIMIT_MS, FACTOR, PI_PACE = 200, 7, 1.5
# What a page asks for after it shows everything else.
COUNTS = {"imports: tickets", "mails", "afterwards: figures", "afterwards: data"}
# What makes the office count beside the pages when its numbers are old; --count cannot tell the two apart.
BESIDE = {"overview", "event", "tickets: first page", "tickets: far page", "tickets: tier", "tickets: revoked",
          "tickets: not entered", "during the event"}
FIRST = "Aarti Bela Chiara Dmitri Emeka Fatou Greta Hana Ivo Jürgen Kato Łukasz Moses Nakato Omar Priya Quentin Rosa".split()
LAST = "Achieng Berg Costa Diallo Eriksen Fischer García Haile Ito Jensen Kimani Lindqvist Mbeki Novák Okello Petrova".split()


def make(folder: Path, program: str, tickets: int, scans: int):
    """An event with tickets of three tiers; each is scanned until there are as many scans."""
    folder.mkdir(parents=True)
    (folder / "doorcheck.toml").write_text('ledger = "ledger.sqlite"\nkeys = "keys"\nevent = "summer-night"\ngate = "main"\n'
                                           '[display]\naddress = "127.0.0.1:0"\n')

    def run(*arguments):
        subprocess.run([program, *arguments, "--config", folder / "doorcheck.toml"], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)

    run("key", "new")
    run("event", "new", "Summer Night", "--gate", "main", "--gate", "backstage")
    with open(folder / "guests.csv", "w") as file:
        file.write("name,email,tier,order\n")
        for i in range(tickets):
            tier = ("VIP", "Family")[i % 2] if i % 10 == 0 else "Regular"
            file.write(f"{FIRST[i % 18]} {LAST[i // 18 % 16]} {i},guest{i}@example.org,{tier},ORDER-{i // 3:06}\n")
    run("ticket", "issue", folder / "guests.csv", "--output", folder / "codes.csv")
    codes = [line.rsplit(",", 1)[1] for line in (folder / "codes.csv").read_text().splitlines()[1:]]
    door = subprocess.Popen([program, "run", "--stdin", "--config", folder / "doorcheck.toml"], stdin=subprocess.PIPE,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True)
    for i in range(scans):
        door.stdin.write(codes[i % len(codes)] + "\n")
    door.stdin.close()
    if door.wait():
        sys.exit("office.py: the door has ended with an error")


class Office:
    """A running office with a session; `counter` is a folder if its instructions are counted."""

    def __init__(self, folder: Path, program: str, counter: Path | None = None):
        command = [program, "office", "--no-browser", "--listen", "127.0.0.1:0", "--config", folder / "doorcheck.toml"]
        environment, self.counted = dict(os.environ), counter and counter / "instructions"
        if counter:
            plugin = counter / "instructions.so"
            subprocess.run(["clang", "-shared", "-fPIC", "-O2", Path(__file__).with_name("instructions.c"), "-o", plugin], check=True)
            command = ["qemu-x86_64", "-plugin", plugin, *command]
            environment["INSTRUCTIONS"] = str(self.counted)
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if link := re.search(r"http://(\S+)/#(\S+)", line):
                break
        else:
            sys.exit("office.py: the office did not open")
        # Nobody else reads what it says later.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.host, code = link[1], link[2]
        self.connection = http.client.HTTPConnection(self.host, timeout=600)
        self.headers = {"Origin": f"http://{self.host}", "Content-Type": "application/json"}
        answer = self.send("/office/session", {"code": code})
        self.headers["Cookie"] = answer.headers["Set-Cookie"].split(";")[0]

    def send(self, path: str, body=None) -> http.client.HTTPResponse:
        self.connection.request("GET" if body is None else "POST", path, None if body is None else json.dumps(body), self.headers)
        answer = self.connection.getresponse()
        answer.content = answer.read()
        if answer.status >= 300:
            sys.exit(f"office.py: {path}: {answer.status} {answer.content[:300]!r}")
        return answer

    def ask(self, path: str, body=None) -> dict:
        return json.loads(self.send(path, body).content)

    @property
    def processor_ms(self) -> float:
        """The processor time of the office's process; the programs that it starts are not counted."""
        # The clock of another process, as clock_getcpuclockid(3) names it; threads that have ended are counted.
        return time.clock_gettime_ns(~self.process.pid << 3 | 2) / 1e6

    @property
    def resident_mb(self) -> float:
        return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())[1]) / 1024

    @property
    def instructions(self) -> float:
        """The instructions of the office so far in millions, once it has nothing to do."""
        last = -1
        while (now := int.from_bytes(self.counted.read_bytes(), sys.byteorder) / 1e6) - last > 0.5:
            last = now
            time.sleep(0.5)
        return now

    def measure(self, path: str, body=None) -> tuple[float, float]:
        """The processor time of one request in ms, or its instructions in millions; and its time in ms."""
        before, begin = self.instructions if self.counted else self.processor_ms, time.monotonic()
        self.send(path, body)
        clock = (time.monotonic() - begin) * 1000
        return (self.instructions if self.counted else self.processor_ms) - before, clock

    def close(self):
        self.process.terminate()
        self.process.wait(30)


def questions(office: Office) -> list[tuple[str, str, dict | None]]:
    """What the pages ask: a name, a path, and what is posted."""
    event = office.ask("/office/state")["events"][0]["id"]
    here = f"/office/events/{event}"
    first = office.ask(f"{here}/tickets", {"limit": 50})
    ticket = first["tickets"][0]["id"]
    reference = office.ask(f"/office/tickets/{ticket}").get("reference") or "guest7@example.org"
    sample = urllib.parse.urlencode({"name": "Summer Night"})
    tickets = {
        "first page": {"limit": 50}, "far page": {"limit": 50, "after": str(1000)}, "tier": {"tier": "VIP", "limit": 50},
        "revoked": {"status": "revoked", "limit": 50}, "not entered": {"entered": False, "limit": 50},
        "name": {"text": "aarti"}, "name and surname": {"text": "greta okello"}, "frequent word": {"text": "guest"},
        "name and tier": {"text": "aarti", "tier": "VIP"}, "no match": {"text": "zzyzx"}, "one letter": {"text": "g"},
        "address": {"text": reference}, "number": {"text": ticket[:8]}, "identifier": {"text": ticket},
    }
    return [
        ("overview", "/office/state", None), ("event", here, None),
        *[(f"tickets: {name}", f"{here}/tickets", search) for name, search in tickets.items()],
        ("ticket", f"/office/tickets/{ticket}", None), ("ticket: code", f"/office/tickets/{ticket}/code.png", None),
        ("imports", f"{here}/imports", None), ("imports: tickets", f"{here}/imports?counted=true", None),
        ("mails", f"{here}/mail", None), ("boxes", "/office/boxes", None),
        ("door", "/office/door", None), ("print preview", f"{here}/preview.png?size=A6", None),
        ("print preview: labels", f"{here}/preview.png?size=3x8", None),
        ("print preview: VIP", f"{here}/preview.png?size=A6&tier=VIP", None),
        ("print preview: phone", f"{here}/preview.png?size=phone", None),
        ("sample", f"/office/sample.png?{sample}", None), ("during the event", f"{here}/during", None),
        ("afterwards: figures", f"{here}/figures", None),
        ("afterwards: data", f"{here}/personal", None),
    ]


def main():
    program, *options = sys.argv[1:]
    quick, counts = "--quick" in options, "--count" in options
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(options[options.index("--keep") + 1] if "--keep" in options else temporary) / "office-event"
        if not folder.exists():
            print("Making the event …", file=sys.stderr)
            make(folder, program, 200 if quick else TICKETS, 400 if quick else SCANS)
        office = Office(folder, program, Path(temporary) if counts else None)
        unit, limit, times = ("M instructions", LIMIT_MS * PI_PACE, 3) if counts else ("ms", LIMIT_MS / FACTOR, TIMES)
        print(f"{'question':<28}{'first':>8}{'later':>8}{'slowest':>8}{'clock':>8}   {unit}; a Raspberry Pi 4 takes {LIMIT_MS} ms for {limit:.0f}", file=sys.stderr)
        slow = []
        for name, path, body in questions(office):
            first, clock = office.measure(path, body)
            later = sorted(office.measure(path, body) for _ in range(2 if quick else times))
            # Nothing disturbs a count but another one, which only adds to it.
            usual, slowest = later[0 if counts else len(later) // 2][0], later[-1][0]
            mark = "" if max(usual, 0 if counts and name in BESIDE else first) <= limit else "  over the limit"
            if mark and name in COUNTS:
                mark = "  a count, which no page waits for"
            elif mark:
                slow.append(name)
            print(f"{name:<28}{first:>8.1f}{usual:>8.1f}{slowest:>8.1f}{max(clock, later[-1][1]):>8.1f}{mark}", file=sys.stderr)
            print(json.dumps({"bench": f"office.{name}", "unit": unit, "ours": round(usual, 3), "first": round(first, 3),
                              "limit": limit}), flush=True)
        print(f"{office.resident_mb:.0f} MB of memory; load average {os.getloadavg()[0]:.1f}", file=sys.stderr)
        office.close()
        if slow and not quick:
            sys.exit(f"office.py: over {LIMIT_MS} ms on a Raspberry Pi 4: {', '.join(slow)}")


if __name__ == "__main__":
    main()
