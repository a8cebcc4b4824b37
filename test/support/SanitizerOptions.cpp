//===- SanitizerOptions.cpp - What sanitized programs do by default -------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The runtimes of the sanitizers look for these functions in the program.

/// LLVM keeps some memory to the end; and its allocators mark memory in our
/// code, which knows of the sanitizer, and not in LLVM's, which does not.
extern "C" __attribute__((visibility("default"))) const char *
__asan_default_options() {
  return "detect_leaks=0:allow_user_poisoning=0";
}

extern "C" __attribute__((visibility("default"))) const char *
__ubsan_default_options() {
  return "print_stacktrace=1";
}
