typedef struct CUstream_st *CUstream;
typedef struct CUgraph_st *CUgraph;
typedef struct CUmod_st *CUmodule;
typedef enum CUstreamCaptureMode_enum { CU_STREAM_CAPTURE_MODE_GLOBAL } CUstreamCaptureMode;
extern "C" {
int cuStreamBeginCapture_v2(CUstream, CUstreamCaptureMode);
int cuStreamEndCapture(CUstream, CUgraph *);
int cuModuleLoadDataEx(CUmodule *, const void *, unsigned, void *, void **);
}
void load(CUmodule *, const void *);
