#pragma once
namespace mine {
template <class F> struct AtEnd {
  AtEnd(F f) : f(f) {}
  ~AtEnd() { f(); }
  void off();
  F f;
};
template <class F> AtEnd(F) -> AtEnd<F>;
} // namespace mine
