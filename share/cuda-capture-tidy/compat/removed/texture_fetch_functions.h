/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Since CUDA 13 the toolkit has no such header; Clang before 22 includes it. It
   had functions for the device only. */
