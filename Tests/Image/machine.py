"""A machine with UEFI that has a box image as a USB stick: QEMU under plain emulation.

The image stays as it is. A root shell for the tests comes through SMBIOS credentials, which systemd takes in virtual
machines only: a unit of its own on a serial port that is not the console.
"""
import atexit
import base64
import json
import os
import re
import shutil
import socket
import subprocess
import time

SHELL_UNIT = """[Unit]
Description=A shell for the tests
DefaultDependencies=no
After=systemd-tmpfiles-setup-dev.service
Conflicts=shutdown.target
Before=shutdown.target
[Service]
ExecStart=/bin/bash -c "stty -echo; echo SHELL-IS-THERE; exec bash --noprofile --norc --noediting"
Environment=TERM=dumb SYSTEMD_COLORS=0 SYSTEMD_PAGER=cat PS1=
StandardInput=tty-force
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS@PORT@
Restart=always
RestartSec=1
"""


class PC:
    """An amd64 machine as shops sell it."""

    # Which of the machine's 16550 serial ports the shell has. The first is the console.
    shell = 1
    firmware = "/usr/share/OVMF/OVMF_{}_4M{}.fd"
    code = {False: "", True: ".secboot"}
    # How a program for it is compiled, and with which library for JPEG.
    compiler = ["cc"]
    jpeg = ["-lturbojpeg"]

    def options(self, secure):
        state = "on" if secure else "off"
        # With virtio-vga, Mesa would draw as if there were 3D: an emulated processor takes minutes for one picture.
        return ["qemu-system-x86_64", "-M", f"q35,smm={state}", "-cpu", "max,la57=off", "-device", "VGA",
                "-global", f"driver=cfi.pflash01,property=secure,value={state}"]

    def port(self):
        return ["-serial", "chardev:shell"]


class Arm:
    """An arm64 machine with UEFI and the processor of a Raspberry Pi 4; it is no board that is for sale."""

    # The console is a serial port of another kind.
    shell = 0
    firmware = "/usr/share/AAVMF/AAVMF_{}{}.fd"
    code = {False: "", True: ".ms"}
    # The Debian that scripts/package-arm64 has made.
    compiler = ["aarch64-linux-gnu-gcc", "-idirafter", ".build-arm64/target/usr/include"]
    jpeg = [".build-arm64/target/usr/lib/aarch64-linux-gnu/libturbojpeg.so", "-Wl,--allow-shlib-undefined"]

    def options(self, secure):
        # Debian's kernel for arm64 cannot draw on the firmware's screen: it needs a driver for the graphics.
        graphics = ["-device", "virtio-gpu-pci"]
        return ["qemu-system-aarch64", "-M", "virt,gic-version=3", "-cpu", "cortex-a72"] + graphics

    def port(self):
        return ["-device", "pci-serial,chardev=shell"]


def kind_of(image):
    """The kind of machine that an image is for, by its name."""
    return Arm() if "-arm64" in os.path.basename(image) else PC()


