"""Edits a program of four sources step by step, and checks it each time with
the cache of the last step and with none: verdicts.py CUDA-CAPTURE FOLDER FLAG...

Both must report the same, and only the sources that depend on the edit may be
analysed once more.
"""
import json
import os
import re
import subprocess
import sys

TOOL, FOLDER, FLAGS = sys.argv[1], sys.argv[2], sys.argv[3:]

HELPER = """#include <cuda_runtime_api.h>
void help(cudaStream_t s, void *p) {
  (void)cudaMemsetAsync(p, 0, 16, s);
}
"""
# Notes in a global that it captures. guarded.cu asks for it.
REGION = """#include <cuda_runtime_api.h>
extern bool recording;
void help(cudaStream_t s, void *p);
cudaError_t region(cudaStream_t s, void *p, cudaGraph_t *g) {
  if (cudaError_t e = cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return e;
  recording = true;
  help(s, p);
  recording = false;
  return cudaStreamEndCapture(s, g);
}
"""
GUARDED = """#include <cuda_runtime_api.h>
bool recording;
cudaError_t guarded(cudaStream_t s, cudaGraph_t *g) {
  if (cudaError_t e = cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return e;
  if (!recording)
    (void)cudaDeviceSynchronize();
  return cudaStreamEndCapture(s, g);
}
"""
APART = """#include <cuda_runtime_api.h>
cudaError_t apart(cudaStream_t s, cudaGraph_t *g) {
  if (cudaError_t e = cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return e;
  (void)cudaDeviceSynchronize();
  return cudaStreamEndCapture(s, g);
}
"""
SOURCES = {"helper.cu": HELPER, "region.cu": REGION, "guarded.cu": GUARDED,
           "apart.cu": APART}
WAITS = HELPER.replace("(void)", "(void)cudaDeviceSynchronize();\n  (void)")

# For each step: what it is, the source and its new text, more options, and the
# number of sources that must be analysed. helper.cu has nothing to analyse of
# its own.
STEPS = [
    ("the first run", None, None, [], 3),
    ("a comment", "apart.cu", APART + "// Nothing else.\n", [], 0),
    ("another line", "apart.cu", "\n" + APART, [], 1),
    ("a callee that waits", "helper.cu", WAITS, [], 1),
    ("a callee that is gone", "helper.cu", "", [], 1),
    ("a callee as it was", "helper.cu", HELPER, [], 1),
    ("nothing is noted any more", "region.cu",
     re.sub(r"\n  recording = .*", "", REGION), [],
     3),
    ("it is noted again", "region.cu", REGION, [],
     3),
    ("a line in a function that captures", "region.cu", "\n" + REGION, [],
     1),
    ("another level", None, None, ["--level=possible"],
     3),
    ("another selection", None, None,
     ["--level=possible", "--checks=*,-cuda-capture-synchronization"], 0),
    # What a capture that is not ended makes of later calls is then reported for
    # itself.
    ("leaks are not selected", None, None,
     ["--level=possible", "--checks=-*,cuda-capture-synchronization"], 3),
]

time = 1577836800  # What is as old as this is kept.


def write(name, text):
    global time
    time += 60
    path = os.path.join(FOLDER, name)
    with open(path, "w") as f:
        f.write(text)
    os.utime(path, (time, time))


def check(cache, options):
    run = subprocess.run(
        [TOOL, "check", "-p", FOLDER, "--all", "--cache=" + cache, *options],
        cwd=FOLDER, capture_output=True, text=True)
    assert run.returncode in (0, 1), run.stderr
    units = re.search(r"analysed: \d+ of (\d+)", run.stderr)
    kept = re.search(r"nothing new to analyse in (\d+) source", run.stderr)
    return (run.stdout, int(units.group(1)) if units else 0,
            int(kept.group(1)) if kept else 0)


def main():
    os.makedirs(FOLDER)
    for name, text in SOURCES.items():
        write(name, text)
    with open(os.path.join(FOLDER, "compile_commands.json"), "w") as f:
        json.dump([{"directory": FOLDER, "file": name,
                    "arguments": ["clang++", *FLAGS, "-c", name]}
                   for name in SOURCES], f)
    failed = 0
    for i, (what, name, text, options, new) in enumerate(STEPS):
        if name:
            write(name, text)
        found, units, kept = check(os.path.join(FOLDER, "cache"), options)
        cold, _, none = check(os.path.join(FOLDER, "cold-%d" % i), options)
        if found != cold:
            print("%s: reported\n%s\ninstead of\n%s" % (what, found, cold))
            failed += 1
        if none:
            print("%s: a cache that is new has verdicts" % what)
            failed += 1
        print("%s: %d of %d sources analysed" % (what, units - kept, units))
        if units - kept != new:
            print("  instead of %d" % new)
            failed += 1
    return 1 if failed else 0


sys.exit(main())
