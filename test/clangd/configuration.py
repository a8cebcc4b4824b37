"""The user's configuration counts; without one the checks of clangd stay."""

from support import QUICK, check, codes, folder, server

SOURCE = """#include <cuda_runtime.h>
unsigned long size() { return sizeof(sizeof(int)); }
cudaError_t run(cudaStream_t stream, float *data, cudaGraph_t *graph) {
  cudaError_t error = cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  if (error != cudaSuccess)
    return error;
  cudaMemset(data, 0, 4);
  return cudaStreamEndCapture(stream, graph);
}
"""
OURS, THEIRS = "cuda-capture-legacy-stream", "bugprone-sizeof-expression"

CASES = [
    ({}, {OURS, THEIRS}),
    ({"__clang-tidy": "Checks: '-*,bugprone-sizeof-expression'"}, {THEIRS}),
    ({"__clang-tidy": "Checks: 'bugprone-sizeof-expression'"}, {OURS, THEIRS}),
    ({"__clang-tidy": "Checks: '-cuda-capture-legacy-stream'"}, set()),
    ({"__clangd": "Diagnostics: {ClangTidy: {Remove: cuda-capture-*}}"}, set()),
    ({"__clangd": "Diagnostics: {Suppress: cuda-capture-legacy-stream}"}, {THEIRS}),
    ({"__clangd": "Diagnostics: {ClangTidy: {FastCheckFilter: Strict}}"}, {OURS, THEIRS}),
    ({"__clang-tidy": "CheckOptions: {CudaCaptureKnowledgeBase: '/none.json'}"}, {THEIRS}),
]
root = folder(
    "cases",
    **{f"{n}/{file}": text for n, (files, _) in enumerate(CASES) for file, text in {"a__cu": SOURCE, **files}.items()},
)

with server(root, options=QUICK) as s:
    for number, (files, wanted) in enumerate(CASES):
        found = s.open(root / str(number) / "a.cu")
        check(set(codes(found)) & {OURS, THEIRS} == wanted, files, found, *s.log)
with server(root, "--clang-tidy=0", options=QUICK) as s:
    check(not set(codes(s.open(root / "0/a.cu"))) & {OURS, THEIRS})
