"""Ends a run of planted as soon as the source has a planted call.

usage: stop-planted.py SOURCE COMMAND...

Fails if the run does not say that it was stopped, or if the source is not as it
was before.
"""
import signal
import subprocess
import sys
import time
from pathlib import Path

source, command = Path(sys.argv[1]), sys.argv[2:]
before = source.read_bytes()
run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
while run.poll() is None and source.read_bytes() in (before, b""):
    time.sleep(0.001)
run.send_signal(signal.SIGTERM)
said = run.communicate()[1]
if run.returncode != 1 or "planted: stopped; the sources are as they were" not in said:
    sys.exit(f"exit status {run.returncode}: {said}")
if source.read_bytes() != before:
    sys.exit("the source is not as it was")
