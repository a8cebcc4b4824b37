#pragma once
#include <cuda_runtime.h>
/// What a capture records.
struct Step {
  virtual void run();
  virtual ~Step() = default;
};
struct Pure {
  virtual void go() = 0;
  virtual ~Pure() = default;
};
/// Has nothing to do with the other.
struct Unrelated {
  virtual void run();
  virtual ~Unrelated() = default;
};
/// Overrides, and is overridden by nobody.
struct Sibling : Step {
  void run() override;
};
struct Stop : Step {
  void run() final;
};
struct Last final : Step {
  void run() override;
};
