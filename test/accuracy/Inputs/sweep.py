"""Writes work trees of two projects, and a list of projects, for sweep.test.

    sweep.py DIR          the trees, and an empty list
    sweep.py DIR --move   puts lines before a finding, in another commit
"""
import json
import subprocess
import sys
from pathlib import Path

CAPTURES = """#include <cuda_runtime.h>
#include "mine.h"
void record(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaDeviceSynchronize();
  ended(cudaStreamEndCapture(s, g));
}
"""
FILES = {
    "one/src/captures.cpp": CAPTURES,
    # Nothing is written twice.
    "one/src/copy.cpp": CAPTURES,
    # In a folder that the script has to find.
    "one/include/mine.h": "#pragma once\nint ended(cudaError_t);\n",
    "one/src/partly.cpp": "#include <cuda_runtime.h>\n#include <nowhere.h>\nvoid f(cudaStream_t *s) { cudaStreamCreate(s); }\n",
    # These name no API, are of others, or are left out.
    "one/src/nothing.cpp": "#include <cuda_runtime.h>\nvoid g() { cudaDeviceSynchronize(); }\n",
    "one/third_party/theirs.cpp": "#include <cuda_runtime.h>\nvoid h(cudaStream_t *s) { cudaStreamCreate(s); }\n",
    "one/bench/left.cpp": "#include <cuda_runtime.h>\nvoid i(cudaStream_t *s) { cudaStreamDestroy(*s); }\n",
    # The header of this one is in another project.
    "two/main.cpp": "#include <cuda_runtime.h>\n#include <far.h>\nint main() { cudaStream_t s; return far(cudaStreamCreate(&s)); }\n",
    "headers/far.h": "int far(cudaError_t);\n",
}


def git(tree, *words):
    subprocess.run(["git", "-C", str(tree), "-c", "user.name=a", "-c", "user.email=a@b", *words], check=True)


def commit(tree):
    git(tree, "add", ".")
    git(tree, "commit", "-q", "-m", "all")
    return subprocess.run(["git", "-C", str(tree), "rev-parse", "HEAD"], text=True, capture_output=True, check=True).stdout.strip()


def main():
    at, clones = Path(sys.argv[1]), Path(sys.argv[1]) / "clones/owner"
    data = at / "sweep.json"
    if "--move" in sys.argv:
        for name in ("captures", "copy"):
            (clones / f"one/src/{name}.cpp").write_text("// A line.\n\n" + CAPTURES)
        listed = json.loads(data.read_text())
        listed["projects"][0]["commit"] = commit(clones / "one")
        data.write_text(json.dumps(listed))
        return
    for name, text in FILES.items():
        (clones / name).parent.mkdir(parents=True, exist_ok=True)
        (clones / name).write_text(text)
    for tree in ("one", "two"):
        git(clones / tree, "init", "-q")
        commit(clones / tree)
    head = subprocess.run(["git", "-C", str(clones / "one"), "rev-parse", "HEAD"], text=True, capture_output=True, check=True).stdout.strip()
    data.write_text(json.dumps({"projects": [{"repository": "owner/one", "commit": head, "without": ["^bench/"]}]}))


main()
