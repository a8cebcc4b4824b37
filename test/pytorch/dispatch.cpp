// RUN: %lint-torch
// An operator that is registered for CUDA is called for tensors on a device only.
#include <torch/torch.h>

#define CAPTURABLE [[clang::annotate("cuda_capture::capturable")]]

// --- must be reported --------------------------------------------------------

CAPTURABLE torch::Tensor firesForTheOnlyTensor(const torch::Tensor &x, double scale) {
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'at::Tensor::item' while the caller of 'firesForTheOnlyTensor' is capturing {{.*}} [cuda-capture-synchronization]
  if (x.item<float>() > scale)
    return x;
  return x.relu();
}
CAPTURABLE torch::Tensor firesByValue(torch::Tensor x) {
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'at::Tensor::cpu' while the caller of 'firesByValue' is capturing {{.*}} [cuda-capture-synchronization]
  return x.cpu();
}
CAPTURABLE torch::Tensor firesForAWrappedFunction(const torch::Tensor &x) {
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'at::nonzero' while the caller of 'firesForAWrappedFunction' is capturing {{.*}} [cuda-capture-synchronization]
  return at::nonzero(x);
}
CAPTURABLE torch::Tensor firesForAKeyAtTheCall(const torch::Tensor &x) {
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'at::nonzero' while the caller of 'firesForAKeyAtTheCall' is capturing {{.*}} [cuda-capture-synchronization]
  return at::nonzero(x);
}
CAPTURABLE torch::Tensor firesForADevice(const torch::Tensor &x) {
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'at::nonzero' while the caller of 'firesForADevice' is capturing {{.*}} [cuda-capture-synchronization]
  return at::nonzero(x);
}
CAPTURABLE torch::Tensor firesForAWrappedFunctionOfADevice(const torch::Tensor &x) {
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'at::nonzero' while the caller of 'firesForAWrappedFunctionOfADevice' is capturing {{.*}} [cuda-capture-synchronization]
  return at::nonzero(x);
}

// --- must be silent ----------------------------------------------------------

// One of them is on a device. Which?
CAPTURABLE torch::Tensor silentForTwoTensors(const torch::Tensor &x, const torch::Tensor &y) {
  return x.item<float>() > 0 ? x : y.cpu();
}
CAPTURABLE torch::Tensor silentForAnOptional(const torch::Tensor &x, std::optional<torch::Tensor> y) {
  return x.item<float>() > 0 ? x : x.relu();
}
CAPTURABLE torch::Tensor silentForAList(const torch::Tensor &x, std::vector<torch::Tensor> y) {
  return x.item<float>() > 0 ? x : x.relu();
}
// Called for both.
CAPTURABLE torch::Tensor silentForBothKeys(const torch::Tensor &x) {
  return x.item<float>() > 0 ? x : x.relu();
}
CAPTURABLE torch::Tensor silentIfAlsoDefined(const torch::Tensor &x) {
  return x.item<float>() > 0 ? x : x.relu();
}
CAPTURABLE torch::Tensor silentForTheHost(const torch::Tensor &x) {
  return x.item<float>() > 0 ? x : x.relu();
}
CAPTURABLE torch::Tensor silentIfNotRegistered(const torch::Tensor &x) {
  return x.item<float>() > 0 ? x : x.relu();
}
// A copy on the host is none of the device.
CAPTURABLE torch::Tensor silentForWhatIsMade(const torch::Tensor &x) {
  auto table = torch::zeros({4});
  return table.item<float>() > 0 ? x : x.relu();
}
CAPTURABLE torch::Tensor silentForADevicesOperations(const torch::Tensor &x) { return x.relu() + x; }

TORCH_LIBRARY_IMPL(ops, CUDA, m) {
  m.impl("only", &firesForTheOnlyTensor);
  m.impl("value", firesByValue);
  m.impl("wrapped", TORCH_FN(firesForAWrappedFunction));
  m.impl("two", &silentForTwoTensors);
  m.impl("optional", &silentForAnOptional);
  m.impl("list", &silentForAList);
  m.impl("both", &silentForBothKeys);
  m.impl("defined", &silentIfAlsoDefined);
  m.impl("made", &silentForWhatIsMade);
  m.impl("operations", &silentForADevicesOperations);
}
TORCH_LIBRARY_IMPL(ops, CPU, m) {
  m.impl("both", &silentForBothKeys);
  m.impl("host", &silentForTheHost);
}
void define(torch::Library &m) {
  m.def("defined", &silentIfAlsoDefined);
  m.impl("device", torch::kCUDA, &firesForADevice);
  m.impl("wrapped-device", at::kCUDA, TORCH_FN(firesForAWrappedFunctionOfADevice));
  m.impl("key", torch::dispatch(c10::DispatchKey::CUDA, &firesForAKeyAtTheCall));
}
