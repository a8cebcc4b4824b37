#!/usr/bin/env bash
# try-cmake.sh FOLDER CMAKE BUILD EXAMPLE GENERATOR OPTION...: installs BUILD, and
# lints the project EXAMPLE with it.
set -euo pipefail
folder=$1 cmake=$2 build=$3 example=$4 generator=$5
shift 5
output=$folder/output
die() { cat "$output" >&2; echo "$*" >&2; exit 1; }
says() { grep -qF -- "$1" "$output" || die "does not say '$1'"; }
says_not() { ! grep -qF -- "$1" "$output" || die "says '$1'"; }
lint() { # STATUS
  local status=0
  "$cmake" --build "$folder/a build" --target cuda-capture-lint >"$output" 2>&1 || status=1
  ((status == $1)) || die "ended with $status"
}
compiled() { # NUMBER
  local number
  number=$(grep -c 'Capture: compiling' "$output") || true
  ((number == $1)) || die "$number compiled, not $1"
}

rm -rf "$folder"
mkdir -p "$folder"
"$cmake" --install "$build" --prefix "$folder/pre fix" >"$output"
cp -R "$example" "$folder/a project"
configure() { "$cmake" -S "$folder/a project" -B "$folder/a build" >"$output" 2>&1 || die 'not configured'; }
"$cmake" -S "$folder/a project" -B "$folder/a build" -G "$generator" \
  "-DCMAKE_PREFIX_PATH=$folder/pre fix" "$@" >"$output" 2>&1 || die 'not configured'

# The capture is in one source, the allocation in the other; until it is repaired
# every build says so.
finding="warning: call to 'Pool::reserve' reaches 'cudaFree' while 'stream' is capturing"
lint 1; says "$finding"; says 'Capture: compiling'; compiled 2
says_not 'translated for Clang; translated'
lint 1; says "$finding"; compiled 0
grep -qF '"ruleId": "cuda-capture-unsafe-call"' "$folder/a build/lint.sarif" || die 'no SARIF'

engine="$folder/a project/engine.cpp"
cp "$engine" "$folder/engine.cpp"
sed -i -e '/pool.reserve/d' -e 's/^  (void)cudaStreamBeginCapture/  pool.reserve(1024);\n&/' "$engine"
lint 0; compiled 1; says '0 findings in 1 region'
[[ -s "$folder/a build/lint.ccidx" ]] || die 'no index'
lint 0; compiled 0
# A header is known to be read by both.
echo '// More.' >>"$folder/a project/pool.h"
lint 0; compiled 2
# A new run of CMake changes nothing, and a new flag does.
configure
lint 0
[[ $generator != Ninja ]] || compiled 0
sed -i 's/an engine/another/' "$folder/a project/CMakeLists.txt"
configure
lint 0
[[ $generator != Ninja ]] || compiled 1
# Clang need not understand all.
echo 'int f() { return not_there; }' >>"$engine"
lint 0; says 'only the code that could be parsed is analysed'

# What is wrong in a CMakeLists.txt is said.
try() { # CODE MESSAGE
  cp "$example/CMakeLists.txt" "$folder/a project/CMakeLists.txt"
  echo "$1" >>"$folder/a project/CMakeLists.txt"
  ! "$cmake" -S "$folder/a project" -B "$folder/a build" >"$output" 2>&1 || die "accepts $1"
  tr -s '\n ' ' ' <"$output" >"$output.line"
  grep -qF -- "$2" "$output.line" || die "does not say '$2'"
}
if [[ $generator == Ninja ]]; then
  try 'cuda_capture_lint()' 'no target given'
  try 'cuda_capture_lint(nobody)' "there is no target 'nobody' (yet)"
  try 'add_library(headers INTERFACE)
cuda_capture_lint(headers)' "'headers' has no sources"
fi
