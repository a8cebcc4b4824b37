// RUN: %lint-cxx
// Sections of a test: each run of the function takes one of those that are
// written one behind the other.
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;

namespace Catch {
class Section {
public:
  explicit Section(const char *name);
  ~Section();
  explicit operator bool() const;
};
} // namespace Catch

namespace doctest {
namespace detail {
struct Subcase {
  explicit Subcase(const char *name);
  ~Subcase();
  operator bool() const;
};
} // namespace detail
} // namespace doctest

#define SECTION(name) if (Catch::Section const &section = Catch::Section(name))
#define SUBCASE(name) if (const doctest::detail::Subcase &subcase = doctest::detail::Subcase(name))

void silentForWhatAnotherSectionBegan() {
  cudaStream_t s;
  cudaStreamCreate(&s);
  SECTION("begins, and lets the stream go") {
    cudaStreamBeginCapture(s, kGlobal);
  }
  SECTION("begins, too") {
    cudaGraph_t g;
    cudaStreamBeginCapture(s, kGlobal);
    cudaStreamEndCapture(s, &g);
  }
  SUBCASE("another framework") { cudaStreamSynchronize(s); }
}

void firesInEachSection(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  SECTION("stream") {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamSynchronize' while 's' is capturing{{.*}} [cuda-capture-synchronization]
    cudaStreamSynchronize(s);
  }
  SECTION("device") {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize' while 's' is capturing{{.*}} [cuda-capture-synchronization]
    cudaDeviceSynchronize();
  }
  cudaStreamEndCapture(s, g);
}

// One of the two has begun it.
void silentForWhatEachBegins(cudaGraph_t *g) {
  cudaStream_t s;
  cudaStreamCreate(&s);
  SECTION("global") { cudaStreamBeginCapture(s, kGlobal); }
  SECTION("relaxed") { cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed); }
  cudaStreamEndCapture(s, g);
}

void firesIfOneDoesNot(cudaGraph_t *g) {
  cudaStream_t s;
  cudaStreamCreate(&s);
  SECTION("begins") { cudaStreamBeginCapture(s, kGlobal); }
  SECTION("does not") { cudaStreamSynchronize(s); }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends a capture of stream 's', which is not capturing; {{.*}} [cuda-capture-unbalanced]
  cudaStreamEndCapture(s, g);
}

void sectionsWithinSections(cudaStream_t s, cudaGraph_t *g) {
  SECTION("outer") {
    SECTION("first") { cudaStreamBeginCapture(s, kGlobal); }
    SECTION("second") {
      cudaStreamBeginCapture(s, kGlobal);
      // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaDeviceSynchronize' while 's' is capturing{{.*}} [cuda-capture-synchronization]
      cudaDeviceSynchronize();
    }
    cudaStreamEndCapture(s, g);
  }
  SECTION("other") { cudaStreamSynchronize(s); }
}
