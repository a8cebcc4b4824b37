//===- Buffers.h - Data that the libraries' calls are made with -*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The tables of this directory ask what a library's functions do while a
/// stream is being captured. Each is a program of its own, so that a library
/// that is not there stops only its own table.
///
/// Variants that all tables use: `cold`, the first work that the library is
/// asked for in this process; `warm`, the same with one execution before the
/// capture, whose result went to \c C.Scratch; `bound-elsewhere`, the handle's
/// stream is another one that is idle; `never-bound`, the handle was given no
/// stream; `bound-in-capture`, it is given the stream during the capture. Else
/// the handle's stream is \c C.S.
///
/// What is made here is made for set-up, and is never freed: a process runs one
/// case.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ORACLE_LIBRARIES_BUFFERS_H
#define CUDA_CAPTURE_ORACLE_LIBRARIES_BUFFERS_H

#include "../CudaProbe.h"
#include <vector>

namespace oracle {

/// Device memory with a copy of \p Values.
template <typename T> T *onDevice(const std::vector<T> &Values) {
  void *P = nullptr;
  size_t Size = Values.size() * sizeof(T);
  must(toCode(cudaMalloc(&P, Size)), "cudaMalloc");
  must(toCode(cudaMemcpy(P, Values.data(), Size, cudaMemcpyHostToDevice)),
       "cudaMemcpy");
  return static_cast<T *>(P);
}

/// \p Count floats on the device, each \p Value.
inline float *floats(size_t Count, float Value = 1) {
  return onDevice(std::vector<float>(Count, Value));
}

/// Device memory of \p Size bytes that are 0; some even for none.
inline void *workspace(size_t Size) {
  return onDevice(std::vector<char>(Size ? Size : 1));
}

/// The ints that the harness watches, as the floats that libraries write.
inline float *asFloats(int *P) { return reinterpret_cast<float *>(P); }

/// So that CALL takes a function of a table that makes the call.
inline Code toCode(Code C) { return C; }

/// For set-up only: ends the case if \p Result is an error, and waits for the
/// work that was enqueued.
inline void warmUp(Code Result) {
  must(Result, "warm-up");
  must(toCode(cudaDeviceSynchronize()), "warm-up");
}

} // namespace oracle

#endif // CUDA_CAPTURE_ORACLE_LIBRARIES_BUFFERS_H
