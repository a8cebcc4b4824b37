#include <cuda_runtime.h>
extern bool arenaIsOn;
void load();
