"""Runs a command on a log of 6 MB, then on one of 50 MB, and prints what it prints
of the second. Fails if the second takes more than twice its share of processor
time.

usage: linear.py LOG COMMAND..."""
import os
import subprocess
import sys

LINE = b"2026-01-01 12:00:00 CUDA error graph capture 900 Cannot call allocator operation\n"


def run(size):
    with open(sys.argv[1], "wb") as log:
        log.write(LINE * (size // len(LINE)))
        log.write(b"CUDA error: capturing stream has unjoined work\n")
    with subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE) as process:
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, output, usage.ru_utime + usage.ru_stime


_, _, small = run(6_000_000)
status, output, large = run(50_000_000)
sys.stdout.buffer.write(output)
sys.stdout.flush()
if large > 2 * 50 / 6 * small:
    sys.exit(f"50 MB took {large:.2f} s of processor time, and 6 MB only {small:.2f} s")
sys.exit(status)
