#!/usr/bin/env python3
"""Tests a box image in a machine with UEFI.

usage: Tests/Image/box.py start IMAGE RESULTS
       Tests/Image/box.py setup IMAGE RESULTS PROGRAMS    (the folder with doorcheck and door-pictures)
       Tests/Image/box.py screen IMAGE RESULTS PROGRAMS
       Tests/Image/box.py office IMAGE RESULTS
       Tests/Image/box.py full IMAGE RESULTS PROGRAM    (PROGRAM as in cuts.py)
       Tests/Image/box.py updates IMAGE RESULTS UPDATE KEY
"""
import json
import os
import shutil
import subprocess
import sys
import time

import organiser
import screen
import setup
import updates
from machine import Machine

GB = 1 << 30


def say(text):
    print(text, flush=True)


def expect(what, true):
    if not true:
        raise AssertionError("not so: " + what)
    say(what)


def slot(machine):
    return machine.check(". /run/doorcheck-box/slots; echo $slot")


def entries(machine):
    return machine.check("ls /boot/loader/entries").split()


def try_updates(image, results, update, key):
    """Bad updates change nothing or are left again after three starts; a good one stays."""
    made = updates.make_all(update, key, f"{results}/made")
    sizes = sum(os.path.getsize(path) for path in made.values())
    updates.stick(f"{results}/stick.img", {f"{name}.update": path for name, path in made.items()}, (sizes >> 20) + 200)
    shutil.rmtree(f"{results}/made")
    stick = ["-drive", f"if=none,id=second,format=raw,readonly=on,file={results}/stick.img",
             "-device", "usb-storage,drive=second"]
    box = Machine(f"{results}/machine", image, size=3 * GB)
    box.start(extra=stick)
    say(f"the shell is there after {box.await_shell():.0f} s")
    mount = "mkdir -p /run/stick && mount -o ro LABEL=UPDATES /run/stick"
    box.check(mount)
    expect("the first root is in use", slot(box) == "a")
    sums = "head -c 4M /dev/disk/by-partlabel/doorcheck-b | sha256sum; ls -R /boot | sha256sum"
    before = box.check(sums)
    for name, reason in (("stranger", "signature"), ("short", "damaged"), ("flipped", "damaged")):
        begin = time.monotonic()
        text, status = box.run(f"doorcheck-update /run/stick/{name}.update", timeout=900)
        expect(f"refused with 65 in {time.monotonic() - begin:.0f} s: {text}", status == 65 and reason in text)
    expect("refused updates have changed nothing", box.check(sums) == before)

    # A box that has been set up, so that its door must open.
    box.check("cd /var/lib/doorcheck && runuser -u doorcheck -- doorcheck key new && "
              "runuser -u doorcheck -- doorcheck event new Night --gate main && systemctl restart doorcheck", timeout=600)
    for name in ("rootless", "deaf"):
        begin = time.monotonic()
        box.check(f"doorcheck-update /run/stick/{name}.update", timeout=900)
        say(f"{name}: written in {time.monotonic() - begin:.0f} s")
        expect("three tries are left", "doorcheck-b+3.conf" in entries(box))
        before = box.check("cat /etc/machine-id")
        box.run("sync; systemctl reboot")
        starts = 0
        while True:
            say(f"  a start: the shell is there after {box.await_shell(1800):.0f} s")
            starts += 1
            if slot(box) == "a":
                break
            # Its door is waited for, and the machine starts again by itself.
        expect(f"{name}: the old root is back", "doorcheck-b+0-3.conf" in entries(box))
        expect("it is the same box", box.check("cat /etc/machine-id") == before)
        box.check("until systemctl is-active --quiet doorcheck; do sleep 1; done", timeout=300)
        say(f"{name}: the door is open again, {time.monotonic() - begin:.0f} s after the update began")
        box.check(mount)
    box.check("doorcheck-update /run/stick/newer.update", timeout=900)
    box.run("sync; systemctl reboot")
    box.await_shell(1800)
    expect("the new root is in use", slot(box) == "b")
    box.check("until systemctl is-active --quiet systemd-bless-boot; do sleep 1; done", timeout=600)
    expect("it is not on trial any more", "doorcheck-b.conf" in entries(box))
    expect("the door is open", box.run("systemctl is-active doorcheck")[0] == "active")
    box.run("systemctl poweroff")
    box.wait()


