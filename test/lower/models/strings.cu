// The length of a std::string is a field of its own.
// RUN: %cuda-capture dump-ir %s -- %cuda-flags -std=c++17 | %FileCheck %s
#include <cuda_runtime.h>
#include <string>
#include <utility>

// CHECK-LABEL: func @_Z4made
// CHECK: opaque system "std::basic_string<char>::basic_string"(&%literal, ?, ?)
// CHECK-NEXT: %literal."<length>" = 5
// CHECK: opaque system "std::basic_string<char>::basic_string"(&%nul, ?, ?)
// CHECK-NEXT: %nul."<length>" = 1
// CHECK: opaque system "std::basic_string<char>::basic_string"(&%empty)
// CHECK-NEXT: %empty."<length>" = 0
// CHECK-NEXT: opaque system "std::basic_string<char>::basic_string"(&%copy, ?)
// CHECK-NEXT: %copy."<length>" = %literal."<length>"
// CHECK-NEXT: %[[#M:]] = %literal."<length>"
// CHECK-NEXT: opaque system "std::basic_string<char>::basic_string"(&%moved, &%literal)
// CHECK-NEXT: %moved."<length>" = %[[#M]]
// CHECK: opaque system "std::basic_string<char>::basic_string"(&%repeated, 3, 120, ?)
// CHECK-NOT: <length>
// CHECK: opaque system "std::basic_string<char>::basic_string"(&%given, ?, ?)
// CHECK-NOT: <length>
// CHECK: opaque system "std::basic_string<char>::push_back"(&%copy, 120)
// CHECK-NEXT: %[[#E:]] = (%copy."<length>" == 0)
// CHECK-NEXT: br %[[#E]], {{.*}} "copy.empty()"
// CHECK: %[[#S:]] = %pointer->"<length>"
// CHECK-NEXT: br (%[[#S]] > 3), {{.*}} "pointer->size() > 3"
// CHECK: %[[#N:]] = %moved."<length>"
// CHECK-NEXT: br (%[[#N]] != 0), {{.*}} "moved.length()"
void made(cudaStream_t s, cudaGraph_t *g, const char *text) {
  std::string literal("fixed"), nul = "a\0b", empty;
  std::string copy = literal, moved(std::move(literal)), repeated(3, 'x'), given(text);
  const std::string *pointer = &copy;
  copy.push_back('x');
  if (copy.empty() || pointer->size() > 3 || moved.length())
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamEndCapture(s, g);
}

struct Part {
  std::string name;
};
struct Whole {
  Part part;
  int number;
};
// CHECK-LABEL: func @_Z5taken
// CHECK: %whole = %from^
// CHECK-NEXT: %from->part.name."<length>" = ?
void taken(Whole &from, cudaStream_t s, cudaGraph_t *g) {
  Whole whole(std::move(from));
  if (!whole.part.name.empty())
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamEndCapture(s, g);
}
