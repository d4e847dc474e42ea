"""A new box that is set up by a file on its stick, or by a code that is before its camera when it starts.

Its clock is years behind, and nobody but the hub tells it the time. The times are those of a machine without hardware
virtualisation.
"""
import re
import subprocess
import time

from machine import Machine
from office import PREPARE, Office

CHECKS = """set -e
    test "$(hostname)" = north-gate
    test "$(readlink /etc/localtime)" = /usr/share/zoneinfo/Africa/Kampala
    grep -q 'box = "North gate"' /etc/doorcheck/doorcheck.toml
    grep -q mango /var/lib/iwd/Festival.psk
    test "$(stat -c %U /etc/doorcheck/keys/staff.pin)" = doorcheck"""
# What the door's units and the network's said, with the kernel's seconds.
JOURNAL = "journalctl -q -b -o short-monotonic --no-hostname -u 'doorcheck*' -u systemd-networkd -u systemd-timesyncd"


def until(box, script):
    box.check(f"until {script}; do sleep 1; done", timeout=1200)


def show(box, name):
    box.check(f"echo show /var/tmp/room/{name}.jpg >/run/commands")


def await_door(box, say, way):
    """Waits for an open door, and says since when the machine has been on."""
    until(box, "systemctl is-active --quiet doorcheck")
    say(f"{way}: the door is open after {time.monotonic() - box.begin:.0f} s")


def expect_time(box, say, expect):
    """The door has not been open before the hub's time was set."""
    off = int(box.check("date +%s")) - time.time()
    journal = box.check(JOURNAL)
    with open(f"{box.folder}/journal{box.starts}.txt", "w") as file:
        file.write(journal)
    moments = lambda text: [float(found) for found in re.findall(rf"(?m)^\[ *([\d.]+)\].*{text}", journal)]
    say("\n".join(re.findall("This machine's clock .*", journal)))
    clock, door = moments("it has been set"), moments("Started doorcheck.service")
    expect(f"the door opens with the hub's time, {off:.0f} s off; the clock was set at {clock}, and the door open at {door}",
           len(clock) == 1 and door and clock[0] < door[0] and abs(off) < 60)


def admit(box, guest, say, way):
    show(box, f"guest{guest}")
    until(box, "test -n \"$(journalctl -q -b -u doorcheck -o cat DOORCHECK_REASON=admitted)\"")
    say(f"{way}: the first guest is in after {time.monotonic() - box.begin:.0f} s")


def try_setup(image, results, programs, say, expect):
    office = Office(f"{results}/office", programs, image)
    office.open()
    office.setup("file", name="North gate")
    office.setup("code", name="Second gate")
    office.photograph("nobody", "--preset", "noCode")
    for number, code in enumerate(office.tickets()):
        office.photograph(f"guest{number}", "--seed", str(number), "--text", code)
    start = {"date": "2020-01-01T00:00:00", "internet_time": False, "extra": office.stick()}

    say("box.toml on the stick:")
    box = Machine(f"{results}/machine", image, size=3 << 30, restrict=False)
    fat = ["-i", f"{box.disk}@@1M"]
    subprocess.run(["mcopy", *fat, f"{office.folder}/file.toml", "::box.toml"], check=True)
    box.start(**start)
    say(f"the shell is there after {box.await_shell():.0f} s")
    box.check(PREPARE, timeout=600)
    await_door(box, say, "box.toml")
    box.check(CHECKS)
    say("it has taken its name, time zone, Wi-Fi and PIN")
    expect_time(box, say, expect)
    admit(box, 0, say, "box.toml")
    box.screenshot("set-up")
    box.cut()
    left = subprocess.run(["mtype", *fat, "::box.toml"], check=True, capture_output=True, text=True).stdout
    expect("the stick holds no secret any more", "taken = true" in left
           and not any(secret in left for secret in ("482913", "mango", "DCJ1")))

    say("The same box after a power cut:")
    box.start(**start)
    box.await_shell()
    await_door(box, say, "set up")
    box.check(CHECKS)
    expect_time(box, say, expect)
    box.check(PREPARE, timeout=600)
    admit(box, 1, say, "set up")
    box.run("systemctl poweroff")
    box.wait()

    say("A code before the camera of a new box:")
    box = Machine(f"{results}/machine", image, size=3 << 30, restrict=False)
    box.start(**start)
    say(f"the shell is there after {box.await_shell():.0f} s")
    box.check(PREPARE, timeout=600)
    show(box, "code")
    until(box, "grep -qs 'Second gate' /etc/doorcheck/doorcheck.toml")
    say(f"it is taken after {time.monotonic() - box.begin:.0f} s")
    show(box, "nobody")
    await_door(box, say, "code")
    expect_time(box, say, expect)
    admit(box, 2, say, "code")
    box.run("systemctl poweroff")
    box.wait()
    office.close()
