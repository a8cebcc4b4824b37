#include "device.h"

int Device::open() { return connect(); }
