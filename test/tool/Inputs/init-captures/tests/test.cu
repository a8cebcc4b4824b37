#include "../lib.h"
#define CAPTURES(d) cudaStreamBeginCapture(s, mode); in_directive(d); \
  cudaStreamEndCapture(s, &graph)
namespace test {
struct Fixture {
  void of_test(float *d) { use(d); }
  std::unique_ptr<Engine> engine;
};
TEST_F(Fixture, Captures) {
  std::vector<float> host(4);
  before(d);
  CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  plain(d); // in_comment(d)
  typed<float>(d);
  ops::scoped(d);
  wrong::other_scope(d);
  Type declared(d);
  engine->step();
  engine->shared_step();
  host.resize(4);
  CHECK_LAUNCH(in_macro(d));
  for (int i = 0; i < on_host(3); ++i) {
    in_loop(d);
  }
  overloaded(d);
  of_test(d);
  of_other_test(d);
  engine.of_object(d);
  hidden(d);
  begins(s);
  log("in_comment(d)");
  cudaStreamEndCapture(s, &graph);
  after(d);
}
void run(std::function<void(float *)> &&variable) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  variable(d);
  cudaStreamEndCapture(s, &graph);
}
TEST(Errors, Throws) {
  EXPECT_THROW({
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    throws(d);
    cudaStreamEndCapture(s, &graph);
  }, std::runtime_error);
}
TEST(Errors, Fails) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  fails(d);
  EXPECT_EQ(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(s, &graph));
}
void begin_only() {
  if (captures) {
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    open(d);
  }
  cudaStreamEndCapture(s, &graph);
}
} // namespace test
