"""Makes the repository made/up with six bugs, and a list of them, for bugs.test."""
import json
import os
import subprocess
import sys
from pathlib import Path

folder = Path(sys.argv[1])
here = folder / "origin/made/up"
here.mkdir(parents=True)
environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
for who in ("AUTHOR", "COMMITTER"):
    environment |= {f"GIT_{who}_NAME": "made up", f"GIT_{who}_EMAIL": "made@up.invalid"}


def git(*words):
    return subprocess.run(["git", "-C", str(here), *words], env=environment, check=True, capture_output=True, text=True).stdout.strip()


def commit(capture, layer):
    """A capture that calls something, and a layer that something captures elsewhere."""
    (here / "wait.h").write_text(f"""#include <cuda_runtime.h>
inline bool step(cudaStream_t s) {{
  return {capture} == cudaSuccess;
}}
""")
    (here / "all.cpp").write_text(f"""#include "wait.h"
bool capture(cudaStream_t s, cudaGraph_t *g) {{
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess) return false;
  bool good = step(s);
  return cudaStreamEndCapture(s, g) == cudaSuccess && good;
}}
bool layer(void *p, cudaStream_t s) {{
  return {layer} == cudaSuccess;
}}
extern "C" bool exported(void *p, cudaStream_t s) {{
  return {layer} == cudaSuccess;
}}
""")
    git("add", ".")
    git("commit", "-qm", "made up")
    return git("rev-parse", "HEAD")


git("init", "-q")
git("config", "uploadpack.allowAnySHA1InWant", "true")
bad = commit("cudaStreamSynchronize(s)", "cudaMemset(p, 0, 1)")
good = commit("cudaGetLastError()", "cudaMemsetAsync(p, 0, 1, s)")
common = {"repository": "made/up", "parent": bad, "fix": good, "category": "made-up", "what": "made up", "files": ["all.cpp"],
          "checks": ["synchronization", "legacy-stream"], "declare": []}
bugs = [
    # A note of a finding in all.cpp has the place.
    {"id": "plain", **common, "lines": ["wait.h:3"]},
    {"id": "layer", **common, "lines": ["all.cpp:8"], "declare": ["--capturable-functions=layer"]},
    {"id": "exported", **common, "lines": ["all.cpp:11"]},
    {"id": "again", **common, "lines": ["all.cpp:4"], "fix": bad, "why": "nothing was mended"},
    {"id": "quiet", **common, "lines": ["wait.h:3"], "checks": ["unjoined-stream"], "why": "another check reports it"},
    {"id": "never", **common, "lines": [], "unjudged": "it is in Go"},
]
projects = {"made/up": {"kind": "host", "library": "", "flags": "-I{here}"}}
(folder / "bugs.json").write_text(json.dumps({"tool": "0123456", "projects": projects, "bugs": bugs}))
