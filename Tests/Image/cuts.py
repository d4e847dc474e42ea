#!/usr/bin/env python3
"""Power cuts of a box: what its disk holds after each is computed from a log of its writes, and looked at.

usage: Tests/Image/cuts.py IMAGE PROGRAM RESULTS [CUTS [SECONDS]]
       Tests/Image/cuts.py IMAGE again RESULTS [CUTS]    (cuts of the last run)

PROGRAM is a folder with a configuration, keys, a ledger, codes.csv and `run`, which starts doorcheck in the machine.
The machine grows its data for the first time and then admits guests for some SECONDS; what it says it has admitted, and
how long the log is at that moment, is noted. Then the power is taken away CUTS times, at random moments of the admission:
what was flushed is there, of the rest any part. And at each write of the growing: one of the partition tables is whole. A disk with only the last one is kept as torn.img, to start from.
At the end, a disk that forgets what was flushed must lose some, or the test sees nothing.
"""
import json
import os
import random
import shutil
import sqlite3
import struct
import subprocess
import sys
import time
import uuid
import zlib

import updates
from machine import Machine
from writelog import SECTOR, WriteLog

GB = 1 << 30
PREPARE = """
mkdir -p /run/stick && mount -o ro LABEL=UPDATES /run/stick
tar -xf /run/stick/program.tar -C /data
cd /data/program && tail -n +2 codes.csv | tr -d '\\r' | sed 's/.*,//' >/run/codes
sync
cat >/run/load <<'SH'
cd /data/program
export DOORCHECK_CONFIG=/data/program/doorcheck.toml
(sleep 5; while :; do dd if=/dev/urandom of=/data/noise bs=64k count=30 conv=fsync; logger noise; sleep 1; done) >/dev/null 2>&1 &
(while read -r code; do echo "$code"; sleep 0.02; done </run/codes; sleep infinity) | ./run run --stdin --json 2>&1
SH
"""


