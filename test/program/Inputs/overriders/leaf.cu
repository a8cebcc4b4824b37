#include "middle.h"
// Two classes away from what is called.
struct Leaf : Middle {
  void run() override;
};
void Leaf::run() {
  void *P;
  (void)cudaMalloc(&P, 8);
}
