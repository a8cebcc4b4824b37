// RUN: %lint-torch
// A graph knows the default generator, and those that were registered.
#include <torch/torch.h>

void configure(at::Generator &generator);

// --- must be reported --------------------------------------------------------

void firesForANewGenerator(at::cuda::CUDAGraph &graph) {
  auto x = torch::zeros({4}, torch::kCUDA);
  auto generator = at::cuda::detail::createCUDAGenerator();
  graph.capture_begin();
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'at::Tensor::normal_' while the current stream is capturing in global mode; PyTorch rejects it [cuda-capture-synchronization]
  // CHECK: :[[#@LINE+1]]:3: note: call register_generator_state(generator) on the graph before capture_begin, or use the default generator [pytorch/generator-not-capturing; docs/checks/synchronization.md]
  x.normal_(0, 1, generator);
  // CHECK: :[[#@LINE+1]]:12: warning: call to 'torch::rand' while {{.*}} PyTorch rejects it [cuda-capture-synchronization]
  auto y = torch::rand({4}, generator, x.options());
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::bernoulli' while {{.*}} PyTorch rejects it [cuda-capture-synchronization]
  at::bernoulli(x, generator);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::multinomial' while {{.*}} PyTorch rejects it [cuda-capture-synchronization]
  x.multinomial(1, true, generator);
  graph.capture_end();
}

void firesForTheOtherOne(at::cuda::CUDAGraph &graph) {
  auto x = torch::zeros({4}, torch::kCUDA);
  auto known = at::cuda::detail::createCUDAGenerator(), unknown = at::cuda::detail::createCUDAGenerator();
  graph.register_generator_state(known);
  graph.capture_begin();
  x.normal_(0, 1, known);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::normal_' while {{.*}} PyTorch rejects it [cuda-capture-synchronization]
  x.normal_(0, 1, unknown);
  graph.capture_end();
}

void firesForOneThatIsMadeInTheRegion(at::cuda::CUDAGraph &graph) {
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:20: warning: call to 'at::cuda::detail::createCUDAGenerator' while {{.*}} PyTorch rejects it [cuda-capture-synchronization]
  auto generator = at::cuda::detail::createCUDAGenerator();
  graph.capture_end();
}

// --- must be silent ----------------------------------------------------------

void silentForTheDefaultGenerator(at::cuda::CUDAGraph &graph) {
  auto x = torch::zeros({4}, torch::kCUDA);
  auto generator = at::cuda::detail::getDefaultCUDAGenerator();
  graph.capture_begin();
  x.normal_();
  x.normal_(0, 1, generator);
  torch::rand({4}, x.options());
  torch::rand({4}, std::nullopt, x.options());
  x.bernoulli_(0.5);
  graph.capture_end();
}

void silentIfRegistered(at::cuda::CUDAGraph &graph) {
  auto x = torch::zeros({4}, torch::kCUDA);
  auto generator = at::cuda::detail::createCUDAGenerator();
  generator.set_current_seed(1);
  graph.register_generator_state(generator);
  graph.capture_begin();
  x.normal_(0, 1, generator);
  torch::rand({4}, generator, x.options());
  graph.capture_end();
}

// A copy is the same generator.
void silentIfACopyIsRegistered(at::cuda::CUDAGraph &graph) {
  auto x = torch::zeros({4}, torch::kCUDA);
  auto generator = at::cuda::detail::createCUDAGenerator();
  at::Generator same = generator;
  graph.register_generator_state(same);
  graph.capture_begin();
  x.normal_(0, 1, generator);
  graph.capture_end();
}

void silentIfSomebodyElseMayRegisterIt(at::cuda::CUDAGraph &graph) {
  auto x = torch::zeros({4}, torch::kCUDA);
  auto generator = at::cuda::detail::createCUDAGenerator();
  configure(generator);
  graph.capture_begin();
  x.normal_(0, 1, generator);
  graph.capture_end();
}

void silentForParameters(at::cuda::CUDAGraph &graph, at::Generator generator) {
  auto x = torch::zeros({4}, torch::kCUDA);
  graph.capture_begin();
  x.normal_(0, 1, generator);
  graph.capture_end();
}

void silentOutside(at::cuda::CUDAGraph &graph) {
  auto x = torch::zeros({4}, torch::kCUDA);
  auto generator = at::cuda::detail::createCUDAGenerator();
  x.normal_(0, 1, generator);
  graph.capture_begin();
  graph.capture_end();
  x.normal_(0, 1, generator);
}
