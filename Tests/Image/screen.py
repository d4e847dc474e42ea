"""A box with a screen that is set up by its first screen: from a faulty file and wrong codes to the first guest."""
import os
import re
import subprocess
import time

from machine import Machine
from office import GUESTS, PASSWORD, PREPARE, Office

# A colour of each page, and which part of the screen has it at least: of the first the frame, of the others the ground.
NOT_SET_UP, READY, ADMITTED = ("B5B1B3", 0.02), ("1E1D1E", 0.25), ("84F2CE", 0.25)
NO_CAMERA = NOT_SET_UP
# The colour of the time of day.
CLOCK = "F5F3F4"
# A box that has taken nothing.
UNTOUCHED = """set -e
    cmp /etc/doorcheck/doorcheck.toml /usr/share/doorcheck/box-settings.toml
    test "$(hostname)" = doorcheck
    test ! -e /data/etc/hostname
    test ! -L /data/etc/localtime
    test ! -e /etc/doorcheck/box.toml
    test -z "$(ls /var/lib/iwd)"
    test -z "$(ls /etc/doorcheck/keys 2>/dev/null | grep -v '^office.pem$')"
"""
# What the page is told.
EVENTS = """exec 5<>/dev/tcp/127.0.0.1/8480 && printf 'GET /events HTTP/1.1\\r\\nHost: 127.0.0.1:8480\\r\\n\\r\\n' >&5 &&
timeout 5 cat <&5; true"""


