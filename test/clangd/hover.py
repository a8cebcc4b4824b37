"""What an editor shows for a call: what it may do in a capture, and what a begin
captures."""

import copy

import lsp
from support import QUICK, check, folder, server

SOURCE = """#include <cuda_runtime.h>
#define CHECK(CALL) if ((CALL) != cudaSuccess) return
#define BEGIN(STREAM) cudaStreamBeginCapture(STREAM, cudaStreamCaptureModeGlobal)
__global__ void kernel(float *data);
__global__ void other(float *data);
static void plain(float *) {}
void run(cudaStream_t stream, cudaStream_t side, cudaEvent_t fork, cudaEvent_t join, float *data, bool more, cudaGraph_t *graph) {
  void *memory;
  /* \U0001f680 */ cudaMalloc(&memory, 16);
  CHECK(cudaDeviceSynchronize());
  plain(data);
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  kernel<<<1, 1, 0, stream>>>(data);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(side, fork, 0);
  cudaMemsetAsync(data, 0, 4, side);
  cudaEventRecord(join, side);
  cudaStreamWaitEvent(stream, join, 0);
  if (more)
    other<<<1, 1, 0, stream>>>(data);
  cudaMemcpy(data, data, 4, cudaMemcpyDeviceToDevice);
  cudaStreamEndCapture(stream, graph);
}
void again(cudaStream_t stream, float *data, cudaGraph_t *graph) {
  BEGIN(stream);
  kernel<<<1, 1, 0, stream>>>(data);
  cudaStreamEndCapture(stream, graph);
}
template <typename T> void never(T stream) { cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed); }
template <typename T> void generic(T **memory) { cudaFree(memory); }
"""

# Knowledge of the project, as its configuration names it.
ROWS = """{"rows": [{"names": {"runtime": ["plain"]}, "params": ["-"], "class": "unsafe", "error": 900,
 "entry": "cuda/stream-capture-unsupported", "remedy": {"en": "call it before the capture"}, "confidence": "high"}]}
"""
root = folder("hover", a__cu=SOURCE)
file = root / "a.cu"
with server(root, options=QUICK) as s:
    s.open(file)

    # What clangd says stays in front of it.
    shown = s.hover(file, "cudaMalloc")
    check(shown.startswith("### function `cudaMalloc`"), shown)
    check("In a capture: error 900 (cudaErrorStreamCaptureUnsupported) in Global and ThreadLocal mode; Relaxed mode permits it, and it is not recorded." in shown, shown)
    check("A rejected call invalidates the capture." in shown, shown)
    check("What to do: allocate before cudaStreamBeginCapture, or use cudaMallocAsync" in shown, shown)

    # In the argument of a macro, and in a template.
    shown = s.hover(file, "cudaDeviceSynchronize")
    check("in every mode while a stream of the device captures." in shown, shown)
    check("In a capture: error 900" in s.hover(file, "cudaFree(memory)"), s.hover(file, "cudaFree(memory)"))
    check("it is recorded in the graph of its stream, as a node of the kind memset." in s.hover(file, "cudaMemsetAsync"), s.hover(file, "cudaMemsetAsync"))
    check("it uses the legacy stream: error 906" in s.hover(file, "cudaMemcpy("), s.hover(file, "cudaMemcpy("))

    # The graph of a begin, with both of its ways.
    shown = s.hover(file, "cudaStreamBeginCapture(stream")
    check("is one of 2; the first has 3 nodes (2 kernel, 1 memset) on 2 streams: 'stream', 'side'." in shown, shown)
    check("```text\ncapture 1 in 'run': begins at a.cu:12:" in shown and "kernel kernel" in shown, shown)
    check("graph 2 of 2, unless 'more': 2 nodes" in shown and "cudaMemcpy" in shown, shown)
    check("again" not in shown, shown)
    check(shown.rstrip().endswith("```"), shown)

    # A template that nobody uses has no graph.
    shown = s.hover(file, "cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed")
    check("begins, ends or steers a capture" in shown and "The graph of this capture is not known: no function" in shown, shown)

    # Nothing is said about other names, and nothing remains from the last answer.
    for name in ("plain(data)", "memory, 16", "more)", "data);"):
        check("capture" not in s.hover(file, name), s.hover(file, name))

    # The text is that of the file as it is edited.
    s.change(file, SOURCE.replace("  cudaMemsetAsync(data, 0, 4, side);\n", ""))
    shown = s.hover(file, "cudaStreamBeginCapture(stream")
    check("the first has 2 nodes (2 kernel) on 2 streams" in shown, shown)

# A client that reads no Markdown.
plain = copy.deepcopy(lsp.CAPABILITIES)
plain["textDocument"]["hover"]["contentFormat"] = ["plaintext"]
with server(root, options=QUICK, capabilities=plain) as s:
    s.open(file)
    shown = s.hover(file, "cudaStreamBeginCapture(stream")
    check("is one of 2; the first has 3 nodes" in shown and "```" not in shown and "\\" not in shown, shown)

own = folder("hover-rows", a__cu=SOURCE, **{"rows__json": ROWS})
(own / ".clang-tidy").write_text(f"CheckOptions: {{CudaCaptureKnowledgeBase: '{own / 'rows.json'}'}}")
with server(own, options=QUICK) as s:
    s.open(own / "a.cu")
    shown = s.hover(own / "a.cu", "plain(data)")
    check("In a capture: error 900" in shown and "What to do: call it before the capture." in shown, shown)
