"""Neovim, with the settings that docs/editors.md shows, finds and repairs."""

import os
import pathlib
import re
import subprocess
import sys

from support import CLANGD, check, environment, folder

source = """#include <cuda_runtime.h>
cudaError_t run(cudaStream_t stream, float *data, cudaGraph_t *graph) {
  cudaError_t error = cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  if (error != cudaSuccess)
    return error;
  cudaMemset(data, 0, 4);
  return cudaStreamEndCapture(stream, graph);
}
"""
nvim, page, script = sys.argv[1:]
[settings] = re.findall(r"^## Neovim$.*?^```lua$(.*?)^```$", pathlib.Path(page).read_text(), re.S | re.M)
root = folder("neovim", init__lua=settings, a__cu=source)
variables = environment(CAPTURE_FILE="a.cu")
variables["PATH"] = os.path.dirname(CLANGD) + ":" + variables["PATH"]
run = subprocess.run(
    [nvim, "--headless", "-n", "-i", "NONE", "-u", root / "init.lua", "-S", script],
    cwd=root,
    env=variables,
    stdin=subprocess.DEVNULL,
    stdout=subprocess.PIPE,
    stderr=subprocess.STDOUT,
    timeout=120,
)
text = run.stdout.decode(errors="replace")
check(run.returncode == 0, text)
for part in ("found: line 6:", "shown: ", "cudaErrorStreamCaptureImplicit", "offered: 1", "clean"):
    check(part in text, part, text)
check("  cudaMemsetAsync(data, 0, 4, stream);" in (root / "a.cu").read_text(), (root / "a.cu").read_text())