def gpt_entries(disk, size):
    """The partitions that a kernel and a firmware see: from the first table, else from the one at the end."""
    with open(disk, "rb") as file:
        for place in (1, size // SECTOR - 1):
            file.seek(place * SECTOR)
            header = bytearray(file.read(SECTOR))
            if header[:8] != b"EFI PART":
                continue
            length, = struct.unpack_from("<I", header, 12)
            crc, = struct.unpack_from("<I", header, 16)
            header[16:20] = bytes(4)
            start, count, entry_size, entries_crc = struct.unpack_from("<QIII", header, 72)
            file.seek(start * SECTOR)
            entries = file.read(count * entry_size)
            if zlib.crc32(header[:length]) == crc and zlib.crc32(entries) == entries_crc:
                return "first" if place == 1 else "last", [
                    struct.unpack_from("<QQ", entries, i * entry_size + 32) for i in range(4)]
    return None, []


def look_at_growing(log, image, size, results, end, rng):
    """Every state of the disk while it grew."""
    places = {range(0, 34): "first", range(size // SECTOR - 33, size // SECTOR): "last"}
    touched = [i for i in range(end) if any(log.entries[i][1] and log.entries[i][0] < r.stop
                                            and log.entries[i][0] + log.entries[i][1] > r.start for r in places)]
    print(f"{end} writes and flushes before the first admission, {len(touched)} of them in the partition tables")
    seen = {}
    disk = f"{results}/whole.img"
    for position in sorted({p for i in touched for p in (i, i + 1)}):
        for _ in range(4):
            subprocess.run(["cp", "--sparse=always", image, disk], check=True)
            os.truncate(disk, size)
            log.cut(disk, position, rng)
            which, entries = gpt_entries(disk, size)
            assert which, f"no partition table after a cut at {position}"
            if which == "last" and not os.path.exists(f"{results}/torn.img"):
                subprocess.run(["cp", "--sparse=always", disk, f"{results}/torn.img"], check=True)
            seen[which, entries[3]] = seen.get((which, entries[3]), 0) + 1
    os.unlink(disk)
    for (which, entry), count in seen.items():
        print(f"  {count} cuts: the {which} table is whole, and the data ends at sector {entry[1]}")


def admit(image, program, results, seconds, size):
    """Starts a machine and admits guests until the power is cut; the log's length when the data had grown, and at each
    admission.
    """
    subprocess.run(["tar", "-cf", f"{results}/program.tar", "-C", os.path.dirname(os.path.abspath(program)),
                    "--transform=s,^[^/]*,program,", "--owner=0", "--group=0", os.path.basename(program)], check=True)
    updates.stick(f"{results}/stick.img", {"program.tar": f"{results}/program.tar"},
                  (os.path.getsize(f"{results}/program.tar") >> 20) + 64)
    box = Machine(f"{results}/machine", image, size=size)
    written = f"{results}/writes"
    box.start(log=written, extra=["-drive", f"if=none,id=second,format=raw,readonly=on,file={results}/stick.img",
                                  "-device", "usb-storage,drive=second"])
    print(f"the shell is there after {box.await_shell():.0f} s", flush=True)
    box.check("systemctl is-active --quiet systemd-growfs@data || systemctl start systemd-growfs@data; sync", timeout=600)
    grown = os.path.getsize(written)
    box.check(PREPARE, timeout=600)
    box.wire.sendall(b"bash /run/load\n")
    admitted = {}
    rest = box.buffer
    end = time.monotonic() + 900
    while time.monotonic() < end and len(admitted) < 2500:
        try:
            rest += box.wire.recv(65536)
        except TimeoutError:
            continue
        length = os.path.getsize(written)
        *lines, rest = rest.split(b"\n")
        for line in lines:
            try:
                said = json.loads(line)
            except ValueError:
                continue
            if isinstance(said, dict) and said.get("enters"):
                if not admitted:
                    end = time.monotonic() + seconds
                admitted[said["ticket"]] = length
    box.cut()
    assert admitted, rest
    return {"grown": grown, "admitted": admitted}


class Cutter:
    """Computes what the data partition holds after a cut, checks it as the box does at its start, and reads the ledger."""

    def __init__(self, log, image, results, size, rng):
        self.log, self.results, self.size, self.rng = log, results, size, rng
        with open(image, "rb") as file:
            file.seek(SECTOR * 2 + 128 * 3 + 32)
            self.start, last = struct.unpack("<QQ", file.read(16))
        subprocess.run(["dd", f"if={image}", f"of={results}/empty.img", "bs=1M", f"skip={self.start * SECTOR >> 20}",
                        f"count={(last - self.start + 1) * SECTOR >> 20}", "conv=sparse", "status=none"], check=True)
        self.lost_writes, self.statuses = 0, {}

    def entered(self, position, forgetful=False):
        """The tickets that have entered, by the ledger that is there after a cut."""
        data, out = f"{self.results}/data.img", f"{self.results}/out"
        subprocess.run(["cp", "--sparse=always", f"{self.results}/empty.img", data], check=True)
        os.truncate(data, self.size - self.start * SECTOR)
        self.lost_writes += self.log.cut(data, position, self.rng, first=self.start, forgetful=forgetful)
        status = subprocess.run(["e2fsck", "-p", data], capture_output=True).returncode
        if not forgetful:
            self.statuses[status] = self.statuses.get(status, 0) + 1
            whole = subprocess.run(["e2fsck", "-fn", data], capture_output=True, text=True)
            assert whole.returncode == 0, whole.stdout
        shutil.rmtree(out, ignore_errors=True)
        os.mkdir(out)
        subprocess.run(["debugfs", "-R", f"rdump program {out}", data], capture_output=True)
        try:
            with sqlite3.connect(f"file:{out}/program/ledger.sqlite?mode=rw", uri=True) as database:
                whole = database.execute("pragma integrity_check").fetchone() == ("ok",)
                return {str(uuid.UUID(bytes=ticket)) for ticket, in database.execute(
                    "select ticket from scan where verdict = 'admit'")} if whole else set()
        except sqlite3.Error:
            # Before the ledger had been copied there.
            return set()


def main():
    image, program, results = sys.argv[1:4]
    cuts = int(sys.argv[4]) if len(sys.argv) > 4 else 200
    seconds = int(sys.argv[5]) if len(sys.argv) > 5 else 60
    seed = int(os.environ.get("DOORCHECK_SEED", random.randrange(1 << 32)))
    print("seed", seed, flush=True)
    rng = random.Random(seed)
    size = 3 * GB
    if program != "again":
        shutil.rmtree(results, ignore_errors=True)
        os.makedirs(results)
        facts = admit(image, program, results, seconds, size)
        with open(f"{results}/facts.json", "w") as file:
            json.dump(facts, file)
    with open(f"{results}/facts.json") as file:
        facts = json.load(file)
    log, admitted = WriteLog(f"{results}/writes"), facts["admitted"]
    first = log.position(facts["grown"])
    begin = log.position(min(admitted.values()))
    print(f"{len(admitted)} admitted; {len(log.entries)} writes and flushes, {len(log.entries) - begin} of them since the "
          "first", flush=True)

    clock = time.monotonic()
    look_at_growing(log, image, size, results, first, rng)
    cutter = Cutter(log, image, results, size, rng)

    def count_lost(position, forgetful=False):
        wanted = {ticket for ticket, length in admitted.items() if log.position(length) <= position}
        missing = len(wanted - cutter.entered(position, forgetful))
        if missing and not forgetful:
            print(f"  after a cut at {position}: {missing} of {len(wanted)} admissions are missing", flush=True)
        return missing

    for _ in range(cuts // 10):
        cutter.entered(rng.randrange(1, first))
    lost = sum(count_lost(rng.randrange(begin, len(log.entries)) + 1) for _ in range(cuts))
    print(f"{cuts} power cuts while guests enter, and {cuts // 10} while the data grows, in "
          f"{time.monotonic() - clock:.0f} s: {cutter.lost_writes} writes lost, e2fsck's statuses {cutter.statuses}, "
          f"{lost} acknowledged admissions lost", flush=True)
    forgotten = sum(count_lost(rng.randrange(begin, len(log.entries)) + 1, True) for _ in range(10))
    print(f"a disk that forgets what was flushed loses {forgotten} in 10 cuts")
    sys.exit(lost > 0 or forgotten == 0)


main()
