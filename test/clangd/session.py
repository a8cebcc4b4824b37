"""Opens a file that no database has, edits it, and lets clangd repair it."""

import pathlib
import urllib.parse

import lsp
from support import check, codes, folder, server

SOURCE = """#include <cuda_runtime.h>
__global__ void kernel(float *data);
cudaError_t run(cudaStream_t stream, float *data, cudaGraph_t *graph) {
  cudaError_t error = cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  if (error != cudaSuccess)
    return error;
  kernel<<<1, 1, 0, stream>>>(data);
  cudaMemset(data, 0, 4);
  return cudaStreamEndCapture(stream, graph);
}
"""
CLEAN = SOURCE.replace("  cudaMemset(data, 0, 4);\n", "")

root = folder("session", a__cu=SOURCE, b__cuh="#pragma once\n" + SOURCE, c__cpp=SOURCE.replace("__global__ ", "").replace("<<<1, 1, 0, stream>>>", ""))
with server(root) as s:
    check("cuda-capture-tidy" in s.info["serverInfo"]["version"], s.info)
    file = root / "a.cu"
    check(s.open(file, CLEAN) == [])
    found = s.change(file, SOURCE)
    check(codes(found) == ["cuda-capture-legacy-stream"], found)
    [finding] = found
    check(finding["range"]["start"] == {"line": 7, "character": 2}, finding)
    check(finding["source"] == "clang-tidy", finding)

    # Its page is ours, and is there.
    link = urllib.parse.urlparse(finding["codeDescription"]["href"])
    check(link.scheme == "file" and pathlib.Path(urllib.parse.unquote(link.path)).is_file(), link)
    check(link.path.endswith("/checks/legacy-stream.md"), link)

    notes = finding["relatedInformation"]
    check("apture of 'stream' begins here" in notes[0]["message"], notes)
    check(notes[0]["location"]["range"]["start"]["line"] == 3, notes)

    actions = s.actions(file, finding)
    check(all("clang.llvm.org" not in str(a) for a in actions), actions)
    check(s.apply(file, actions[0]) == [], actions)
    check("cudaMemsetAsync(data, 0, 4, stream)" in s.texts[file][1], s.texts[file][1])

    # A comment silences it.
    check(s.change(file, SOURCE.replace("0, 4);", "0, 4); // NOLINT(cuda-capture-legacy-stream)")) == [])

    # A function that is not analysed completely is named, as an information.
    many = "#define T(X) X X X X X X X X X X\n" + SOURCE.replace(
        "  cudaMemset(data, 0, 4);\n",
        "  T(T(T(T(if (*data++ > 0) at = 0; else at = data; cudaMemsetAsync(at, 0, 4, stream);))))\n").replace(
        "  cudaError_t error", "  float *at; cudaError_t error")
    [large] = s.change(file, many)
    check("'run' has more paths than are followed: its code is analysed, but not for all values of variables" in large["message"], large)
    check(large["severity"] == 3 and large["range"]["start"]["line"] == 3, large)

    # Headers are CUDA, too; sources of the host find the runtime.
    for other in ("b.cuh", "c.cpp"):
        found = s.open(root / other)
        check(codes(found) == ["cuda-capture-legacy-stream"], other, found)
