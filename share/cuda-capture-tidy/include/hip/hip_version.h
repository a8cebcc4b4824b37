/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The version of HIP that these headers describe. */
#ifndef CCT_HIP_VERSION_H
#define CCT_HIP_VERSION_H

#define HIP_VERSION_MAJOR 6
#define HIP_VERSION_MINOR 3
#define HIP_VERSION_PATCH 0
#define HIP_VERSION_GITHASH ""
#define HIP_VERSION_BUILD_ID 0
#define HIP_VERSION_BUILD_NAME ""
/* Major * 10,000,000 + minor * 100,000 + patch. */
#define HIP_VERSION 60300000

#endif
