#include <cuda_capture/annotations.h>

CUDA_CAPTURE_CAPTURABLE void declared(int n);
CUDA_CAPTURE_CAPTURABLE_IN("relaxed") void relaxed(int n);
CUDA_CAPTURE_NOT_CAPTURABLE void never(int n);
static CUDA_CAPTURE_CAPTURABLE inline int defined(int n) { return n; }

#ifdef __cplusplus
struct Layer {
  virtual ~Layer() {}
  CUDA_CAPTURE_CAPTURABLE virtual void forward(int n) = 0;
};
template <typename T> CUDA_CAPTURE_CAPTURABLE void generic(T) {}
inline int use() {
  generic(1);
  auto body = [](int n) CUDA_CAPTURE_CAPTURABLE { return n; };
  return body(1) + defined(1);
}
#else
int use(void);
int use(void) { return defined(1); }
#endif
