"""Sources with a function that is hard to analyse.

    fills        captures, and is large; a caller is as large, and does not
    sum LEVELS   has an expression of so many levels, in a capture
"""
import sys

print("#include <cuda_runtime.h>")
if sys.argv[1] == "fills":
    print("void fills(cudaStream_t s, float *p, cudaGraph_t *g) {")
    print("  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);")
    print("  cudaMemsetAsync(p, 0, 4, s);\n" * 1000)
    print("  cudaStreamEndCapture(s, g);\n}")
    print("void caller(cudaStream_t s, float *p, cudaGraph_t *g) { fills(s, p, g); }")
else:
    print("int sums(cudaStream_t s, float *p, cudaGraph_t *g, int z) {")
    print("  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);")
    print(f"  cudaMalloc(&p, {'+'.join(['z'] * int(sys.argv[2]))});")
    print("  return cudaStreamEndCapture(s, g);\n}")
