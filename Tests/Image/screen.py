"""A box with a screen and a camera that is set up by a code: from the first screen to the first guest.

The hub runs on this machine; the camera is a program in the box's machine (Tests/VirtualMachine/webcam.c), which plugs it
into the kernel's virtual USB host.
"""
import atexit
import json
import os
import re
import subprocess
import time

import updates
from machine import Machine

NOT_SET_UP, READY, ADMITTED = "111111", "1E1D1E", "84F2CE"
PASSWORD = "under the mango tree"
PREPARE = """set -e
mkdir -p /run/stick && mount -o ro LABEL=UPDATES /run/stick
mkdir -m 755 /var/tmp/room && tar -xf /run/stick/room.tar -C /var/tmp/room
modprobe vhci-hcd && modprobe uvcvideo nodrop=1
mkfifo /run/commands
systemd-run --quiet --unit=webcam bash -c 'exec 9<>/run/commands; exec /var/tmp/room/webcam /var/tmp/room/nobody.jpg YUYV <&9 >/run/camera.log'
until test -c /dev/video0; do sleep 1; done
"""
# What the page is told.
EVENTS = """exec 5<>/dev/tcp/127.0.0.1/8480 && printf 'GET /events HTTP/1.1\\r\\nHost: 127.0.0.1:8480\\r\\n\\r\\n' >&5 &&
timeout 5 cat <&5; true"""


class Office:
    """Whoever prepares boxes: a hub with an event, codes for boxes, and pictures of what is shown to a camera."""

    def __init__(self, folder, programs):
        self.folder, self.programs = os.path.abspath(folder), programs
        os.makedirs(f"{self.folder}/room")
        self.environment = {**os.environ, "DOORCHECK": f"{programs}/doorcheck",
                            "DOORCHECK_CONFIG": f"{self.folder}/event/doorcheck.toml",
                            "DOORCHECK_HUB_DATABASE": f"{self.folder}/hub.sqlite"}
        subprocess.run(["scripts/sample-event", f"{self.folder}/event", "3"], check=True, env=self.environment)
        self.port = None
        self.hub = None
        subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", f"{self.folder}/room/webcam",
                        "Tests/VirtualMachine/webcam.c", "-lturbojpeg"], check=True)

    def run(self, *arguments, given=None):
        """What a command printed."""
        return subprocess.run([f"{self.programs}/doorcheck", *arguments], check=True, capture_output=True, text=True,
                              input=given, env=self.environment).stdout

    def open(self):
        """Starts the hub, on a port of its own that stays the same."""
        self.environment["DOORCHECK_HUB_LISTEN"] = f"127.0.0.1:{self.port or 0}"
        self.hub = subprocess.Popen([f"{self.programs}/doorcheck", "hub", "serve"], stderr=subprocess.PIPE, text=True,
                                    env=self.environment)
        atexit.register(self.hub.kill)
        for line in self.hub.stderr:
            if match := re.search(r"hub at http://127\.0\.0\.1:(\d+)", line):
                self.port = int(match.group(1))
                return

    def close(self):
        self.hub.terminate()
        self.hub.wait()

    def setup(self, name, *options, password=PASSWORD, pin="482913"):
        """A picture NAME.jpg of a code with settings, and NAME.toml."""
        with open(f"{self.folder}/secret", "w") as file:
            file.write(password)
        if not os.path.exists(f"{self.folder}/join"):
            join = self.run("hub", "enroll", "--name", "North gate", "--minutes", "1440", "--url",
                            f"http://10.0.2.2:{self.port}")
            with open(f"{self.folder}/join", "w") as file:
                file.write(join)
        self.run("box", "setup", "North gate", "--gate", "main", "--timezone", "Africa/Kampala", "--wifi", "Festival",
                 "--wifi-password", f"{self.folder}/secret", "--pin", "-", "--join", f"{self.folder}/join", "--qr",
                 f"{self.folder}/{name}.png", "--output", f"{self.folder}/{name}.toml", *options, given=pin + "\n")
        self.photograph(name, "--text", json.loads(self.run("read", "--json", f"{self.folder}/{name}.png"))["text"])

    def photograph(self, name, *options):
        subprocess.run([f"{self.programs}/door-pictures", "scene", "--width", "640", "--height", "480", "-o",
                        f"{self.folder}/room/{name}.jpg", *options], check=True, stdout=subprocess.DEVNULL)

    def tickets(self):
        with open(f"{self.folder}/event/codes.csv") as file:
            return [line.strip().split(",")[-1] for line in file][1:]

    def stick(self):
        """The stick with what the test needs in the box's machine, as options of QEMU."""
        subprocess.run(["tar", "-cf", f"{self.folder}/room.tar", "-C", f"{self.folder}/room", "."], check=True)
        updates.stick(f"{self.folder}/stick.img", {"room.tar": f"{self.folder}/room.tar"}, 64)
        return ["-drive", f"if=none,id=second,format=raw,readonly=on,file={self.folder}/stick.img",
                "-device", "usb-storage,drive=second"]


def colour_share(machine, colour):
    """Which part of the screen has a colour, 0 to 1."""
    path = os.path.join(machine.folder, "screen.ppm")
    machine.command("screendump", filename=path)
    with open(path, "rb") as file:
        data = file.read()
    head = re.match(rb"P6\s(\d+)\s(\d+)\s255\s", data)
    pixels, wanted = data[head.end():], bytes.fromhex(colour)
    found = at = 0
    while (at := pixels.find(wanted, at)) >= 0:
        found, at = found + (at % 3 == 0), at + 1
    return 3 * found / len(pixels)


