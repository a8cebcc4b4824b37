// A header for the tests of "kb verify".
#define CUDA_VERSION 12030
typedef struct Stream_st *ownStream_t;
typedef struct Graph_st *ownGraph_t;
enum ownMode { ownModeGlobal };
enum ownError { ownSuccess = 0, ownErrorUnsupported = 900, ownErrorMoved = 917 };
extern "C" {
ownError ownBegin(ownStream_t stream, enum ownMode mode);
ownError ownEnd(ownStream_t stream, ownGraph_t *graph);
#ifdef OWN_PER_THREAD
ownError ownEnd_ptsz(ownStream_t stream, ownGraph_t *graph);
#endif
ownError ownMalloc(void **p, unsigned long size);
ownError ownMallocAsync(void **p, unsigned long size, ownStream_t stream);
ownError ownWait(int device, ownStream_t stream);
ownError ownShort(ownStream_t stream);
ownError ownForgotten(int, ownStream_t stream);
ownError ownNew(ownStream_t stream);
ownError ownGone(void);
ownError ownLater(void);
ownError ownUnknown(void);
#ifdef __CUDA_API_VERSION_INTERNAL
ownError ownBegin_v1(ownStream_t stream);
#endif
}
