#include <cuda_runtime.h>
#include "pause.h"
