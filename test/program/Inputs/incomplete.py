"""Sources with a function that is hard to analyse.

    fills        captures, and is large; a caller is as large, and does not
    sum LEVELS   has an expression of so many levels, in a capture
"""
import sys

print("#include <cuda_runtime.h>")
if sys.argv[1] == "fills":
    parameters = "cudaStream_t s, cudaStream_t t, cudaEvent_t e, const bool *f, cudaGraph_t *g, const cudaStream_t *u"
    print(f"void fills({parameters}) {{")
    print("  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))\n    return;\n  cudaStream_t x;")
    # The capture runs with other streams on each of eight paths.
    for i in range(3):
        print(f"  cudaStream_t u{i} = u[{i}];\n  cudaEventRecord(e, s);\n  if (*f++)\n    cudaStreamWaitEvent(u{i}, e, 0);")
    # Two paths meet, and it matters which one was taken.
    print("  if (*f++)\n    x = s;\n  else\n    x = t;\n  cudaEventRecord(e, x);\n" * 4000)
    print("  if (cudaStreamEndCapture(s, g))\n    *g = 0;\n}")
    print(f"void caller({parameters}) {{ fills(s, t, e, f, g, u); }}")
else:
    print("int sums(cudaStream_t s, float *p, cudaGraph_t *g, int z) {")
    print("  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))\n    return 1;")
    print(f"  cudaMalloc(&p, {'+'.join(['z'] * int(sys.argv[2]))});")
    print("  return cudaStreamEndCapture(s, g);\n}")
