"""What another file does is known where `cuda-capture check` has been run."""

import json
import os
import subprocess

import lsp
from support import QUICK, SHARE, check, codes, folder, server

CALLER = """#include <cuda_runtime.h>
void refill(cudaStream_t stream);
cudaError_t run(cudaStream_t stream, cudaGraph_t *graph) {
  cudaError_t error = cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  if (error != cudaSuccess)
    return error;
  refill(stream);
  return cudaStreamEndCapture(stream, graph);
}
"""
CALLEE = """#include <cuda_runtime.h>
void refill(cudaStream_t stream) { (void)cudaStreamSynchronize(stream); }
"""

root = folder("index", **{"src/caller__cpp": CALLER, "src/callee__cpp": CALLEE, "out/any__txt": ""})
commands = [
    {
        "directory": str(root / "out"),
        "file": f"../src/{name}.cpp",
        "arguments": ["clang++", f"-isystem{SHARE}/include", "-c", f"../src/{name}.cpp"],
    }
    for name in ("caller", "callee")
]
(root / "out/compile_commands.json").write_text(json.dumps(commands))
# The folder of the build has a name that nobody guesses.
(root / ".clangd").write_text("CompileFlags: {CompilationDatabase: out}")
caller = root / "src/caller.cpp"


def findings():
    with server(root) as s:
        first = s.open(caller)
        check(codes(lsp.ours(s.change(caller, CALLER + "// edited\n"))) == codes(lsp.ours(first)), first)
        return lsp.ours(first)


check(findings() == [])
made = subprocess.run(
    [os.environ["CAPTURE_TOOL"], "check", "-p", root / "out"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
)
check(made.returncode == 1, made.stdout.decode())
found = findings()
check(codes(found) == ["cuda-capture-synchronization"], found)
check(any(n["location"]["uri"].endswith("src/callee.cpp") for n in found[0]["relatedInformation"]), found)

# A comment is no change, though what is behind it has moved.
(root / "src/callee.cpp").write_text("// A comment.\n/* And\n another. */ " + CALLEE + "// The end.\n")
moved = findings()
check(codes(moved) == ["cuda-capture-synchronization"], moved)
lines = [n["location"] for n in moved[0]["relatedInformation"] if n["location"]["uri"].endswith("src/callee.cpp")]
check([place["range"]["start"]["line"] for place in lines] == [3], lines)

# What was changed since then is unknown again, and an information at the begin
# says so, and what to do.
(root / "src/callee.cpp").write_text(CALLEE.replace("(void)cudaStreamSynchronize(stream);", ""))
changed = findings()
check(len(changed) == 1 and changed[0]["severity"] == 3, changed)
check(changed[0]["range"]["start"] == {"line": 0, "character": 0}, changed)
check("callee.cpp' was changed since" in changed[0]["message"], changed)
check(f"'cuda-capture check -p {root / 'out'}' is run" in changed[0]["message"], changed)
