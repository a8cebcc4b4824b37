#pragma once
#include <cuda_runtime.h>
namespace lib {
int load(int *value);
int count();
} // namespace lib
extern "C" int lib_wait(cudaStream_t s);
