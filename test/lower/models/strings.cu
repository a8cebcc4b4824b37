// std::string and std::string_view: whether they have text.
// RUN: %cuda-capture dump-ir %s -- %cuda-flags -std=c++17 | %FileCheck %s
#include <cuda_runtime.h>
#include <string>
#include <string_view>

// CHECK-LABEL: func @_Z4madeP11CUstream_st
// CHECK-NEXT: b0:
// CHECK-NEXT: goto b1
// CHECK-NEXT: b1:
// CHECK-NEXT: %none."<text>" = 0
// CHECK-NEXT: %empty."<text>" = 0
// CHECK-NEXT: %text."<text>" = 1
// CHECK-NEXT: %part."<text>" = ?
// CHECK-NEXT: %{{[0-9]+}} = opaque system pure "std::basic_string<char>::operator basic_string_view"(&%text)
// CHECK-NEXT: %{{[0-9]+}}."<text>" = %text."<text>"
// CHECK-NEXT: %view = %{{[0-9]+}}
// CHECK-NEXT: br (%none."<text>" == 0), b6, b2
// CHECK-NEXT: b2:
// CHECK-NEXT: br (%empty."<text>" == 0), b6, b3
// CHECK-NEXT: b3:
// CHECK-NEXT: br (%text."<text>" == 0), b6, b4
// CHECK-NEXT: b4:
// CHECK-NEXT: br (%part."<text>" == 0), b6, b5
// CHECK-NEXT: b5:
// CHECK-NEXT: br (%view."<text>" == 0), b6, b7
// CHECK-NEXT: b6:
// CHECK-NEXT: api cudaStreamBeginCapture(%s, 0)
// CHECK-NEXT: goto b7
// CHECK-NEXT: b7:
// CHECK-NEXT: goto b8
// CHECK-NEXT: b8:
// CHECK-NEXT: end %text
// CHECK-NEXT: ret
void made(cudaStream_t s) {
  std::string none, empty = "", text("text"), part("text", 2);
  std::string_view view = text;
  if (none.empty() || empty.empty() || text.empty() || part.empty() ||
      view.empty())
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
}

// CHECK-LABEL: func @_Z7changedP11CUstream_st
// CHECK-NEXT: b0:
// CHECK-NEXT: goto b1
// CHECK-NEXT: b1:
// CHECK-NEXT: %a->"<text>" = 1
// CHECK-NEXT: %{{[0-9]+}} = &%a^
// CHECK-NEXT: %{{[0-9]+}} = &%a^
// CHECK-NEXT: %a->"<text>" = 1
// CHECK-NEXT: %{{[0-9]+}} = &%a^
// CHECK-NEXT: %a->"<text>" = ?
// CHECK-NEXT: %{{[0-9]+}} = &%a^
// CHECK-NEXT: %a->"<text>" = 0
// CHECK-NEXT: %{{[0-9]+}}."<text>" = 1
// CHECK-NEXT: %a->"<text>" = %{{[0-9]+}}."<text>"
// CHECK-NEXT: %{{[0-9]+}} = &%a^
// CHECK-NEXT: %a->"<text>" = ?
// CHECK-NEXT: opaque system "std::basic_string<char>::pop_back"(&%a^)
// CHECK-NEXT: br (%a->"<text>" == 0), b2, b3
// CHECK-NEXT: b2:
// CHECK-NEXT: api cudaStreamBeginCapture(%s, 0)
// CHECK-NEXT: goto b3
// CHECK-NEXT: b3:
// CHECK-NEXT: ret
void changed(cudaStream_t s, std::string &a, const std::string &b) {
  a = "text";
  a += "";
  a += 'c';
  a.append(b);
  a.clear();
  a = b + "suffix";
  a.pop_back();
  if (a.empty())
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
}

// CHECK-LABEL: func @_Z5movedP11CUstream_st
// CHECK-NEXT: b0:
// CHECK-NEXT: goto b1
// CHECK-NEXT: b1:
// CHECK-NEXT: %{{[0-9]+}} = %a->"<text>"
// CHECK-NEXT: opaque system "std::basic_string<char>::basic_string"(&%b, &%a^)
// CHECK-NEXT: %b."<text>" = %{{[0-9]+}}
// CHECK-NEXT: %a->"<text>" = ?
// CHECK-NEXT: br (%a->"<text>" == 0), b3, b2
// CHECK-NEXT: b2:
// CHECK-NEXT: br (%b."<text>" == 0), b3, b4
// CHECK-NEXT: b3:
// CHECK-NEXT: api cudaStreamBeginCapture(%s, 0)
// CHECK-NEXT: goto b4
// CHECK-NEXT: b4:
// CHECK-NEXT: goto b5
// CHECK-NEXT: b5:
// CHECK-NEXT: end %b
// CHECK-NEXT: end content %a^
// CHECK-NEXT: ret
void moved(cudaStream_t s, std::string a) {
  std::string b = std::move(a);
  if (a.empty() || b.empty())
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
}
