// A temporary that is the object which it initializes is destroyed with that
// object, and only then: members, bases, parts of aggregates, variables and
// results, before C++17 as after it.
// RUN: %tidy --checks=-*,cuda-capture-use-after-destroy %s -- -x c++ -std=c++17 -isystem %stub-include 2>&1 | %FileCheck %s --implicit-check-not=warning:
// RUN: %tidy --checks=-*,cuda-capture-use-after-destroy %s -- -x c++ -std=c++14 -isystem %stub-include 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>
#include <memory>
#include <utility>

class Stream {
  cudaStream_t S = nullptr;

public:
  Stream() {
    if (cudaStreamCreate(&S) != cudaSuccess)
      throw 1;
  }
  Stream(Stream &&O) : S(O.S) { O.S = nullptr; }
  ~Stream() {
    if (S)
      cudaStreamDestroy(S);
  }
  cudaStream_t get() const { return S; }
};
static Stream make() { return Stream(); }
static Stream choose(bool B) { return B ? make() : Stream(); }

struct ByCall {
  Stream Held;
  ByCall() : Held(make()) {}
};
struct ByBraces {
  Stream Held;
  ByBraces() : Held{Stream()} {}
};
struct ByDefault {
  Stream Held = make();
};
struct ByCondition {
  Stream Held;
  explicit ByCondition(bool B) : Held(B ? make() : Stream()) {}
};
struct Derived : Stream {
  Derived() : Stream(make()) {}
};
struct Two {
  Stream A, B;
};
struct ByParts {
  Two Held;
  ByParts() : Held{make(), Stream()} {}
};
void silentForMembers(bool B) {
  ByCall X;
  ByBraces Y;
  ByDefault Z;
  ByCondition C(B);
  Derived D;
  ByParts P;
}
void silentForVariables(bool B) {
  Stream X = make();
  Stream Y = Stream();
  Stream Z = choose(B);
  const Stream &R = make();
  cudaStreamSynchronize(R.get());
}
void silentOnTheHeap() {
  auto X = std::unique_ptr<ByCall>(new ByCall);
  cudaStreamSynchronize(X->Held.get());
}

// A temporary that only lends its handle is destroyed at the end of the
// expression, in an initializer, too.
struct Borrows {
  cudaStream_t S;
  Borrows() : S(make().get()) {}
};
// CHECK: :[[#@LINE+3]]:3: warning: {{.*}} [cuda-capture-use-after-destroy]
void firesForAHandleOfATemporary() {
  Borrows X;
  cudaStreamSynchronize(X.S);
}
// CHECK: :[[#@LINE+4]]:3: warning: {{.*}} [cuda-capture-use-after-destroy]
void firesForAVariable() {
  cudaStream_t S;
  S = make().get();
  cudaStreamSynchronize(S);
}
