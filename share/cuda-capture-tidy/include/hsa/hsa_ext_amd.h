/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What HIP programs use of AMD's extensions of HSA. */
#ifndef CCT_HSA_EXT_AMD_H
#define CCT_HSA_EXT_AMD_H

#include "hsa.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hsa_amd_memory_pool_s {
  uint64_t handle;
} hsa_amd_memory_pool_t;

typedef enum {
  HSA_AMD_LINK_INFO_TYPE_HYPERTRANSPORT = 0,
  HSA_AMD_LINK_INFO_TYPE_QPI = 1,
  HSA_AMD_LINK_INFO_TYPE_PCIE = 2,
  HSA_AMD_LINK_INFO_TYPE_INFINBAND = 3,
  HSA_AMD_LINK_INFO_TYPE_XGMI = 4
} hsa_amd_link_info_type_t;

typedef enum {
  HSA_EXT_POINTER_TYPE_UNKNOWN = 0,
  HSA_EXT_POINTER_TYPE_HSA = 1,
  HSA_EXT_POINTER_TYPE_LOCKED = 2,
  HSA_EXT_POINTER_TYPE_GRAPHICS = 3,
  HSA_EXT_POINTER_TYPE_IPC = 4
} hsa_amd_pointer_type_t;

typedef struct hsa_amd_pointer_info_s {
  uint32_t size;
  hsa_amd_pointer_type_t type;
  void *agentBaseAddress;
  void *hostBaseAddress;
  size_t sizeInBytes;
  void *userData;
  hsa_agent_t agentOwner;
  uint32_t global_flags;
} hsa_amd_pointer_info_t;

hsa_status_t hsa_amd_pointer_info(const void *pointer,
                                  hsa_amd_pointer_info_t *info,
                                  void *(*allocate)(size_t),
                                  uint32_t *count, hsa_agent_t **accessible);
hsa_status_t hsa_amd_portable_export_dmabuf(const void *pointer, size_t size,
                                            int *dmabuf, uint64_t *offset);
hsa_status_t hsa_amd_portable_close_dmabuf(int dmabuf);

#ifdef __cplusplus
}
#endif

#endif
