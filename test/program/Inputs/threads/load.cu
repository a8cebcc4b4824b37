#include <cuda_runtime.h>
#include <thread>

bool next();

static void load(void **p) {
  while (next())
    (void)cudaMalloc(p, 4096);
}

void start(std::thread *loader, void **p) { *loader = std::thread(load, p); }
