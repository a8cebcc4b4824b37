"""Runs a command, and fails unless it exits with the given status.

usage: exits.py STATUS COMMAND...
"""
import subprocess
import sys

done = subprocess.run(sys.argv[2:], stdin=subprocess.DEVNULL, capture_output=True)
if done.returncode != int(sys.argv[1]):
    sys.exit(f"exit status {done.returncode}\n{done.stdout}\n{done.stderr}")
