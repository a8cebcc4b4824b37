/*===- annotations.h - Annotations for stream capture -------------*- C -*-===*\
|*
|* Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* This header is for C and C++. Clang, and thus clang-tidy and clangd, sees the
|* annotations. For nvcc, gcc and MSVC, they expand to nothing. An annotation
|* stands in front of a declaration, or behind the parameters of a lambda:
|*
|*   CUDA_CAPTURE_CAPTURABLE void enqueue(cudaStream_t stream);
|*   auto body = [](cudaStream_t stream) CUDA_CAPTURE_CAPTURABLE { ... };
|*
\*===----------------------------------------------------------------------===*/

#ifndef CUDA_CAPTURE_ANNOTATIONS_H
#define CUDA_CAPTURE_ANNOTATIONS_H

#if defined(__clang__)
#define CUDA_CAPTURE_ANNOTATE(...) __attribute__((annotate(__VA_ARGS__)))
#else
#define CUDA_CAPTURE_ANNOTATE(...)
#endif

/* The caller may capture the streams that the function receives. */
#define CUDA_CAPTURE_CAPTURABLE                                                \
  CUDA_CAPTURE_ANNOTATE("cuda_capture::capturable")

/* The same, for captures in MODE: "global", "thread-local" or "relaxed". */
#define CUDA_CAPTURE_CAPTURABLE_IN(MODE)                                       \
  CUDA_CAPTURE_ANNOTATE("cuda_capture::capturable", MODE)

/* The function must not be called while its thread captures. */
#define CUDA_CAPTURE_NOT_CAPTURABLE                                            \
  CUDA_CAPTURE_ANNOTATE("cuda_capture::not_capturable")

#endif /* CUDA_CAPTURE_ANNOTATIONS_H */