class Machine:
    """One machine with its disk; it can be started, switched off like a power cut, and started again."""

    def __init__(self, folder, image, size=None, memory=1536, processors=2, network=True, secure=False, restrict=True,
                 forward=(), options=()):
        self.folder = os.path.abspath(folder)
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        self.disk = os.path.join(self.folder, "stick.img")
        subprocess.run(["cp", "--sparse=always", image, self.disk], check=True)
        if size:
            os.truncate(self.disk, size)
        self.kind = kind_of(image)
        # With Secure Boot, the firmware has Microsoft's keys, as machines in shops have.
        self.secure = secure
        shutil.copy(self.kind.firmware.format("VARS", ".ms" if secure else ""), os.path.join(self.folder, "variables"))
        self.memory, self.processors, self.network = memory, processors, network
        # Without `restrict`, the machine reaches this one's own ports at 10.0.2.2.
        self.restrict = "on" if restrict else "off"
        # This machine's ports that lead to ports of the machine.
        self.forward = "".join(f",hostfwd=tcp:127.0.0.1:{here}-:{there}" for here, there in dict(forward).items())
        self.options = list(options)
        self.process = None
        self.starts = 0

    def start(self, date=None, shell=True, log=None, internet_time=True, extra=()):
        """Switches the machine on; with `log`, every write and flush of its disk is logged there (writelog.py).

        Without `internet_time`, no server of the internet tells it the time, even if this machine reaches one.
        """
        self.starts += 1
        path = lambda name: os.path.join(self.folder, name)
        for name in ("shell", "monitor"):
            if os.path.exists(path(name)):
                os.unlink(path(name))
        command = [
            *self.kind.options(self.secure), "-accel", "tcg,thread=multi,tb-size=512",
            "-smp", str(self.processors), "-m", str(self.memory), "-nodefaults", "-no-user-config", "-display", "none",
            "-drive", "if=pflash,format=raw,readonly=on,file="
            + self.kind.firmware.format("CODE", self.kind.code[self.secure]),
            "-drive", f"if=pflash,format=raw,file={path('variables')}",
            "-device", "qemu-xhci", *self._disk(log), "-device", "usb-storage,drive=stick,bootindex=0,removable=on",
            "-serial", f"file:{path('console')}",
            "-chardev", f"socket,id=shell,path={path('shell')},server=on,wait=off", *self.kind.port(),
            "-qmp", f"unix:{path('monitor')},server=on,wait=off",
            "-device", "virtio-rng-pci",
        ]
        credential = lambda name, text: ["-smbios", f"type=11,value=io.systemd.credential.binary:{name}="
                                         + base64.b64encode(text.encode()).decode()]
        if not internet_time:
            command += credential("systemd.unit-dropin.systemd-timesyncd.service~trial",
                                  "[Unit]\nConditionPathExists=/no-internet\n")
        if shell:
            command += credential("systemd.extra-unit.trial-shell.service",
                                  SHELL_UNIT.replace("@PORT@", str(self.kind.shell)))
            command += credential("systemd.unit-dropin.sysinit.target~trial", "[Unit]\nWants=trial-shell.service\n")
        if self.network:
            command += ["-netdev", f"user,id=net,restrict={self.restrict}{self.forward}", "-device", "e1000e,netdev=net"]
        else:
            command += ["-nic", "none"]
        if date:
            command += ["-rtc", f"base={date}"]
        self.log = open(path("qemu.log"), "ab")
        self.process = subprocess.Popen(command + self.options + list(extra), stdout=self.log, stderr=self.log)
        atexit.register(self.process.kill)
        self.begin = time.monotonic()
        self.wire = None
        self.buffer = b""

    def _disk(self, log):
        if not log:
            return ["-drive", f"if=none,id=stick,format=raw,cache=writeback,file={self.disk}"]
        open(log, "w").close()
        return ["-blockdev", f"driver=file,node-name=disk,filename={self.disk}",
                "-blockdev", f"driver=file,node-name=log,filename={log}",
                "-blockdev", "driver=blklogwrites,node-name=stick,file=disk,log=log,log-sector-size=512"]

    # The shell.

    def _connect(self):
        while self.wire is None:
            wire = socket.socket(socket.AF_UNIX)
            try:
                wire.connect(os.path.join(self.folder, "shell"))
                wire.settimeout(1)
                self.wire = wire
            except OSError:
                wire.close()
                time.sleep(0.2)

    def run(self, script, timeout=300):
        """Runs a script in the machine's shell; what it printed and its status."""
        self._connect()
        token = f"END-{time.monotonic_ns()}"
        packed = base64.b64encode(script.encode()).decode()
        line = f"echo {packed} | base64 -d >/run/trial.sh; echo BEGIN''-{token}; bash /run/trial.sh 2>&1 </dev/null; echo {token[:4]}''{token[4:]} $?\n"
        self.wire.sendall(line.encode())
        end = time.monotonic() + timeout
        found = re.compile(re.escape(token).encode() + rb" (\d+)\r?\n")
        while not (match := found.search(self.buffer)):
            if time.monotonic() > end:
                raise TimeoutError(self.buffer[-2000:].decode(errors="replace"))
            if self.process.poll() is not None:
                raise EOFError("the machine is off")
            try:
                data = self.wire.recv(65536)
                if not data:
                    raise EOFError("the shell is gone")
                self.buffer += data
            except TimeoutError:
                pass
        before = self.buffer[: match.start()].partition(f"BEGIN-{token}".encode())[2]
        self.buffer = self.buffer[match.end():]
        text = before.decode(errors="replace").replace("\r", "")
        return text.strip(), int(match.group(1))

    def await_shell(self, timeout=900):
        """Waits until the shell is there; seconds since the machine was switched on.

        Nothing is sent before: the firmware takes this port for a keyboard.
        """
        self._connect()
        end = time.monotonic() + timeout
        while b"SHELL-IS-THERE" not in self.buffer:
            if time.monotonic() > end:
                raise TimeoutError("the shell is not there")
            if self.process.poll() is not None:
                raise EOFError("the machine is off")
            try:
                self.buffer += self.wire.recv(65536)
            except TimeoutError:
                pass
        self.buffer = b""
        return time.monotonic() - self.begin

    def check(self, script, timeout=300):
        """Runs a script that must end with 0; what it printed."""
        text, status = self.run(script, timeout)
        if status:
            raise AssertionError(f"{script!r} ended with {status}: {text}")
        return text

    # The power, and the screen.

    def cut(self):
        """Takes the power away."""
        self.process.kill()
        self.process.wait()

    def wait(self, timeout=300):
        """Waits until the machine has switched itself off."""
        self.process.wait(timeout)

    def command(self, name, **arguments):
        """A command of QEMU's monitor."""
        with socket.socket(socket.AF_UNIX) as wire:
            wire.connect(os.path.join(self.folder, "monitor"))
            answers = wire.makefile("r")
            answers.readline()
            for message in ({"execute": "qmp_capabilities"}, {"execute": name, "arguments": arguments}):
                wire.sendall(json.dumps(message).encode())
                while "return" not in (answer := json.loads(answers.readline())):
                    if "error" in answer:
                        raise RuntimeError(answer["error"]["desc"])
            return answer["return"]

    def screenshot(self, name):
        """Keeps a picture of the screen as NAME.png."""
        path = os.path.join(self.folder, name + ".png")
        self.command("screendump", filename=path, format="png")
        return path
