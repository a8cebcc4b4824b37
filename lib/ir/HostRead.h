//===- HostRead.h - Reads of memory on the host -----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The construct "host-read" of the knowledge base stands for a read of memory
/// that a copy to the host may write:
///
///   api "host-read"(&%h, 1, fn @h)
///
/// Its arguments are the address, a set of HostMemory, and the text of the
/// expression that is read, unless that is too long.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_IR_HOSTREAD_H
#define CUDA_CAPTURE_IR_HOSTREAD_H

namespace cuda_capture::ir {

/// What is known of memory that the host reads. The enumerators are bits of a
/// set.
enum HostMemory : unsigned {
  /// Something else than a copy that may be captured writes it: the host, for
  /// example an initializer, a kernel, or a copy for which the host waits.
  WrittenOtherwise = 1,
  /// Copies read it.
  IsCopied = 2,
  /// A loop reads it again and again until something else than the loop has
  /// changed it.
  IsPolled = 4,
};

/// The arguments of a "host-read".
enum HostReadArgument : unsigned {
  HostReadAddress,
  HostReadMemory,
  HostReadText
};

} // namespace cuda_capture::ir

#endif // CUDA_CAPTURE_IR_HOSTREAD_H
