"""Kills a run with what it started, and looks at what is left:
killed.py FOLDER CUDA-CAPTURE"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

folder, tool = pathlib.Path(sys.argv[1]), sys.argv[2]
temporary = folder / "tmp"
temporary.mkdir()
os.environ["TMPDIR"] = str(temporary)
os.environ["TMP"] = os.environ["TEMP"] = str(temporary)

# Each takes longer than any test, and is looked at by a process of its own.
SLOW = "constexpr long f(long N) { return N < 2 ? N : f(N - 1) + f(N - 2); } constexpr long X = f(60);\n"
entries = []
for name in ("one", "two"):
    (folder / f"{name}.cpp").write_text(SLOW)
    command = f"clang++ -std=c++17 -fconstexpr-steps=4000000000 -c {name}.cpp"
    entries.append({"directory": str(folder), "file": f"{name}.cpp", "command": command})
(folder / "slow").mkdir()
(folder / "slow/compile_commands.json").write_text(json.dumps(entries))
(folder / "fast").mkdir()
(folder / "fast.cpp").write_text("int fast;\n")
entry = {"directory": str(folder), "file": "fast.cpp", "command": "clang++ -c fast.cpp"}
(folder / "fast/compile_commands.json").write_text(json.dumps([entry]))


def wait(what, condition):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def children(of):
    """Processes that the process `of` has started, without those that ended."""
    found = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rsplit(")", 1)[1].split()[:2]
        except OSError:
            continue
        if int(parent) == of and state != "Z":
            found.append(int(stat.parent.name))
    return found


def alive(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def start():
    return subprocess.Popen(
        [tool, "check", "-p", str(folder / "slow"), "--all", "-j2", "--timeout=0", "--cache", str(folder / "cache")],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def fast():
    command = [tool, "check", "-p", str(folder / "fast"), "--all", "--cache", str(folder / "cache")]
    done = subprocess.run(command, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


killed = start()
wait("compiles", lambda: len(children(killed.pid)) == 2)
started = children(killed.pid)
left = list(temporary.iterdir())
assert len(left) == 1, left
killed.send_signal(signal.SIGKILL)
killed.wait()
wait(started, lambda: not any(map(alive, started)))
assert list(temporary.iterdir()) == left

# What it had begun to write; what another run is writing.
old, new = folder / "cache/program.ccidx.temp-01234567", folder / "cache/x.temp-01234567"
for file in (old, new):
    file.write_text("half")
os.utime(old, (time.time() - 3600,) * 2)
# Of somebody else.
(temporary / "cuda-capture-mine").mkdir()
(temporary / "cuda-capture-mine/file").write_text("mine")
(temporary / "other").mkdir()

running = start()
wait("compiles", lambda: len(children(running.pid)) == 2)
assert not left[0].exists()
fast()
there = sorted(path.name for path in temporary.iterdir())
assert len(there) == 3 and there[-1] == "other" and "cuda-capture-mine" in there, there
assert running.poll() is None and len(children(running.pid)) == 2
assert not old.exists() and new.exists()
running.kill()
running.wait()
shutil.rmtree(folder)
