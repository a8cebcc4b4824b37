// A program that names things by strings does something else where a name is
// empty.
// RUN: %tidy --checks=-*,cuda-capture-unsafe-call,cuda-capture-synchronization %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>
#include <string>
#include <string_view>

#define BEGIN                                                                  \
  cudaGraph_t G;                                                               \
  if (cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal) != cudaSuccess)   \
    return;
#define END                                                                    \
  if (cudaStreamEndCapture(S, &G) == cudaSuccess)                              \
    cudaGraphDestroy(G);

struct Tensor {
  std::string Tag;
  void *Data = nullptr;
  explicit Tensor(size_t N, const std::string &Tag = "") : Tag(Tag) {
    if (this->Tag.empty())
      cudaMalloc(&Data, N);
  }
};

void tagged(cudaStream_t S) {
  BEGIN
  Tensor T(4, "logits");
  END
}

void notTagged(cudaStream_t S) {
  BEGIN
  // CHECK: :[[@LINE+1]]:10: warning: call to 'Tensor::Tensor' reaches 'cudaMalloc'
  Tensor T(4);
  END
}

void taggedByCaller(cudaStream_t S, const std::string &Tag) {
  BEGIN
  // CHECK: :[[@LINE+1]]:10: warning: call to 'Tensor::Tensor' reaches 'cudaMalloc'
  Tensor T(4, Tag);
  END
}

void prefixed(cudaStream_t S, const std::string &Tag) {
  BEGIN
  Tensor T(4, "layer." + Tag);
  END
}

void joined(cudaStream_t S, const std::string &A, const std::string &B) {
  BEGIN
  // CHECK: :[[@LINE+1]]:10: warning: call to 'Tensor::Tensor' reaches 'cudaMalloc'
  Tensor T(4, A + B);
  END
}

void onlyIfTagged(cudaStream_t S, std::string Tag) {
  if (Tag.empty())
    return;
  BEGIN
  Tensor T(4, Tag);
  END
}

void movedFrom(cudaStream_t S, std::string Tag) {
  if (Tag.empty())
    return;
  std::string Other = std::move(Tag);
  BEGIN
  Tensor T(4, Other);
  // CHECK: :[[@LINE+1]]:10: warning: call to 'Tensor::Tensor' reaches 'cudaMalloc'
  Tensor U(4, Tag);
  END
}

/// A log that waits for the device only where it has something to write.
struct Log {
  std::string Pending;
  void flush() {
    if (Pending.empty())
      return;
    cudaDeviceSynchronize();
    Pending.clear();
  }
};

void flushedBefore(cudaStream_t S, Log &L) {
  L.Pending += "warm-up";
  L.flush();
  BEGIN
  L.flush();
  END
}

void writtenSince(cudaStream_t S, Log &L) {
  L.flush();
  L.Pending += "capture";
  BEGIN
  // CHECK: :[[@LINE+1]]:3: warning: call to 'Log::flush' reaches 'cudaDeviceSynchronize'
  L.flush();
  END
}

void addedSince(cudaStream_t S, Log &L, const std::string &Text) {
  L.flush();
  L.Pending.append(Text);
  BEGIN
  // CHECK: :[[@LINE+1]]:3: warning: call to 'Log::flush' reaches 'cudaDeviceSynchronize'
  L.flush();
  END
}

void nothingAdded(cudaStream_t S, Log &L) {
  L.flush();
  L.Pending += "";
  BEGIN
  L.flush();
  END
}

void replaced(cudaStream_t S, Log &L) {
  L.Pending = "text";
  L.Pending = std::string();
  BEGIN
  L.flush();
  L.Pending.push_back('x');
  // CHECK: :[[@LINE+1]]:3: warning: call to 'Log::flush' reaches 'cudaDeviceSynchronize'
  L.flush();
  END
}

void resized(cudaStream_t S, Log &L) {
  L.flush();
  L.Pending.resize(4);
  BEGIN
  // CHECK: :[[@LINE+1]]:3: warning: call to 'Log::flush' reaches 'cudaDeviceSynchronize'
  L.flush();
  END
}

void view(cudaStream_t S, std::string_view Name) {
  const std::string_view Fixed = "name", None;
  BEGIN
  if (Fixed.empty())
    cudaDeviceSynchronize();
  if (!None.empty())
    cudaDeviceSynchronize();
  if (Name.empty())
    // CHECK: :[[@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize'
    cudaDeviceSynchronize();
  END
}

void viewOfString(cudaStream_t S) {
  const std::string Text = "text";
  const std::string_view View = Text;
  BEGIN
  if (View.empty())
    cudaDeviceSynchronize();
  END
}

/// The text ends at the first null character, but that of a view of characters
/// with a length does not.
void nullCharacter(cudaStream_t S) {
  const std::string None = "\0text", Some("\0text", 5);
  BEGIN
  if (!None.empty())
    cudaDeviceSynchronize();
  if (Some.empty())
    // CHECK: :[[@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize'
    cudaDeviceSynchronize();
  END
}
