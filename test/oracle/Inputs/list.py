"""Counts the cases of the probes that were built: list.py FOLDER. Without a
GPU; the driver's stub library is in FOLDER/driver."""

import os
import subprocess
import sys
from pathlib import Path

folder = Path(sys.argv[1])
path = f"{folder / 'driver'}:{os.environ.get('LD_LIBRARY_PATH', '')}"
total = 0
for probe in sorted(folder.glob("probe-*")):
    if probe.suffix:
        continue
    done = subprocess.run([probe, "--list"], env={**os.environ, "LD_LIBRARY_PATH": path},
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{probe.name} --list: {done.returncode}: {done.stderr}")
    count = len(done.stdout.splitlines())
    total += count
    print(f"{probe.name[len('probe-'):]}: {count} cases")
print(f"all together: {total} cases")
