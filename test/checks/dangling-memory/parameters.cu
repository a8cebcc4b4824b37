// RUN: %lint-capturable
// Memory of an object that is handed over by value is gone when the call ends.
#include <cuda_runtime.h>
#include <cuda_capture/annotations.h>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

constexpr cudaMemcpyKind kUp = cudaMemcpyHostToDevice;

CUDA_CAPTURE_CAPTURABLE int firesForAVector(void *to, std::vector<const void *> inputs, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'cudaMemcpyAsync' {{.*}} [cuda-capture-dangling-memory]
  return cudaMemcpyAsync(to, inputs.data(), 8, kUp, s);
}
CUDA_CAPTURE_CAPTURABLE int firesForAText(void *to, std::string text, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'cudaMemcpyAsync' {{.*}} [cuda-capture-dangling-memory]
  return cudaMemcpyAsync(to, text.data(), 8, kUp, s);
}
CUDA_CAPTURE_CAPTURABLE int firesForAnOwner(void *to, std::unique_ptr<int> one, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'cudaMemcpyAsync' {{.*}} [cuda-capture-dangling-memory]
  return cudaMemcpyAsync(to, one.get(), 4, kUp, s);
}

static int copy(void *to, std::vector<const void *> inputs, cudaStream_t s) {
  return cudaMemcpyAsync(to, inputs.data(), 8, kUp, s);
}
CUDA_CAPTURE_CAPTURABLE int firesForACopyOfTheCallers(void *to, const void *a, cudaStream_t s) {
  std::vector<const void *> inputs{a};
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'copy' reaches 'cudaMemcpyAsync', {{.*}} [cuda-capture-dangling-memory]
  return copy(to, inputs, s);
}

template <class T> struct View {
  T *p;
  int n;
  T *data() const { return p; }
};
CUDA_CAPTURE_CAPTURABLE int silentForAView(void *to, View<const void *> v, cudaStream_t s) {
  return cudaMemcpyAsync(to, v.data(), v.n, kUp, s);
}
CUDA_CAPTURE_CAPTURABLE int silentForASharedOwner(void *to, std::shared_ptr<int> one, cudaStream_t s) {
  return cudaMemcpyAsync(to, one.get(), 4, kUp, s);
}
CUDA_CAPTURE_CAPTURABLE int silentForAReference(void *to, const std::vector<const void *> &inputs, cudaStream_t s) {
  return cudaMemcpyAsync(to, inputs.data(), 8, kUp, s);
}

// The memory stays where the object hands it over.
void keep(std::unique_ptr<int>);
struct Keeper {
  std::vector<const void *> inputs;
  std::unique_ptr<int> one;
  std::shared_ptr<int> shared;
  std::function<void()> later;

  CUDA_CAPTURE_CAPTURABLE int silentForAKeptVector(void *to, std::vector<const void *> in, cudaStream_t s) {
    int result = cudaMemcpyAsync(to, in.data(), 8, kUp, s);
    inputs = std::move(in);
    return result;
  }
  CUDA_CAPTURE_CAPTURABLE int silentForAKeptOwner(void *to, std::unique_ptr<int> in, cudaStream_t s) {
    int result = cudaMemcpyAsync(to, in.get(), 4, kUp, s);
    one = std::move(in);
    return result;
  }
  CUDA_CAPTURE_CAPTURABLE int silentForALocalOwnerThatIsKept(void *to, cudaStream_t s) {
    std::unique_ptr<int> in = std::make_unique<int>(3);
    int result = cudaMemcpyAsync(to, in.get(), 4, kUp, s);
    one = std::move(in);
    return result;
  }
  CUDA_CAPTURE_CAPTURABLE int silentIfItIsShared(void *to, std::unique_ptr<int> in, cudaStream_t s) {
    int result = cudaMemcpyAsync(to, in.get(), 4, kUp, s);
    shared = std::move(in);
    return result;
  }
  CUDA_CAPTURE_CAPTURABLE int silentIfItIsReleased(void *to, std::unique_ptr<int> in, cudaStream_t s) {
    int result = cudaMemcpyAsync(to, in.get(), 4, kUp, s);
    in.release();
    return result;
  }
  CUDA_CAPTURE_CAPTURABLE int silentIfAClosureKeepsIt(void *to, std::string in, cudaStream_t s) {
    int result = cudaMemcpyAsync(to, in.data(), 4, kUp, s);
    later = [in = std::move(in)] {};
    return result;
  }
  CUDA_CAPTURE_CAPTURABLE int silentIfItIsPassedOn(void *to, std::unique_ptr<int> in, cudaStream_t s) {
    int result = cudaMemcpyAsync(to, in.get(), 4, kUp, s);
    keep(std::move(in));
    return result;
  }
};
