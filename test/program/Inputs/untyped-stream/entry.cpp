#include <cstdint>
struct Operator {
  int run(void *workspace, const void **inputs, void *stream) const;
  int runOnItsOwnStream(void *workspace, const void **inputs, void *unused) const;
};
int reset(void *workspace, intptr_t stream);

extern "C" int op_run(Operator *op, void *workspace, void *a, void *b, void *stream) {
  const void *inputs[] = {a, b};
  return op->run(workspace, inputs, stream);
}
// It is not known whether the caller captures the stream of the operator.
extern "C" int op_own(Operator *op, void *workspace, void *a, void *b, void *stream) {
  const void *inputs[] = {a, b};
  return op->runOnItsOwnStream(workspace, inputs, stream);
}
extern "C" int op_reset(void *workspace, intptr_t stream) { return reset(workspace, stream); }
