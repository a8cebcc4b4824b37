#include "capture.h"

void loads(CUstream s, CUgraph *g, CUmodule *m, const void *image) {
  cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  load(m, image);
  cuStreamEndCapture(s, g);
}
