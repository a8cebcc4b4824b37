#include "capture.h"

void load(CUmodule *m, const void *image) { cuModuleLoadDataEx(m, image, 0, nullptr, nullptr); }
