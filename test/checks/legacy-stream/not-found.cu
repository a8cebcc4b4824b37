// RUN: %lint-capturable
// A null pointer that says that no stream was found is not the null stream.
#include <cuda_capture/annotations.h>
#include <cuda_runtime.h>
#include <map>

__global__ void kernel();
struct Info {
  cudaStream_t stream;
};
static std::map<void *, Info *> infos;
bool has(void *context);
Info *find(void *context);

static Info *search(void *context) {
  auto it = infos.find(context);
  if (it != infos.end())
    return it->second;
  return nullptr;
}

static cudaStream_t returnsEarly(void *context) {
  Info *info = search(context);
  if (info)
    return info->stream;
  return nullptr;
}
static void *throughVoid(void *context) {
  if (!has(context))
    return NULL;
  return find(context)->stream;
}
static cudaStream_t inOneExpression(void *context) {
  Info *info = find(context);
  return info ? info->stream : 0;
}
static cudaStream_t inALoop(Info *all, int n, int id) {
  for (int i = 0; i < n; ++i)
    if (all[i].stream)
      return all[i].stream;
  return nullptr;
}

CUDA_CAPTURE_CAPTURABLE void silentForSearches(void *context, Info *all, int n) {
  kernel<<<1, 1, 0, returnsEarly(context)>>>();
  kernel<<<1, 1, 0, (cudaStream_t)throughVoid(context)>>>();
  kernel<<<1, 1, 0, inOneExpression(context)>>>();
  kernel<<<1, 1, 0, inALoop(all, n, 3)>>>();
}

// Some caller asks for the null stream.
static cudaStream_t byParameter(bool own, cudaStream_t stream) {
  if (own)
    return stream;
  return nullptr;
}
static cudaStream_t always(void *context) {
  if (has(context))
    return nullptr;
  return 0;
}

CUDA_CAPTURE_CAPTURABLE void firesForChoices(void *context, bool own,
                                             cudaStream_t stream) {
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on the legacy default stream while the caller of 'firesForChoices' is capturing 'stream' in global mode; {{.*}} [cuda-capture-legacy-stream]
  kernel<<<1, 1, 0, byParameter(own, stream)>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on the legacy default stream while the caller of 'firesForChoices' is capturing 'stream' in global mode; {{.*}} [cuda-capture-legacy-stream]
  kernel<<<1, 1, 0, always(context)>>>();
}
