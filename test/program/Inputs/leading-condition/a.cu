#include <cuda_runtime.h>
#define WITH_BODIES
#include "settle.h"
