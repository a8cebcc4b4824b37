// The functions that the library calls.
#include "device.h"

typedef struct {
  const char *name;
  int (*connect)(void *);
  int (*test)(void *);
} ncclNet_v8_t;

static int connect_v8(void *D) { return static_cast<Device *>(D)->open(); }
static int test_v8(void *D) { return static_cast<Device *>(D)->test(); }
ncclNet_v8_t ncclNetPlugin_v8 = {"network", connect_v8, test_v8};