def content(machine, page):
    """What the screen shows of a page below its first line, without the camera's picture; `None` if it is another page.

    Only a page that has connected has the time of day in its upper right corner.
    """
    path = os.path.join(machine.folder, "screen.ppm")
    machine.command("screendump", filename=path)
    with open(path, "rb") as file:
        data = file.read()
    head = re.match(rb"P6\s(\d+)\s(\d+)\s255\s", data)
    width, height = int(head[1]), int(head[2])
    pixels = memoryview(data)[head.end():]
    rows = [pixels[3 * width * row:3 * width * (row + 1)] for row in range(height)]
    colour, share = page
    corner = b"".join(row[3 * width * 7 // 8:] for row in rows[:height // 12])
    if count(corner, CLOCK) == 0 or count(bytes(pixels), colour) < share * width * height:
        return None
    return b"".join(row[:3 * width * 2 // 3] for row in rows[height // 10:])


def count(pixels, colour):
    """How many pixels have a colour."""
    wanted = bytes.fromhex(colour)
    found = at = 0
    while (at := pixels.find(wanted, at)) >= 0:
        found, at = found + (at % 3 == 0), at + 1
    return found


def await_page(machine, page, name, after=None, timeout=1200):
    """Waits until the screen shows a page that has connected, and keeps a picture of it; what it shows.

    With what it showed before, as `after`, it must show something else.
    """
    end = time.monotonic() + timeout
    while True:
        # The picture is of the same: nothing has changed around it.
        seen = content(machine, page)
        picture = machine.screenshot(name)
        if seen not in (None, after) and seen == content(machine, page):
            return seen
        if time.monotonic() > end:
            raise TimeoutError(f"the screen does not show {name}: {picture}")
        time.sleep(1)


def await_green(machine, show_next, timeout=1200):
    """Shows guests' tickets until the screen is seen green, and keeps a picture of it; how many tickets that took.

    Green stands for seconds only, which a busy machine can miss: then the next guest comes.
    """
    end = time.monotonic() + timeout
    tickets = 0
    while True:
        show_next()
        tickets += 1
        turn = time.monotonic() + 60
        while time.monotonic() < turn:
            is_green = content(machine, ADMITTED) is not None
            picture = machine.screenshot("admitted")
            if is_green and content(machine, ADMITTED) is not None:
                return tickets
        if time.monotonic() > end:
            raise TimeoutError(f"{tickets} guests were shown, and the screen was never seen green: {picture}")


def try_screen(image, results, programs, say, expect):
    office = Office(f"{results}/office", programs, image)
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
    with open(f"{office.folder}/right.toml") as file:
        faulty = re.sub("gate = .main.", 'gate = "to the left"', file.read())
    with open(f"{results}/box.toml", "w") as file:
        file.write(faulty)
    subprocess.run(["mcopy", "-i", f"{box.disk}@@1M", f"{results}/box.toml", "::box.toml"], check=True)
    # Nobody but the hub tells the time here.
    box.start(date="2020-01-01T00:00:00", internet_time=False, extra=office.stick())
    box.await_shell()
    box.screenshot("starting")
    show = lambda name: box.check(f"echo show /var/tmp/room/{name}.jpg >/run/commands")
    told = lambda: box.run(EVENTS)[0]
    until = lambda script: box.check(f"until {script}; do sleep 1; done", timeout=1200)

    until("test -e /boot/PROBLEM.TXT")
    problem = box.check("cat /boot/PROBLEM.TXT")
    expect(f"PROBLEM.TXT says where: {problem}", "Line 3, column 8: `gate` expects" in problem and "left" not in problem)
    box.check(UNTOUCHED)
    expect("nothing of the faulty file is applied, and it stays as it was", box.check("cat /boot/box.toml") == faulty.strip())
    while "Line 3, column 8" not in told():
        pass
    # The office makes its certificate, and the screen says how it is opened.
    while '"office"' not in told():
        pass
    seen = await_page(box, NOT_SET_UP, "faulty-file")
    say(f"the first screen is there after {time.monotonic() - box.begin:.0f} s, and says where the file is faulty")
    box.check(PREPARE, timeout=600)
    show("damaged")
    while "damaged" not in told():
        pass
    seen = await_page(box, NOT_SET_UP, "damaged-code", after=seen)
    say("it says that a code is damaged")

    begin = time.monotonic()
    show("wrong")
    until("grep -qs 'wrong' /var/lib/iwd/Festival.psk")
    say(f"a code is taken after {time.monotonic() - begin:.0f} s")
    # The unit gives the box its name after that.
    until('test "$(hostname)" = north-gate')
    expect("the box has its name and its PIN", box.check("cat /etc/doorcheck/keys/staff.pin") == "482913")
    box.check("ip link set $(ls /sys/class/net | grep -v lo) down")
    while "password of the Wi-Fi" not in told():
        pass
    # The browser loads the page again when the program that offers it is another one.
    seen = await_page(box, NOT_SET_UP, "no-network", after=seen)
    say("without a network it says so")
    show("stranger")
    while "change nothing but the Wi-Fi" not in told():
        pass
    await_page(box, NOT_SET_UP, "stranger", after=seen)
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
    say(f"once its hub answers, its door is open after {time.monotonic() - begin:.0f} s, "
        f"{time.monotonic() - box.begin:.0f} s after switching on")
    say(box.check("journalctl -b -u doorcheck-clock -u doorcheck-join -o cat | grep -v systemd | tail -n 6"))
    off = int(box.check("date +%s")) - time.time()
    expect(f"its clock, {time.time() - before:.0f} s behind, is right: {off:.0f} s off", abs(off) < 60)
    await_page(box, READY, "ready")
    begin = time.monotonic()
    guests = (f"guest{number}" for number in range(GUESTS))
    show(next(guests))
    admitted = lambda count: until(f"test \"$(journalctl -q -b -u doorcheck -o cat DOORCHECK_REASON=admitted | wc -l)\" = {count}")
    admitted(1)
    say(f"the first guest is in {time.monotonic() - begin:.0f} s after showing a ticket, "
        f"{time.monotonic() - box.begin:.0f} s after switching on")
    entered = 1 + await_green(box, lambda: show(next(guests)))
    admitted(entered)
    say(f"the screen is seen green; {entered} guests are in")
    show("stranger")
    time.sleep(10)
    expect("an open door takes no settings", "482913" in box.check("cat /etc/doorcheck/keys/staff.pin"))
    show(next(guests))
    admitted(entered + 1)

    # The next start: nobody touches anything.
    box.cut()
    box.start(extra=office.stick())
    box.await_shell()
    until("systemctl is-active --quiet doorcheck")
    say(f"after a power cut its door is open after {time.monotonic() - box.begin:.0f} s")
    # Its camera is plugged in later.
    await_page(box, NO_CAMERA, "no-camera")
    say(f"and its screen has the door's page after {time.monotonic() - box.begin:.0f} s")
    box.check(PREPARE, timeout=600)
    await_page(box, READY, "ready-again")
    show(next(guests))
    admitted(1)
    say(f"the first guest is in {time.monotonic() - box.begin:.0f} s after switching on")
    box.run("systemctl poweroff")
    box.wait()
    office.close()
