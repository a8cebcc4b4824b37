"""Sources with a function that is hard to analyse.

    fills        captures, and is large; a caller is as large, and does not
    sum LEVELS   has an expression of so many levels, in a capture
"""
import sys

print("#include <cuda_runtime.h>")
if sys.argv[1] == "fills":
    print("void fills(cudaStream_t s, float *p, cudaGraph_t *g) {")
    print("  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))\n    return FAILED;".replace("FAILED", "1" if sys.argv[1] == "sum" else "").replace(" ;", ";"))
    print("  cudaMemsetAsync(p, 0, 4, s);\n" * 1000)
    print("  if (cudaStreamEndCapture(s, g))\n    *g = 0;\n}")
    print("void caller(cudaStream_t s, float *p, cudaGraph_t *g) { fills(s, p, g); }")
else:
    print("int sums(cudaStream_t s, float *p, cudaGraph_t *g, int z) {")
    print("  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))\n    return FAILED;".replace("FAILED", "1" if sys.argv[1] == "sum" else "").replace(" ;", ";"))
    print(f"  cudaMalloc(&p, {'+'.join(['z'] * int(sys.argv[2]))});")
    print("  return cudaStreamEndCapture(s, g);\n}")