def await_colour(machine, colour, name, timeout=1200):
    """Waits until a quarter of the screen has a colour, and keeps a picture of it."""
    end = time.monotonic() + timeout
    while colour_share(machine, colour) < 0.25:
        if time.monotonic() > end:
            raise TimeoutError(f"the screen does not show {name}: {machine.screenshot(name)}")
        time.sleep(1)
    machine.screenshot(name)


def try_screen(image, results, programs, say, expect):
    office = Office(f"{results}/office", programs)
    office.open()
    office.setup("wrong", password="under the wrong tree")
    office.setup("stranger", pin="111111")
    office.setup("right")
    office.close()
    office.photograph("nobody", "--preset", "noCode")
    office.photograph("damaged", "--text", "DCB1:THIS IS NO SETTING")
    for number, code in enumerate(office.tickets()):
        office.photograph(f"guest{number}", "--seed", str(number), "--text", code)

    box = Machine(f"{results}/machine", image, size=3 << 30, memory=2048, restrict=False)
    with open(f"{results}/box.toml", "w") as file:
        file.write('version = 1\nbox = "North gate"\ngate = "to the left"\n')
    subprocess.run(["mcopy", "-i", f"{box.disk}@@1M", f"{results}/box.toml", "::box.toml"], check=True)
    box.start(date="2020-01-01T00:00:00", extra=office.stick())
    box.await_shell()
    box.screenshot("starting")
    # Nobody but the hub is to tell the time here.
    box.run("systemctl stop systemd-timesyncd; systemctl mask --runtime systemd-timesyncd")
    show = lambda name: box.check(f"echo show /var/tmp/room/{name}.jpg >/run/commands")
    told = lambda: box.run(EVENTS)[0]
    until = lambda script: box.check(f"until {script}; do sleep 1; done", timeout=1200)

    until("test -e /boot/PROBLEM.TXT")
    while "Line 3, column 8" not in told():
        pass
    await_colour(box, NOT_SET_UP, "first-screen")
    until("ss -Htn | grep -q '127.0.0.1:8480'")
    say(f"the first screen is there after {time.monotonic() - box.begin:.0f} s, and says where the file is faulty")
    time.sleep(10)
    box.screenshot("faulty-file")
    box.check(PREPARE, timeout=600)
    show("damaged")
    while "damaged" not in told():
        pass
    box.screenshot("damaged-code")
    say("it says that a code is damaged")

    begin = time.monotonic()
    show("wrong")
    until("grep -qs 'wrong tree' /var/lib/iwd/Festival.psk")
    say(f"a code is taken after {time.monotonic() - begin:.0f} s")
    expect("the box has its name and its PIN", box.check("hostname; cat /etc/doorcheck/keys/staff.pin").split()
           == ["north-gate", "482913"])
    box.check("ip link set $(ls /sys/class/net | grep -v lo) down")
    while "password of the Wi-Fi" not in told():
        pass
    time.sleep(5)
    box.screenshot("no-network")
    say("without a network it says so")
    show("stranger")
    while "change nothing but the Wi-Fi" not in told():
        pass
    box.screenshot("stranger")
    expect("whoever stands before the camera changes nothing", "482913" in box.check("cat /etc/doorcheck/keys/staff.pin"))
    show("right")
    until(f"grep -qs '{PASSWORD.split()[2]}' /var/lib/iwd/Festival.psk")
    say("a corrected code is taken")
    show("nobody")
    box.check("ip link set $(ls /sys/class/net | grep -v lo) up")

    before = int(box.check("date +%s"))
    begin = time.monotonic()
    office.open()
    until("systemctl is-active --quiet doorcheck")
    say(f"once its hub answers, its door is open after {time.monotonic() - begin:.0f} s")
    say(box.check("journalctl -b -u doorcheck-clock -u doorcheck-join -o cat | grep -v systemd | tail -n 6"))
    off = int(box.check("date +%s")) - time.time()
    expect(f"its clock, {time.time() - before:.0f} s behind, is right: {off:.0f} s off", abs(off) < 60)
    await_colour(box, READY, "ready")
    begin = time.monotonic()
    show("guest0")
    until("test -n \"$(journalctl -q -b -u doorcheck -o cat DOORCHECK_REASON=admitted)\"")
    say(f"the first guest is in {time.monotonic() - begin:.0f} s after showing a ticket")
    await_colour(box, ADMITTED, "admitted")
    show("stranger")
    time.sleep(10)
    expect("an open door takes no settings", "482913" in box.check("cat /etc/doorcheck/keys/staff.pin"))
    show("guest1")
    until("test \"$(journalctl -q -b -u doorcheck -o cat DOORCHECK_REASON=admitted | wc -l)\" = 2")

    # The next start: nobody touches anything.
    box.cut()
    box.start(extra=office.stick())
    box.await_shell()
    until("systemctl is-active --quiet doorcheck")
    say(f"after a power cut its door is open after {time.monotonic() - box.begin:.0f} s")
    await_colour(box, READY, "ready-again")
    say(f"and its screen says so after {time.monotonic() - box.begin:.0f} s")
    box.check(PREPARE, timeout=600)
    show("guest2")
    until("test -n \"$(journalctl -q -b -u doorcheck -o cat DOORCHECK_REASON=admitted)\"")
    say(f"the first guest is in {time.monotonic() - box.begin:.0f} s after switching on")
    box.run("systemctl poweroff")
    box.wait()
    office.close()
