#!/usr/bin/env python3
"""zxing-cpp as a reader under measurement; speaks what ReaderCommand.swift speaks. Needs `pip install zxing-cpp`."""
import importlib.metadata
import json
import os
import sys
import time

import zxingcpp


def corners(position):
    return position.top_left, position.top_right, position.bottom_right, position.bottom_left


def main():
    print(json.dumps({"name": "zxing-cpp", "version": importlib.metadata.version("zxing-cpp")}), flush=True)
    last, picture = None, None
    for line in sys.stdin:
        width, height, path = line.rstrip("\n").split(" ", 2)
        if path != last:
            with open(path, "rb") as file:
                picture = memoryview(file.read()).cast("B", (int(height), int(width)))
            last = path
        # The calls of getppid mark the decoding for callgrind.
        os.getppid()
        start = time.thread_time_ns()
        found = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
        spent = time.thread_time_ns() - start
        os.getppid()
        codes = [
            {
                "hex": bytes(code.bytes).hex(),
                "x": sum(corner.x for corner in corners(code.position)) / 4,
                "y": sum(corner.y for corner in corners(code.position)) / 4,
            }
            for code in found
        ]
        print(json.dumps({"nanoseconds": spent, "codes": codes}), flush=True)


main()
