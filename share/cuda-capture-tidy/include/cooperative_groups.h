/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cooperative groups: what kernels commonly use. */
#ifndef CCT_COOPERATIVE_GROUPS_H
#define CCT_COOPERATIVE_GROUPS_H
/* The toolkit's guard: see driver_types.h. */
#define _COOPERATIVE_GROUPS_H_

#include "cuda_runtime.h"

#if defined(__cplusplus) && (defined(__CUDA__) || defined(__HIP__))
namespace cooperative_groups {
class thread_group {
public:
  __device__ void sync() const;
  __device__ unsigned long long size() const;
  __device__ unsigned long long num_threads() const;
  __device__ unsigned long long thread_rank() const;
};
class grid_group : public thread_group {
public:
  __device__ bool is_valid() const;
  __device__ dim3 group_dim() const;
};
class cluster_group : public thread_group {
public:
  __device__ unsigned int block_rank() const;
  template <class T> __device__ T *map_shared_rank(T *, int) const;
};
class thread_block : public thread_group {
public:
  __device__ dim3 group_index() const;
  __device__ dim3 thread_index() const;
  __device__ dim3 group_dim() const;
};
class coalesced_group : public thread_group {
public:
  template <class T> __device__ T shfl(T, int) const;
  template <class T> __device__ T shfl_down(T, unsigned int) const;
  template <class T> __device__ T shfl_xor(T, unsigned int) const;
};
template <unsigned int Size, class Parent = void>
class thread_block_tile : public coalesced_group {};

__device__ grid_group this_grid();
__device__ cluster_group this_cluster();
__device__ thread_block this_thread_block();
__device__ coalesced_group coalesced_threads();
template <class Group> __device__ void sync(const Group &);
template <unsigned int Size, class Parent>
__device__ thread_block_tile<Size, Parent> tiled_partition(const Parent &);
} // namespace cooperative_groups
#endif

#endif
