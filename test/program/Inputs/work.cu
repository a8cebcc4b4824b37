#include "work.h"

// The same names as in begin.cu, for other things.
static int Calls;
static void helper(Workspace *W, int Bytes) {
  if (Bytes > W->Size)
    (void)cudaMalloc(&W->Data, Bytes);
  ++Calls;
}

void Workspace::reserve(int Bytes) {
  helper(this, Bytes);
  Size = Bytes;
}

cudaStream_t Workspace::stream() const { return Stream; }
