// Scope guards as libraries declare them, with as little code as will do.
#pragma once
namespace gsl {
template <class F> class final_action {
public:
  explicit final_action(const F &f) noexcept : f(f) {}
  final_action(final_action &&other) noexcept : f(other.f), invoke(other.invoke) { other.invoke = false; }
  final_action(const final_action &) = delete;
  ~final_action() noexcept {
    if (invoke)
      f();
  }

private:
  F f;
  bool invoke = true;
};
template <class F> final_action<F> finally(const F &f) noexcept { return final_action<F>(f); }
} // namespace gsl

namespace absl {
inline namespace lts_2025 {
namespace cleanup_internal {
struct Tag {};
} // namespace cleanup_internal
template <class Arg, class Callback> class Cleanup {
public:
  Cleanup(Callback callback) : callback(callback) {}
  Cleanup(Cleanup &&other) : callback(other.callback), engaged(other.engaged) { other.engaged = false; }
  void Cancel() && { engaged = false; }
  ~Cleanup() {
    if (engaged)
      callback();
  }

private:
  Callback callback;
  bool engaged = true;
};
template <class Callback> Cleanup(Callback) -> Cleanup<cleanup_internal::Tag, Callback>;
template <class Callback> Cleanup<cleanup_internal::Tag, Callback> MakeCleanup(Callback callback) {
  return {callback};
}
} // namespace lts_2025
} // namespace absl

namespace std {
namespace experimental {
inline namespace fundamentals_v3 {
template <class EF> class scope_exit {
public:
  template <class F> explicit scope_exit(F &&f) noexcept : f(f) {}
  void release() noexcept { on = false; }
  ~scope_exit() {
    if (on)
      f();
  }

private:
  EF f;
  bool on = true;
};
template <class EF> scope_exit(EF) -> scope_exit<EF>;
} // namespace fundamentals_v3
} // namespace experimental
} // namespace std

// SCOPE(exit) { ... }; as CUDA's experimental library has it.
namespace cuda::experimental::stf::detail::scope_guard_handler {
enum class exit {};
enum class fail {};
template <class Tag> struct with_location {
  with_location(Tag) {}
};
int exceptions() noexcept;

template <class F> auto operator->*(with_location<exit> where, F &&f) {
  struct result {
    F f;
    bool armed;
    result(F &&f) : f(static_cast<F &&>(f)), armed(true) {}
    result(result &&other) : f(static_cast<F &&>(other.f)), armed(other.armed) {
      other.armed = false;
    }
    ~result() {
      if (armed)
        f();
    }
  };
  return result(static_cast<F &&>(f));
}

template <class F> auto operator->*(with_location<fail> where, F &&f) {
  struct result {
    F f;
    int before;
    result(F &&f) : f(static_cast<F &&>(f)), before(exceptions()) {}
    result(result &&other) = default;
    ~result() {
      if (exceptions() != before)
        f();
    }
  };
  return result(static_cast<F &&>(f));
}
} // namespace cuda::experimental::stf::detail::scope_guard_handler

#define SCOPE(kind)                                                            \
  auto guard =                                                                 \
      ::cuda::experimental::stf::detail::scope_guard_handler::with_location<   \
          ::cuda::experimental::stf::detail::scope_guard_handler::kind>(       \
          (::cuda::experimental::stf::detail::scope_guard_handler::kind){})    \
          ->*[&]()
