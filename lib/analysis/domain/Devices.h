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

/// The devices that handles belong to.
struct HandleDevices : HandleMap<HandleDevices, int64_t> {};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_DEVICES_H
