# An MCP2221A, a USB chip with four GPIO lines, that the kernel's own driver believes in (uhid).
#
# Writes each change of a line to standard output, as `2 1` for line 2 switched on, and takes commands on standard input:
#
#   plug           the chip appears
#   unplug         it disappears
import os
import select
import struct
import sys

CREATE2, DESTROY, OUTPUT, INPUT2 = 11, 1, 6, 12
SET_LINES = 0x50
# A report of 64 bytes each way, as the chip's own descriptor has it.
DESCRIPTOR = bytes.fromhex("0600ff0901a101090115002600ff750895408102090215002600ff750895409102c0")
USB, VENDOR, PRODUCT = 3, 0x04D8, 0x00DD


def plug(uhid):
    name = b"MCP2221 USB-I2C/UART Combo"
    fixed = struct.pack("<I128s64s64sHHIIII", CREATE2, name, b"", b"", len(DESCRIPTOR), USB, VENDOR, PRODUCT, 0, 0)
    os.write(uhid, fixed + DESCRIPTOR)


def answer(uhid, request, lines):
    """Every command is echoed with status 0, as the chip does for those that the driver sends."""
    request = request.ljust(64, b"\0")
    reply = bytearray(request)
    reply[1] = 0
    if request[0] == SET_LINES:
        for number in range(4):
            changes, value = request[2 + 4 * number : 4 + 4 * number]
            if changes and lines[number] != value:
                lines[number] = value
                print(number, value, flush=True)
    os.write(uhid, struct.pack("<IH", INPUT2, len(reply)) + bytes(reply))


uhid = os.open("/dev/uhid", os.O_RDWR)
lines = [0] * 4
commands = os.fdopen(0, "rb", buffering=0)
while True:
    ready, _, _ = select.select([uhid, commands], [], [])
    if uhid in ready:
        event = os.read(uhid, 5000)
        if struct.unpack("<I", event[:4])[0] == OUTPUT:
            size = struct.unpack("<H", event[4 + 4096 : 4 + 4098])[0]
            answer(uhid, event[4 : 4 + size], lines)
    if commands in ready:
        line = commands.readline()
        if not line:
            break
        if line == b"plug\n":
            plug(uhid)
        elif line == b"unplug\n":
            os.write(uhid, struct.pack("<I", DESTROY))
