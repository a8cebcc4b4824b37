// Elements of containers, and where they end.
// RUN: %cuda-capture dump-ir %s -- %cuda-flags -std=c++17 | %FileCheck %s
#include <cuda_runtime.h>
#include <vector>

// CHECK-LABEL: func @_Z5namesRSt6vectorIP11CUstream_stSaIS1_EE(
// CHECK-NEXT: b0:
// CHECK-NEXT: goto b1
// CHECK-NEXT: b1:
// CHECK-NEXT: api cudaStreamBeginCapture(%streams->""[0], 0)
// CHECK-NEXT: api cudaStreamSynchronize(%streams->""[0])
// CHECK-NEXT: api cudaStreamSynchronize(%streams->""[1])
// CHECK-NEXT: goto b2
// CHECK-NEXT: b2:
// CHECK-NEXT: ret
void names(std::vector<cudaStream_t> &streams) {
  cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal);
  cudaStreamSynchronize(streams.front());
  cudaStreamSynchronize(streams.at(1));
}

// CHECK-LABEL: func @_Z5growsP11CUstream_stPf(
// CHECK-NEXT: b0:
// CHECK-NEXT: goto b1
// CHECK-NEXT: b1:
// CHECK-NEXT: api cudaStreamBeginCapture(%s, 0)
// CHECK-NEXT: opaque system "std::allocator<float>::allocator"(&%{{[0-9]+}})
// CHECK-NEXT: opaque system "std::vector<float>::vector"(&%host, 4, ?)
// CHECK-NEXT: end %{{[0-9]+}}
// CHECK-NEXT: api cudaMemcpyAsync(&%host[0], %device, 16, 2, %s)
// CHECK-NEXT: end content %host
// CHECK-NEXT: %{{[0-9]+}} = ?
// CHECK-NEXT: opaque system "std::vector<float>::push_back"(&%host, &%{{[0-9]+}})
// CHECK-NEXT: havoc %{{[0-9]+}}
// CHECK-NEXT: end %{{[0-9]+}}
// CHECK-NEXT: goto b2
// CHECK-NEXT: b2:
// CHECK-NEXT: end %host
// CHECK-NEXT: end %{{[0-9]+}}
// CHECK-NEXT: end %{{[0-9]+}}
// CHECK-NEXT: ret
void grows(cudaStream_t s, float *device) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  std::vector<float> host(4);
  cudaMemcpyAsync(host.data(), device, 16, cudaMemcpyDeviceToHost, s);
  host.push_back(1);
}
