#include "opens.h"
namespace pybind11 {
struct module_ {
  template <typename F> module_ &def(const char *, F &&) { return *this; }
};
} // namespace pybind11
void bind(pybind11::module_ &m) {
  m.def("opens", &ops::opens);
  m.def("copies", &ops::copies);
  m.def("opens_and_runs", &ops::opens_and_runs);
}
