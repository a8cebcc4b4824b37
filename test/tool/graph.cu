// RUN: %cuda-capture graph %s:ns::Engine::step -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=STEP
// RUN: %cuda-capture graph %s:step -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=STEP
// RUN: %cuda-capture graph '%s:*Engine::s*' --format=dot -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=DOT
// RUN: %cuda-capture graph %s:step --format=json -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=JSON
// RUN: %cuda-capture graph %s:step --format=json -- %cuda-flags | %python -m json.tool
// Twice the same.
// RUN: %cuda-capture graph %s -o %t.1 -- %cuda-flags && %cuda-capture graph %s -- %cuda-flags > %t.2 && cmp %t.1 %t.2
// RUN: %FileCheck %s --check-prefix=ALL < %t.1
// RUN: %cuda-capture graph %s:wrong -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=WRONG
// RUN: %cuda-capture graph %s:loop -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=LOOP
//
// A colon in the name of a file.
// RUN: cp %s %t:odd.cu && %cuda-capture graph %t:odd.cu:loop -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=LOOP
// RUN: not %cuda-capture graph %t:odd.cu:nobody -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=NOBODY
//
// Errors: no region is 1, what cannot be told is 2.
// RUN: sh -c '%cuda-capture graph %s:helper -- %cuda-flags 2>%t.err; test $? = 1'
// RUN: %FileCheck %s --check-prefix=NOBODY < %t.err
// RUN: sh -c '%cuda-capture graph %s:run -- %cuda-flags 2>%t.err; test $? = 2'
// RUN: %FileCheck %s --check-prefix=AMBIGUOUS < %t.err
// RUN: sh -c '%cuda-capture graph %s.missing:run -- %cuda-flags 2>/dev/null; test $? = 2'
// RUN: sh -c '%cuda-capture graph 2>/dev/null; test $? = 2'
// RUN: sh -c '%cuda-capture graph %s %s -- %cuda-flags 2>%t.err; test $? = 2'
// RUN: sh -c '%cuda-capture graph %s:step -o %t.no/such/file -- %cuda-flags 2>%t.err; test $? = 2'
//
// Graphviz draws: whatever program of that name is found.
// RUN: rm -rf %t.bin %t.none && mkdir %t.bin %t.none && cp %S/Inputs/dot %t.bin/dot && chmod +x %t.bin/dot
// RUN: env PATH=%t.bin:/usr/bin:/bin %cuda-capture graph %s:step --format=dot-svg -o %t.svg -- %cuda-flags
// RUN: %FileCheck %s --check-prefix=SVG < %t.svg
// RUN: sh -c 'PATH=%t.none %cuda-capture graph %s:step --format=dot-svg -- %cuda-flags 2>%t.err; test $? = 2'
// RUN: %FileCheck %s --check-prefix=NODOT < %t.err
// RUN: sh -c 'FAIL=1 PATH=%t.bin:/usr/bin:/bin %cuda-capture graph %s:step --format=dot-svg -- %cuda-flags 2>%t.err; test $? = 2'
// RUN: %FileCheck %s --check-prefix=DOTFAILS < %t.err
//
// STEP: capture 1 in 'ns::Engine::step': begins at {{.*}}graph.cu:[[#BEGIN:]]:3 in relaxed mode, ends at {{.*}}graph.cu:{{[0-9]+}}:3
// STEP-NEXT: graph: 2 nodes, 1 edge, 2 streams
// STEP-NEXT: {{^}}  stream{{$}}
// STEP-NEXT: {{^}}  1        kernel kernel {{.*}}graph.cu:{{[0-9]+}}:41{{$}}
// STEP-NEXT: in 'helper', called at {{.*}}graph.cu:[[#BEGIN+1]]:3
// STEP-NEXT: {{^}}  |   side, forked from stream at {{.*}}graph.cu:[[#BEGIN+3]]:3
// STEP-NEXT: {{^}}  |   2    kernel typed<float> {{.*}} after 1{{$}}
// STEP-NEXT: {{^}}  3        ?      trace {{.*}} after 1?  (the nodes that it adds are unknown)
// STEP-NEXT: {{^}}  waits for side at {{.*}}graph.cu:[[#BEGIN+7]]:3
// STEP-NOT: {{.}}
//
// DOT: digraph dot {
// DOT: subgraph "cluster_capture_1_graph_1" {
// DOT-NEXT: label="capture 1 in 'ns::Engine::step'\nbegins at {{.*}}";
// DOT-NEXT: subgraph "cluster_capture_1_graph_1_lane_0" {
// DOT-NEXT: label="stream (origin)"; style="rounded";
// DOT-NEXT: "capture_1_graph_1_node_1" [style="solid" shape="octagon" label="1\nkernel\nkernel\n{{.*}}\nin helper, called at {{.*}}"];
// DOT-NEXT: "capture_1_graph_1_node_3" [style="dashed" shape="diamond" label="3\n?\ntrace\n{{.*}}"];
// DOT-NEXT: }
// DOT-NEXT: subgraph "cluster_capture_1_graph_1_lane_1" {
// DOT-NEXT: label="side"; style="rounded";
// DOT-NEXT: "capture_1_graph_1_node_2" [style="solid" shape="octagon" label="2\nkernel\ntyped<float>\n{{.*}}"];
// DOT-NEXT: }
// DOT-NEXT: "capture_1_graph_1_node_1" -> "capture_1_graph_1_node_2";
// DOT-NEXT: "capture_1_graph_1_node_1" -> "capture_1_graph_1_node_3" [style="dashed"];
//
// JSON: "callers": false,
// JSON: "function": "ns::Engine::step",
// JSON: "label": "typed<float>",
// JSON: "mode": "relaxed",
//
// ALL: capture 1 in 'ns::Engine::step'
// ALL: capture 2 in 'ns::Engine::run'
// ALL-NEXT: graph: 0 nodes, 0 edges, 1 stream
// ALL: capture 3 in 'Other::run'
// ALL: capture 4 in 'wrong'
// ALL: capture 5 in 'loop'
//
// WRONG: graph: 1 node, 0 edges, 1 stream
// WRONG-NEXT: s{{$}}
// WRONG-NEXT: 1 kernel kernel
// WRONG-NEXT: ! {{.*}}: call to 'cudaStreamSynchronize' while 's' is capturing
//
// LOOP: graph: 1 node, 0 edges, 1 stream
// LOOP: 1 kernel kernel {{.*}} and, of the round before, 1 (in each round of a loop)
//
// NOBODY: has no region that captures; these functions have one: Other::run, loop, ns::Engine::run, ns::Engine::step, wrong
// AMBIGUOUS: error: 'run' may be any of Other::run, ns::Engine::run
//
// SVG: <svg
// SVG-NEXT: {{^2$}}
// NODOT: error: no program 'dot' is found: install Graphviz, or use --format=svg or --format=dot
// DOTFAILS: error: '{{.*}}dot' failed; use --format=dot
#include <cuda_runtime.h>
__global__ void kernel(float *p);
template <typename T> __global__ void typed(T *p);

