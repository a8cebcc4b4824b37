// Declarations of cuRAND, as far as the test needs them.
#pragma once
#include <cuda_runtime.h>
typedef struct curandGenerator_st *curandGenerator_t;
enum curandStatus_t { CURAND_STATUS_SUCCESS = 0 };
enum curandRngType_t { CURAND_RNG_PSEUDO_DEFAULT = 100 };
extern "C" curandStatus_t curandCreateGenerator(curandGenerator_t *, curandRngType_t);
extern "C" curandStatus_t curandSetStream(curandGenerator_t, cudaStream_t);
extern "C" curandStatus_t curandGenerateUniform(curandGenerator_t, float *, size_t);
