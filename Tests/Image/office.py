"""Whoever prepares boxes: a hub on this machine, settings for boxes, and a camera in the box's machine.

The camera is a program (Tests/VirtualMachine/webcam.c), which plugs it into the kernel's virtual USB host.
"""
import atexit
import json
import os
import re
import subprocess
import time

import updates
from machine import kind_of

PASSWORD = "under the mango tree"
# More than come before a busy machine has shown one of them a green screen.
GUESTS = 24
PREPARE = """set -e
mkdir -p /run/stick && mount -o ro LABEL=UPDATES /run/stick
mkdir -m 755 /var/tmp/room && tar -xf /run/stick/room.tar -C /var/tmp/room
modprobe vhci-hcd && modprobe uvcvideo nodrop=1
mkfifo /run/commands
systemd-run --quiet --unit=webcam bash -c 'exec 9<>/run/commands; exec /var/tmp/room/webcam /var/tmp/room/nobody.jpg YUYV <&9 >/run/camera.log'
until test -c /dev/video0; do sleep 1; done
"""


class Office:
    """Whoever prepares boxes: a hub with an event, codes for boxes, and pictures of what is shown to a camera."""

    def __init__(self, folder, programs, image):
        self.folder, self.programs = os.path.abspath(folder), programs
        os.makedirs(f"{self.folder}/room")
        self.environment = {**os.environ, "DOORCHECK": f"{programs}/doorcheck",
                            "DOORCHECK_CONFIG": f"{self.folder}/event/doorcheck.toml",
                            "DOORCHECK_HUB_DATABASE": f"{self.folder}/hub.sqlite"}
        subprocess.run(["scripts/sample-event", f"{self.folder}/event", str(GUESTS)], check=True, env=self.environment)
        self.port = None
        self.hub = None
        kind = kind_of(image)
        subprocess.run([*kind.compiler, "-O2", "-Wall", "-Wextra", "-Werror", "-o", f"{self.folder}/room/webcam",
                        "Tests/VirtualMachine/webcam.c", *kind.jpeg], check=True)

    def run(self, *arguments, given=None):
        """What a command printed."""
        return subprocess.run([f"{self.programs}/doorcheck", *arguments], check=True, capture_output=True, text=True,
                              input=given, env=self.environment).stdout

    def open(self):
        """Starts the hub, on a port of its own that stays the same."""
        self.environment["DOORCHECK_HUB_LISTEN"] = f"127.0.0.1:{self.port or 0}"
        with open(f"{self.folder}/hub.log", "w") as log:
            self.hub = subprocess.Popen([f"{self.programs}/doorcheck", "hub", "serve"], stderr=log, env=self.environment)
        atexit.register(self.hub.kill)
        said = ""
        while not (match := re.search(r"hub at http://127\.0\.0\.1:(\d+)", said)):
            if self.hub.poll() is not None:
                raise RuntimeError(f"the hub has ended: {said}")
            time.sleep(0.1)
            with open(f"{self.folder}/hub.log") as log:
                said = log.read()
        self.port = int(match.group(1))

    def close(self):
        self.hub.terminate()
        self.hub.wait()

    def setup(self, file, *options, name="North gate", password=PASSWORD, pin="482913"):
        """A picture FILE.jpg of a code with settings, and FILE.toml."""
        with open(f"{self.folder}/secret", "w") as stream:
            stream.write(password)
        join = f"{self.folder}/join {name}"
        if not os.path.exists(join):
            code = self.run("hub", "enroll", "--name", name, "--minutes", "1440", "--url",
                            f"http://10.0.2.2:{self.port}")
            with open(join, "w") as stream:
                stream.write(code)
        self.run("box", "setup", name, "--gate", "main", "--timezone", "Africa/Kampala", "--wifi", "Festival",
                 "--wifi-password", f"{self.folder}/secret", "--pin", "-", "--join", join, "--qr",
                 f"{self.folder}/{file}.png", "--output", f"{self.folder}/{file}.toml", *options, given=pin + "\n")
        self.photograph(file, "--text", json.loads(self.run("read", "--json", f"{self.folder}/{file}.png"))["text"])

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
