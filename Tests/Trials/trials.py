#!/usr/bin/env python3
"""Tries a hub and boxes as real processes.

usage: trials.py PROGRAM [--quick] [NAME…]    (scripts/trials calls it; TRIAL_SEED repeats the choices of a run)
"""

import json
import os
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

import failover
import hostile
import hub
import joining
import load
import operation
import outages
import pull
import reading
import restore
import scale
import upgrade
from house import Machine

TRIALS = {
    "hub": (hub.trial, hub.failures),
    "outages": (outages.trial, outages.failures),
    "synchronous": (lambda folder, quick: failover.trial(folder, quick, True),
                    lambda figures: failover.failures(figures, True)),
    "asynchronous": (lambda folder, quick: failover.trial(folder, quick, False),
                     lambda figures: failover.failures(figures, False)),
    "pull": (pull.trial, pull.failures),
    "reading": (lambda folder, quick: reading.trial(folder, quick, False), reading.failures),
    "reading-postgresql": (lambda folder, quick: reading.trial(folder, quick, True), reading.failures),
    "restore": (restore.trial, restore.failures),
    "joining": (joining.trial, joining.failures),
    "operation": (operation.trial, operation.failures),
    "upgrade": (upgrade.trial, upgrade.failures),
    "scale": (scale.trial, scale.failures),
    "hostile": (hostile.trial, hostile.failures),
    "unrevoked": (lambda folder, quick: hostile.trial(folder, quick, False),
                  lambda figures: hostile.failures(figures, False)),
    "load": (lambda folder, quick: load.trial(folder, quick, False), load.failures),
    "load-postgresql": (lambda folder, quick: load.trial(folder, quick, True), load.failures),
    "load-two-hubs": (lambda folder, quick: load.trial(folder, quick, True, 2), load.failures),
    "load-three-hubs": (lambda folder, quick: load.trial(folder, quick, True, 3), load.failures),
}


def main():
    program, *names = sys.argv[1:]
    Machine.program = Path(program)
    quick = "--quick" in names
    names = [name for name in names if name != "--quick"] or list(TRIALS)
    failed = False
    for name in names:
        seed = int(os.environ.get("TRIAL_SEED") or random.SystemRandom().randrange(1 << 32))
        random.seed(seed)
        trial, failures = TRIALS[name]
        folder = Path(tempfile.mkdtemp(prefix="doorcheck-trial-"))
        start = time.time()
        try:
            figures = trial(folder, quick)
        finally:
            for process in Machine.started:
                process.kill()
        wrong = failures(figures)
        about = {"trial": name, "seed": seed, "seconds": round(time.time() - start)}
        print(json.dumps(about | figures, sort_keys=False), flush=True)
        if wrong:
            failed = True
            print(f"trials: {name} failed ({', '.join(wrong)}); its folder is {folder}", file=sys.stderr)
        else:
            shutil.rmtree(folder)
    sys.exit(failed)


main()
