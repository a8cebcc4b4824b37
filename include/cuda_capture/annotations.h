/*===- annotations.h - What a program says of stream capture ----*- C -*-===*\
|*
|* Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* For C and C++. Clang, and so clang-tidy and clangd, sees the annotations; to
|* nvcc, gcc and MSVC they are nothing. They stand in front of a declaration, or
|* behind the parameters of a lambda:
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

/* The same, in a capture of this mode: "global", "thread-local", "relaxed". */
#define CUDA_CAPTURE_CAPTURABLE_IN(MODE)                                       \
  CUDA_CAPTURE_ANNOTATE("cuda_capture::capturable", MODE)

/* The function may not be called while its thread captures. */
#define CUDA_CAPTURE_NOT_CAPTURABLE                                            \
  CUDA_CAPTURE_ANNOTATE("cuda_capture::not_capturable")

#endif /* CUDA_CAPTURE_ANNOTATIONS_H */
