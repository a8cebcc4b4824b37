#include "ops.h"
namespace pybind11 {
struct module_ {
  template <typename F> module_ &def(const char *, F &&) { return *this; }
};
} // namespace pybind11
namespace torch::stable::detail {
struct StableLibrary {
  void impl(const char *, void (*)(cudaStream_t));
};
} // namespace torch::stable::detail
template <auto F> struct Boxer {
  static void boxed(cudaStream_t s) { F(s); }
};
void bind(pybind11::module_ &m, torch::stable::detail::StableLibrary &l) {
  m.def("wrapped", &ops::wrapped);
  l.impl("wrapped", &Boxer<&ops::wrapped>::boxed);
  m.def("legacy", &ops::legacy);
  m.def("other", &ops::other);
}
