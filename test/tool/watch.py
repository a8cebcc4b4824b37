"""Runs `cuda-capture check --watch`, changes files, and reads what it says.

watch.py CUDA_CAPTURE FOLDER FLAG...
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time

tool, folder, *flags = sys.argv[1:]
root = pathlib.Path(folder).resolve()
shutil.rmtree(root, ignore_errors=True)
(root / "include").mkdir(parents=True)
(root / ".git").mkdir()
PATIENCE = 60

POOL = """#pragma once
#include <cuda_runtime.h>
inline void grow(void **p) { %s }
"""
MAIN = """#include "pool.h"
%svoid run(cudaStream_t s, cudaGraph_t *g, void **p) {
  (void)cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  grow(p);
  (void)cudaStreamEndCapture(s, g);
}
"""


def write(name, text, old=False):
    (root / name).write_text(text)
    if old:  # The first run keeps what it compiles only of files that are no news.
        os.utime(root / name, (time.time() - 60,) * 2)


write("include/pool.h", POOL % "(void)p;", old=True)
write("main.cpp", MAIN % "", old=True)
write("compile_commands.json", json.dumps([{"directory": str(root), "file": "main.cpp",
                                            "arguments": ["clang++", "-Iinclude", *flags, "-c", "main.cpp"]}]))


class Watcher:
    def __init__(self, *options):
        # Who runs the tests may ignore what Ctrl-C sends; a terminal does not.
        self.process = subprocess.Popen([tool, "check", "-p", str(root), "--watch", *options], cwd=root, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        self.lines, self.news = [], threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            with self.news:
                self.lines.append(line)
                self.news.notify_all()

    def run(self):
        """Waits for the end of a run. Returns what it said."""
        with self.news:
            if not self.news.wait_for(lambda: any("watching" in line for line in self.lines), PATIENCE):
                sys.exit("no run came to its end:\n" + "".join(self.lines))
            said, self.lines = "".join(self.lines), []
        return said

    def is_quiet(self, seconds):
        time.sleep(seconds)
        return not self.lines


def check(good, *shown):
    if not good:
        print("not so, at", sys._getframe(1).f_lineno, *shown, sep="\n")
        watcher.process.kill()
        sys.exit(1)


# What a run writes beside the sources is no change.
watcher = Watcher("--sarif=include/log.sarif", "--json=log.json")
said = watcher.run()
check("0 findings in 1 region" in said and "; press Ctrl-C to end" in said, said)
check(watcher.is_quiet(1.5), watcher.lines)

# A header that the source includes.
write("include/pool.h", POOL % "cudaMalloc(p, 16);")
said = watcher.run()
check("warning: call to 'grow' reaches 'cudaMalloc'" in said and "1 finding in 1 region" in said, said)

# The source, which comes to include a header that nothing included before; and
# that header.
write("include/more.h", "#pragma once\ninline void more(cudaStream_t) {}\n")
write("main.cpp", MAIN.replace("  grow(p);", "  more(s);") % '#include "more.h"\n')
said = watcher.run()
check("0 findings in 1 region" in said, said)
write("include/more.h", "#pragma once\ninline void more(cudaStream_t s) { (void)cudaStreamSynchronize(s); }\n")
said = watcher.run()
check("reaches 'cudaStreamSynchronize'" in said, said)

# The configuration, which was not there; and a source with errors.
write(".clang-tidy", "Checks: '-*,cuda-capture-mode-leak'\n")
said = watcher.run()
check("0 findings in 1 region" in said, said)
write("main.cpp", "#include <nowhere.h>\n")
said = watcher.run()
check("main.cpp: " in said and "nowhere.h" in said, said)
write("main.cpp", MAIN % "")
said = watcher.run()
check("0 findings in 1 region" in said, said)

# What editors keep beside a file is none of it.
write("include/.pool.h.swp", "text")
write("include/pool.h~", "text")
write("include/notes.txt", "text")
check(watcher.is_quiet(1.5), watcher.lines)

watcher.process.send_signal(signal.SIGINT)
check(watcher.process.wait(PATIENCE) != 0)

# Without what is kept, it does not know what to look at.
done = subprocess.run([tool, "check", "main.cpp", "--watch", "--", "-Iinclude", *flags], cwd=root, text=True,
                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
check(done.returncode == 2 and "--watch needs what runs keep" in done.stdout, done.stdout)
