// What ONNX Runtime has for programs in C++, in short, as a header of the system.
#pragma once
#pragma clang system_header
struct OrtKernelContext;
struct OrtApi;
struct OrtKernelInfo;
struct OrtCustomOp {
  unsigned version;
  void *(*CreateKernel)(const OrtCustomOp *op, const OrtApi *api, const OrtKernelInfo *info);
  void (*KernelCompute)(void *op_kernel, OrtKernelContext *context);
};
namespace Ort {
template <typename TOp, typename TKernel, bool WithStatus = false> struct CustomOpBase : OrtCustomOp {
  CustomOpBase() {
    OrtCustomOp::KernelCompute = [](void *op_kernel, OrtKernelContext *context) {
      static_cast<TKernel *>(op_kernel)->Compute(context);
    };
  }
};
struct KernelContext { explicit KernelContext(OrtKernelContext *c); void *GetGPUComputeStream() const; };
} // namespace Ort
