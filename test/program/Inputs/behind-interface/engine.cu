#include "backend.h"
class Engine {
  Backend &backend;
  cudaStream_t stream;
  void begin() { backend.begin(stream); }

public:
  Engine(Backend &b, cudaStream_t s) : backend(b), stream(s) {}
  void step();
};
void Engine::step() {
  begin();
  (void)cudaDeviceSynchronize();
  backend.end(stream);
}
void solveTwice(Solver &solver, cudaStream_t s) {
  solver.solve(s);
  (void)cudaDeviceSynchronize();
  solver.solve(s);
}
