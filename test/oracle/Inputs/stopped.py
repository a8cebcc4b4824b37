"""Starts a run, ends it with SIGTERM once it has measured something, and tells
what it left: stopped.py RUN FOLDER."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

run, folder = sys.argv[1:]
out = Path(folder) / "out.json"
command = [sys.executable, run, "--fake", "--build-dir", f"{folder}/build", "--out", str(out),
           "--jobs", "1"]
subprocess.run([*command, "--build-only"], check=True, stderr=subprocess.DEVNULL)
process = subprocess.Popen([*command, "--filter", "fakeSlow/*", "--filter", "fakeQuery/*",
                            "--filter", "fakeHang/*"],
                           stderr=subprocess.PIPE, text=True)
process.stderr.readline()  # It has begun.
time.sleep(1)
process.send_signal(signal.SIGTERM)
process.wait(timeout=60)
status = process.returncode
data = json.loads(out.read_text())
print(f"stopped with {status}; kept {len(data['cases'])} cases; complete: {data['complete']}")
probe = f"{folder}/build/probe".encode()
left = []
for process in Path("/proc").glob("[0-9]*/cmdline"):
    try:
        if probe in process.read_bytes().split(b"\0")[0]:
            left.append(process.parent.name)
    except OSError:
        pass
print("left behind:", left)