void helper(float *p, cudaStream_t s) { kernel<<<1, 1, 0, s>>>(p); }
void trace(cudaStream_t s);

namespace ns {
struct Engine {
  cudaStream_t stream, side;
  cudaEvent_t fork, join;
  float *p;
  void step(cudaGraph_t *graph);
  void run(cudaGraph_t *graph);
};
void Engine::step(cudaGraph_t *graph) {
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  helper(p, stream);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(side, fork, 0);
  typed<float><<<1, 1, 0, side>>>(p);
  cudaEventRecord(join, side);
  trace(stream);
  cudaStreamWaitEvent(stream, join, 0);
  cudaStreamEndCapture(stream, graph);
}
void Engine::run(cudaGraph_t *graph) {
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  cudaStreamEndCapture(stream, graph);
}
} // namespace ns
struct Other {
  void run(cudaStream_t s, cudaGraph_t *graph) {
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaStreamEndCapture(s, graph);
  }
};
void wrong(float *p, cudaStream_t s, cudaGraph_t *graph) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>(p);
  cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, graph);
}
void loop(float *p, int n, cudaStream_t s, cudaGraph_t *graph) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  for (int i = 0; i < n; ++i)
    kernel<<<1, 1, 0, s>>>(p);
  cudaStreamEndCapture(s, graph);
}
