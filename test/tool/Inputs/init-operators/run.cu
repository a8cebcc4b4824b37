#include "op.h"

void runAll(Op **Ops, int N, float *X) {
  for (int I = 0; I < N; ++I)
    Ops[I]->run(X);
}
