// The headers of HIP that stand beside its runtime: versions, small numbers, HSA.
#include <hip/hip_bf16.h>
#include <hip/hip_bfloat16.h>
#include <hip/hip_fp8.h>
#include <hip/hip_runtime.h>
#include <hip/hip_vector_types.h>
#include <hip/hip_version.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>

#if HIP_VERSION !=                                                             \
    HIP_VERSION_MAJOR * 10000000 + HIP_VERSION_MINOR * 100000 +               \
        HIP_VERSION_PATCH
#error "HIP_VERSION does not agree with its parts"
#endif

float sum(hip_bfloat16 a, hip_bfloat16 b) {
  a += b;
  return a * hip_bfloat16(2.0f) < b ? 0.0f : float(a + b);
}

float narrow(float x) {
  __hip_fp8_e4m3 e4(x);
  __hip_fp8_e5m2_fnuz e5(x);
  __hip_fp8_storage_t raw =
      __hip_cvt_float_to_fp8(x, __HIP_SATFINITE, __HIP_E4M3_FNUZ);
  return float(e4) + float(e5) + raw;
}

static hsa_status_t count(hsa_agent_t, void *data) {
  ++*static_cast<int *>(data);
  return HSA_STATUS_SUCCESS;
}

int agents() {
  int number = 0;
  uint16_t major = 0;
  if (hsa_init() != HSA_STATUS_SUCCESS ||
      hsa_system_get_info(HSA_SYSTEM_INFO_VERSION_MAJOR, &major) !=
          HSA_STATUS_SUCCESS)
    return -1;
  hsa_amd_pointer_info_t info = {};
  info.size = sizeof info;
  if (hsa_amd_pointer_info(&number, &info, nullptr, nullptr, nullptr) !=
      HSA_STATUS_SUCCESS)
    return -1;
  return hsa_iterate_agents(count, &number) == HSA_STATUS_SUCCESS ? number : -1;
}
