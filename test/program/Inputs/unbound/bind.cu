#include "curand.h"
void bind(curandGenerator_t generator, cudaStream_t stream) { curandSetStream(generator, stream); }
