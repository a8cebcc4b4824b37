#include "api.h"
void registerOperator(int id, void *f);
using Operator = void (*)(Context &);

static cudaStream_t streamOf(const Context &c) {
  return static_cast<cudaStream_t>(c.stream);
}
static void registered(Context &c) {
  cudaMemsetAsync(&c, 0, 4, streamOf(c));
}
static void in_table(Context &c) { cudaMemsetAsync(&c, 1, 4, streamOf(c)); }
static void in_field(Context &c) { cudaMemsetAsync(&c, 2, 4, streamOf(c)); }
static void assigned(Context &c) { cudaMemsetAsync(&c, 3, 4, streamOf(c)); }
static void loader(Context &c) {
  cudaMemsetAsync(&c, 4, 4, streamOf(c));
  cudaStreamSynchronize(streamOf(c));
}
static void local(Context &c) { cudaMemsetAsync(&c, 5, 4, streamOf(c)); }
static void only_host(Context &c) { c.stream = nullptr; }
static void without_context() { cudaMemsetAsync(nullptr, 0, 4, cudaStream_t(4)); }

static const Operator Table[] = {in_table, loader, only_host};
struct Backend {
  const char *name;
  Operator run;
};
Backend backend() { return {"cuda", in_field}; }
Operator Current;
void (*Start)() = without_context;

void setUp(bool now) {
  registerOperator(1, reinterpret_cast<void *>(&registered));
  Current = assigned;
  Operator chosen = local;
  Context c = {nullptr};
  (void)Table;
  if (now)
    chosen(c);
}
