"""What a cache goes through: runs that are killed, and files that are damaged.

usage: robust.py WAY FOLDER COMMAND...

The command finds something (exit code 1). It is run once as it should be, in
a fresh cache; whatever happens to the cache then, it says the same.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time

way, folder, command = sys.argv[1], sys.argv[2], sys.argv[3:]
cache = os.path.join(folder, ".cuda-capture")


def run():
    done = subprocess.run(command, capture_output=True, timeout=120)
    assert done.returncode == 1, (done.returncode, done.stderr.decode())
    return done.stdout


def files():
    return [os.path.join(cache, name) for name in sorted(os.listdir(cache))]


shutil.rmtree(cache, ignore_errors=True)
begin = time.monotonic()
wanted = run()
took = time.monotonic() - begin
assert b"warning:" in wanted

if way == "killed":
    for part in range(8):
        shutil.rmtree(cache, ignore_errors=True)
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        time.sleep(took * (part + 0.5) / 8)
        # Either it alone, as by a user, or what it started, too, as by a crash
        # of the machine.
        if part % 2:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
        process.wait()
        assert run() == wanted, part
elif way == "damaged":
    chance = random.Random(1)
    for how in range(8):
        for name in files():
            with open(name, "rb") as file:
                content = bytearray(file.read())
            if how == 0 or not content:
                content = bytearray()
            elif how == 1:
                content = content[: len(content) // 2]
            else:
                for _ in range(how - 1):
                    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
            with open(name, "wb") as file:
                file.write(content)
        assert run() == wanted, how
elif way == "pruned":
    kept = files()
    old = time.time() - 100 * 24 * 3600
    # What has not been read for long goes, and what has been stays.
    with open(os.path.join(cache, "llvmcache-old.ccir"), "w") as file:
        file.write("old")
    os.utime(os.path.join(cache, "llvmcache-old.ccir"), (old, old))
    with open(os.path.join(cache, "notes.txt"), "w") as file:
        file.write("of somebody else")
    os.utime(os.path.join(cache, "notes.txt"), (old, old))
    command.append("--cache-policy=prune_interval=0s:prune_after=720h")
    assert run() == wanted
    names = [os.path.basename(name) for name in files()]
    assert "llvmcache-old.ccir" not in names and "notes.txt" in names, names
    assert set(kept) <= set(files()), names
    # So does what is too much.
    command[-1] = "--cache-policy=prune_interval=0s:cache_size_bytes=1"
    assert run() == wanted
    assert not [name for name in files() if name.endswith(".ccir")], files()
    # Several at a time.
    command[-1] = "--cache-policy=prune_interval=0s:prune_after=1s:cache_size_bytes=10000"
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
    for process in running:
        out, said = process.communicate(timeout=120)
        assert process.returncode == 1 and out == wanted, (process.returncode, said.decode())
else:
    sys.exit("no such way")
