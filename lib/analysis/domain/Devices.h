//===- Devices.h - Current device, and devices of handles -------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_DEVICES_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_DEVICES_H

#include "Component.h"

namespace cuda_capture::analysis {

/// The device that is current in the thread (cudaSetDevice).
struct CurrentDevice : Component<CurrentDevice> {
  Value Id; ///< A number, or unknown.

  /// Guards set a device and put it back in most functions of a program. Rules
  /// need the device only of handles that are created meanwhile (DeviceOf), so
  /// it tells paths apart as a variable does.
  bool sameVariables(const Universe &, const CurrentDevice &O) const {
    return Id == O.Id;
  }
  bool join(JoinContext &, const CurrentDevice &O) {
    if (Id == O.Id || Id.K == Value::Unknown)
      return false;
    Id = Value::unknown();
    return true;
  }
  void escape(llvm::function_ref<bool(SymbolId)>) { Id = Value::unknown(); }
};

/// The devices that handles belong to.
struct HandleDevices : HandleMap<HandleDevices, int64_t> {};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_DEVICES_H
