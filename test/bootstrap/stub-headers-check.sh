#!/usr/bin/env bash
# Compiles small C, C++, CUDA and HIP programs against the declaration-only
# headers of share/cuda-capture-tidy/include. Any diagnostic fails.
#
# Usage: stub-headers-check.sh CLANG...   (clang binaries, C drivers)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
include=$(cd "$here/../../share/cuda-capture-tidy/include" && pwd)
(($#)) || { echo "usage: $0 CLANG..." >&2; exit 2; }

failed=0 passed=0

# -I and not -isystem: diagnostics inside the headers count too.
check() { # CLANG NAME ARGS...
  local clang=$1 name=$2 log
  shift 2
  if log=$("$clang" -fsyntax-only -Wall -Wextra -Werror "-I$include" "$@" 2>&1) &&
    [[ -z $log ]]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAIL: %s, %s\n%s\n' "$clang" "$name" "$log"
  fi
}

cuda=(-x cuda --cuda-host-only -nocudainc -nocudalib)
hip=(-x hip --cuda-host-only -nogpuinc -nogpulib)
# A toolkit that Clang finds by itself decides how a launch is lowered, and may
# be newer than Clang: neither matters here.
cuda+=(-Wno-unknown-cuda-version)
# nvcc includes cuda_runtime.h before the first line of a .cu file; Clang's
# wrappers of <algorithm> and <cmath> count on it.
implicit=(-include cuda_runtime.h)

for clang in "$@"; do
  for header in $(cd "$include" && find . -name '*.h' | sort); do
    name=${header#./}
    printf '#include <%s>\n' "$name" >"${tmp:=$(mktemp -d)}/one.inc"
    check "$clang" "$name in C" -x c -std=c11 "$tmp/one.inc"
    check "$clang" "$name in C++" -x c++ -std=c++14 "$tmp/one.inc"
    check "$clang" "$name in CUDA" "${cuda[@]}" -std=c++17 "$tmp/one.inc"
  done
  check "$clang" 'C' -x c -std=c11 "$here/stub/capture.c"
  check "$clang" 'C++17' -x c++ -std=c++17 "$here/stub/runtime.cpp"
  check "$clang" 'C++20' -x c++ -std=c++20 "$here/stub/runtime.cpp"
  for std in c++14 c++17 c++20; do
    check "$clang" "CUDA $std" "${cuda[@]}" "${implicit[@]}" "-std=$std" "$here/stub/kernels.cu"
  done
  check "$clang" 'CUDA without a toolkit' "${cuda[@]}" "${implicit[@]}" -std=c++17 \
    --cuda-path=/nonexistent "$here/stub/kernels.cu"
  check "$clang" 'CUDA, per-thread default stream' "${cuda[@]}" "${implicit[@]}" -std=c++17 \
    -DCUDA_API_PER_THREAD_DEFAULT_STREAM "$here/stub/kernels.cu"
  check "$clang" 'CUDA, C++ host program' "${cuda[@]}" "${implicit[@]}" -std=c++17 \
    "$here/stub/runtime.cpp"
  check "$clang" 'HIP as C++' -x c++ -std=c++17 -D__HIP_PLATFORM_AMD__ \
    "$here/stub/host.hip.cpp"
  check "$clang" 'HIP as CUDA' "${cuda[@]}" -std=c++17 -D__HIP_PLATFORM_AMD__ \
    -include hip/hip_runtime.h "$here/stub/host.hip.cpp"
  check "$clang" 'HIP' "${hip[@]}" -std=c++17 "$here/stub/host.hip.cpp"
  check "$clang" 'types of HIP as C++' -x c++ -std=c++17 -D__HIP_PLATFORM_AMD__ \
    "$here/stub/types.hip.cpp"
  check "$clang" 'types of HIP' "${hip[@]}" -std=c++17 "$here/stub/types.hip.cpp"
  check "$clang" 'demo' "${cuda[@]}" "${implicit[@]}" -std=c++17 "$include/../demo/demo.cu"
done

[[ -z ${tmp:-} ]] || rm -rf "$tmp"
echo "stub headers: $passed passed, $failed failed"
((failed == 0))
