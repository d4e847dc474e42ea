#!/usr/bin/env python3
"""Tests a box image in a machine with UEFI.

usage: Tests/Image/box.py TEST IMAGE RESULTS [UPDATE KEY]    (TEST: first, updates)
"""
import os
import shutil
import subprocess
import sys
import time

import updates
from machine import Machine
from writelog import WriteLog

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
    box.check("cp /usr/share/doorcheck/trial.toml /etc/doorcheck/doorcheck.toml 2>/dev/null || touch /etc/doorcheck/doorcheck.toml;"
              "systemctl start doorcheck; systemctl is-active doorcheck")
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


def main():
    test, image, results, *more = sys.argv[1:]
    shutil.rmtree(results, ignore_errors=True)
    os.makedirs(results)
    {"updates": try_updates}[test](image, results, *more)


main()
