#pragma clang system_header
// cudaStreamBeginCapture is not called.
static const char *const name = "cudaStreamBeginCapture(s)";
