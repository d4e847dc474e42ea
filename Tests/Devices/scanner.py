# A USB barcode scanner that the kernel believes in (uinput); takes commands on standard input, one per line.
#
#   plug NAME      a device of this name appears
#   type TEXT      its keys are pressed, and Enter
#   unplug         it disappears
import fcntl
import os
import struct
import sys
import time

SET_EVENTS, SET_KEYS, SETUP, CREATE, DESTROY = 0x40045564, 0x40045565, 0x405C5503, 0x5501, 0x5502
KEYS, SYNC, ENTER, SHIFT = 1, 0, 28, 42
ROWS = [
    (2, "1234567890-=", "!@#$%^&*()_+"),
    (16, "qwertyuiop[]", "QWERTYUIOP{}"),
    (30, "asdfghjkl;'`", 'ASDFGHJKL:"~'),
    (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
    (57, " ", " "),
]
LAYOUT = {}
for first, plain, shifted in ROWS:
    for offset, (low, high) in enumerate(zip(plain, shifted)):
        LAYOUT.setdefault(low, (first + offset, False))
        LAYOUT.setdefault(high, (first + offset, True))


def plug(name):
    device = os.open("/dev/uinput", os.O_WRONLY)
    fcntl.ioctl(device, SET_EVENTS, KEYS)
    for key in range(1, 90):
        fcntl.ioctl(device, SET_KEYS, key)
    fcntl.ioctl(device, SETUP, struct.pack("HHHH80sI", 3, 0x0C2E, 0x0200, 1, name.encode(), 0))
    fcntl.ioctl(device, CREATE)
    return device


def press(device, key, is_down):
    # A report of a USB device at full speed, which comes every 4 ms at most.
    time.sleep(0.004)
    os.write(device, struct.pack("qqHHi", 0, 0, KEYS, key, is_down) + struct.pack("qqHHi", 0, 0, SYNC, 0, 0))


def type_text(device, text):
    for character in text:
        key, is_shifted = LAYOUT[character]
        if is_shifted:
            press(device, SHIFT, 1)
        press(device, key, 1)
        press(device, key, 0)
        if is_shifted:
            press(device, SHIFT, 0)
    press(device, ENTER, 1)
    press(device, ENTER, 0)


device = None
for line in sys.stdin:
    command, _, rest = line.rstrip("\n").partition(" ")
    if command == "plug":
        device = plug(rest)
    elif command == "type":
        type_text(device, rest)
    elif command == "unplug":
        fcntl.ioctl(device, DESTROY)
        os.close(device)
