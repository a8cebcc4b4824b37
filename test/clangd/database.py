"""Opens files of a database that CMake writes for nvcc, and of broken ones."""

import json

import lsp
from support import QUICK, check, codes, folder, server

BODY = """#ifndef WIDTH
#error the definitions of the database are missing
#endif
inline cudaError_t run(cudaStream_t stream, float *data, cudaGraph_t *graph) {
  cudaError_t error = cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  if (error != cudaSuccess)
    return error;
  cudaMemset(data, 0, WIDTH);
  return cudaStreamEndCapture(stream, graph);
}
"""
SOURCE = '#include "shared.h"\n' + BODY
FLAGS = "--expt-relaxed-constexpr -forward-unknown-to-host-compiler -DWIDTH=4 -Iinclude -lineinfo --generate-code=arch=compute_80,code=[sm_80] -Xcompiler=-fPIC,-Wall -std=c++17 -D_GLIBCXX_BITS_SPECFUN_H=1"


def database(root, text=None):
    build = root / "build"
    build.mkdir()
    entry = {
        "directory": str(root),
        "command": f"/opt/none/bin/nvcc {FLAGS} -x cu -c {root}/a.cu -o a.o",
        "file": str(root / "a.cu"),
    }
    (build / "compile_commands.json").write_text(json.dumps([entry]) if text is None else text)


root = folder("database", a__cu=SOURCE, other__cuh="#pragma once\n" + SOURCE)
(root / "include").mkdir()
(root / "include/shared.h").write_text("#pragma once\n#include <cuda_runtime.h>\n")
database(root)
with server(root, options=QUICK) as s:
    for name in ("a.cu", "other.cuh"):
        found = s.open(root / name)
        check(codes(lsp.ours(found)) == ["cuda-capture-legacy-stream"], name, found, *s.log)
check(any("1 of 1 command translated" in line for line in s.log), *s.log)

# What is no database is one that clangd complains of, and goes on.
BROKEN = ["[", "{}", '[{"directory": 1}]', '[{"directory": "/", "file": "a.cu", "command": "nvcc @/none/flags a.cu"}]']
root = folder("broken")
with server(root, options=QUICK) as s:
    for number, text in enumerate(BROKEN):
        one = folder(f"broken/{number}", a__cu="#define WIDTH 4\n#include <cuda_runtime.h>\n" + BODY)
        database(one, text)
        found = s.open(one / "a.cu")
        check(codes(lsp.ours(found)) == ["cuda-capture-legacy-stream"], text, found, *s.log)
        wanted = "/none/flags" if "/none/flags" in text else "compile_commands.json"
        check(any(wanted in line for line in s.log), text, *s.log)
    # Clang would look for a toolkit if it got a command of nvcc.
    check(sum("command clangd fallback" in line for line in s.log) == len(BROKEN), *s.log)