def try_start(image, results):
    """An image that may have been left in the middle of its first start: it starts, and knows itself and the time."""
    box = Machine(f"{results}/machine", image, size=3 * GB, secure=True)
    box.start(date="2020-01-01T00:00:00")
    say(f"the shell is there after {box.await_shell():.0f} s")
    state = box.run("systemctl is-system-running --wait", timeout=900)[0]
    expect(f"everything has started after {time.monotonic() - box.begin:.0f} s ({state})", state == "running")
    say(box.check("systemd-analyze | head -n 1"))
    box.screenshot("started")
    secure = box.check("od -An -t u1 -j4 /sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c")
    expect("Secure Boot is on", secure.strip() == "1")
    expect("the data has grown", int(box.check("df --output=size -B1M /data | tail -n 1")) > 1300)
    expect("the root is read-only below a layer in memory",
           box.check("findmnt -n -o FSTYPE,OPTIONS /run/doorcheck-box/layers/root").startswith("squashfs ro"))
    for place in ("/etc/doorcheck", "/var/lib/doorcheck", "/var/log/journal"):
        expect(f"{place} is on the data partition", box.check(f"findmnt -n -o FSTYPE {place}") == "ext4")
    expect("the time is not before the image's", int(box.check("date +%Y")) >= 2026)
    ports = box.check("ss -Hlntu | awk '{ print $5 }'").split()
    expect("the office is open for other devices", "0.0.0.0:8470" in ports)
    expect(f"nothing else listens to the network but for an address: {ports}",
           all(port.startswith(("127.", "[::1]")) or port.endswith((":68", ":546", ":8470")) for port in ports))
    expect("nobody can log in", box.check("cut -d: -f2 /etc/shadow | grep -vc '^[!*]' || true") == "0"
           and "getty" not in box.check("systemctl list-units --no-legend '*getty*.service'"))
    identity = box.check("cat /etc/machine-id")
    before = int(box.check("date +%s"))
    box.check("sleep 40; sync")
    box.cut()
    box.start(date="2020-01-01T00:00:00")
    say(f"the shell is there after {box.await_shell():.0f} s")
    expect("it is the same box after a power cut", box.check("cat /etc/machine-id") == identity)
    expect("its clock has not gone back", int(box.check("date +%s")) >= before)
    expect("its journal has both starts", int(box.check("journalctl --flush; journalctl --list-boots --quiet | wc -l")) >= 2)
    box.run("systemctl poweroff")
    box.wait()


def try_full(image, results, program):
    """A full disk: nobody is shown as admitted who is not on the disk, the box starts, and goes on once there is room."""
    subprocess.run(["tar", "-cf", f"{results}/program.tar", "-C", os.path.dirname(os.path.abspath(program)),
                    "--transform=s,^[^/]*,program,", "--owner=0", "--group=0", os.path.basename(program)], check=True)
    updates.stick(f"{results}/stick.img", {"program.tar": f"{results}/program.tar"},
                  (os.path.getsize(f"{results}/program.tar") >> 20) + 64)
    box = Machine(f"{results}/machine", image, size=2 * GB)
    box.start(extra=["-drive", f"if=none,id=second,format=raw,readonly=on,file={results}/stick.img",
                     "-device", "usb-storage,drive=second"])
    say(f"the shell is there after {box.await_shell():.0f} s")
    box.check("mkdir -p /run/stick && mount -o ro LABEL=UPDATES /run/stick && tar -xf /run/stick/program.tar -C /data", timeout=600)
    door = """cd /data/program; export DOORCHECK_CONFIG=/data/program/doorcheck.toml
        tail -n +2 codes.csv | tr -d '\r' | sed 's/.*,//' | sed -n '%s' | ./run run --stdin --json 2>/run/said; tail -n 5 /run/said"""

    def entered(lines):
        text = box.run(door % lines, timeout=300)[0]
        said = [json.loads(line) for line in text.split("\n") if line.startswith("{")]
        return [line["ticket"] for line in said if line.get("enters")], text

    # The eighth ticket of the sample event admits a family.
    some, text = entered("1,5p")
    expect(f"five guests enter: {text[-300:]}", len(some) == 5)
    box.run("dd if=/dev/zero of=/data/fill bs=1M; dd if=/dev/zero of=/data/fill2 bs=1k; sync", timeout=600)
    expect("the disk is full", box.check("df --output=avail -B1k /data | tail -n 1").strip() == "0")
    none, text = entered("9,13p")
    say(f"{len(none)} of five guests enter: {text[-600:]}")
    box.check("sync")
    box.cut()
    box.start()
    box.await_shell()
    say("it starts with a full disk: " + box.run("systemctl is-system-running --wait", timeout=900)[0])
    box.check("rm /data/fill /data/fill2")
    rest, _ = entered("9,13p")
    expect("with room again, the others enter", len(rest) + len(none) == 5 and not set(rest) & set(none))
    # For ten seconds after an admission, the door says that it was just admitted.
    box.check("sleep 15")
    again, text = entered("1,5p;9,13p")
    expect(f"nobody enters twice: {text.count('already-used')} were used already",
           not again and text.count('"reason":"already-used"') == 10)
    box.run("systemctl poweroff")
    box.wait()


def try_setup(image, results, programs):
    """A box takes its settings from the FAT partition or from a code, with a hub that tells it the time."""
    setup.try_setup(image, results, programs, say, expect)


def try_screen(image, results, programs):
    """A code before the camera: faulty ones are explained on the screen, a right one opens the door."""
    screen.try_screen(image, results, programs, say, expect)


def try_office(image, results):
    """The machine becomes an office with a hub: from the code of its screen to settings for a box."""
    organiser.try_office(image, results, say, expect)


def main():
    test, image, results, *more = sys.argv[1:]
    shutil.rmtree(results, ignore_errors=True)
    os.makedirs(results)
    tests = {"start": try_start, "setup": try_setup, "screen": try_screen, "office": try_office, "full": try_full,
             "updates": try_updates}
    tests[test](image, results, *more)


main()
