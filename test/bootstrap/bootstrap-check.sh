#!/usr/bin/env bash
# Checks what ./bootstrap decides: arguments, packages, LLVM version, toolkit,
# counting. Every tool it calls is a fake; nothing is installed or built.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source_root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A copy of the project, and a PATH that holds basic tools and our fakes only.
mkdir -p "$work/tree/share" "$work/tree/test/support" "$work/base" "$work/home"
cp "$source_root/test/support/skipped.py" "$work/tree/test/support/"
cp "$source_root/bootstrap" "$work/tree/"
mkdir -p "$work/tree/cmake" && cp "$source_root/cmake/SupportedLLVM.txt" "$work/tree/cmake/"
mapfile -t supported < <(grep -E '^[0-9]+$' "$source_root/cmake/SupportedLLVM.txt")
newest=${supported[0]} second=${supported[1]} oldest=${supported[-1]}
cp -R "$source_root/share/cuda-capture-tidy" "$work/tree/share/"
for tool in awk basename bash cat cp cut dirname env grep head id ln mkdir mktemp \
  printf python3 readlink rm sed sort tail tee touch tr wc; do
  path=$(type -P "$tool") && ln -s "$path" "$work/base/$tool"
done

passed=0 failed=0
scenario='' output='' status=0

fake() { # NAME, body on stdin
  { echo '#!/usr/bin/env bash'; cat; } >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}

# A fresh scenario: a Debian with everything for the newest and the oldest LLVM.
begin() { # NAME
  scenario=$1
  rm -rf "${work:?}/bin" "$work/state" "$work"/tree/build-llvm*
  mkdir -p "$work/bin" "$work/state"
  echo "$newest $oldest" >"$work/state/installed" # LLVM versions
  echo "$newest $oldest" >"$work/state/offered"
  echo 1 >"$work/state/basics" # the packages without a version
  echo 1 >"$work/state/site" # those of the web site
  touch "$work/state/grpc" # what clangd is linked with
  touch "$work/state/valijson" # libvalijson-dev is installed
  echo 0 >"$work/state/uid"
  export STATE=$work/state
  fake dpkg-query <<'EOF'
[[ $* != *Version* ]] || echo "version $(cat "$STATE/version" 2>/dev/null)"
for word; do
  [[ $word != -* ]] || continue
  if [[ $word =~ -([0-9]+) && $word != nlohmann* ]]; then
    grep -qw "${BASH_REMATCH[1]}" "$STATE/installed" && echo "installed $word"
  elif [[ $word == libvalijson-dev ]]; then
    ! [[ -f $STATE/valijson ]] || echo "installed $word"
  elif [[ $word =~ ^libgrpc ]]; then
    ! [[ -f $STATE/grpc ]] || echo "installed $word"
  elif [[ $word =~ ^(mkdocs|chromium|python3-|fonts-|neovim) ]]; then
    grep -q 1 "$STATE/site" && echo "installed $word"
  else
    grep -q 1 "$STATE/basics" && echo "installed $word"
  fi
done
exit 1 # as the real one does when a package is unknown
EOF
  fake apt-cache <<'EOF'
shift
for word; do
  if [[ $word =~ -([0-9]+) && $word != nlohmann* ]]; then
    grep -qw "${BASH_REMATCH[1]}" "$STATE/offered" || continue
  fi
  ! grep -qsx -- "$word" "$STATE/withheld" || continue
  printf '%s:\n  Installed: (none)\n  Candidate: 1.0\n' "$word"
done
EOF
  fake apt-get <<'EOF'
echo "apt-get $*" >>"$STATE/calls"
if [[ $1 == download ]]; then
  touch "${*: -1}_1.0_all.deb"
elif [[ $1 == update ]]; then
  [[ ! -f $STATE/after_update ]] || cp "$STATE/after_update" "$STATE/offered"
else
  cat "$STATE/offered" >"$STATE/installed"
  echo 1 >"$STATE/basics"
  [[ "$*" != *libgrpc* ]] || touch "$STATE/grpc"
fi
EOF
  fake dpkg-deb <<'EOF'
echo "dpkg-deb $*" >>"$STATE/calls"
mkdir -p usr/include/valijson usr/include/ATen/cuda
touch usr/include/valijson/validator.hpp usr/include/ATen/cuda/CUDAGraph.h
EOF
  fake sudo <<'EOF'
echo "sudo" >>"$STATE/calls"
exec "$@"
EOF
  fake id <<'EOF'
cat "$STATE/uid"
EOF
  fake cmake <<'EOF'
echo "cmake $*" >>"$STATE/calls"
case "$*" in
  -G*)
    while (($#)); do [[ $1 != -B ]] || touch "$2/build.ninja"; shift; done ;;
  *--target\ check*)
    [[ ! -f $STATE/json ]] || cp "$STATE/json" "${LIT_OPTS##*--output=}"
    cat "$STATE/lit" 2>/dev/null; exit "$(cat "$STATE/lit_status" 2>/dev/null || echo 0)" ;;
  *)
    printf '[1/2] Building\n[2/2] Linking\n'
    [[ ! -f $STATE/broken ]] || { echo 'FAILED: some.cpp'; exit 1; } ;;
esac
EOF
  for version in "${supported[@]}"; do
    fake clang-tidy-"$version" <<'EOF'
echo "${0##*/} $*" >>"$STATE/calls"
cat "$STATE/tidy" 2>/dev/null
exit "$(cat "$STATE/tidy_status" 2>/dev/null || echo 0)"
EOF
    fake clang++-"$version" <<'EOF'
[[ ! -f $STATE/unreadable ]] || [[ " $* " != *--cuda-path* ]]
EOF
  done
  fake lit </dev/null
}

bootstrap() {
  status=0
  # shellcheck disable=SC2086 # ENVIRONMENT holds several words
  output=$(cd "$work/home" && env -i PATH="$work/bin:$work/base" STATE="$STATE" \
    HOME="$work/home" TMPDIR="${TMPDIR:-/tmp}" ${ENVIRONMENT:-} \
    "$work/tree/bootstrap" "$@" 2>&1 </dev/null) || status=$?
}

verdict() { # GOOD? WHAT
  if (($1)); then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAIL: %s: %s\nstatus %s\n%s\n---- calls\n%s\n\n' "$scenario" "$2" "$status" \
      "$output" "$(cat "$STATE/calls" 2>/dev/null)"
  fi
}
exits() { verdict $((status == $1)) "exit status is not $1"; }
says() { verdict "$(grep -qF -- "$1" <<<"$output" && echo 1 || echo 0)" "does not say '$1'"; }
says_not() { verdict "$(grep -qF -- "$1" <<<"$output" && echo 0 || echo 1)" "says '$1'"; }
ends_with() { verdict "$([[ $(tail -n1 <<<"$output") == "$1" ]] && echo 1 || echo 0)" "last line is not '$1'"; }
calls() { verdict "$(grep -qF -- "$1" "$STATE/calls" 2>/dev/null && echo 1 || echo 0)" "does not call '$1'"; }
calls_not() { verdict "$(grep -qF -- "$1" "$STATE/calls" 2>/dev/null && echo 0 || echo 1)" "calls '$1'"; }

# --- Arguments
begin 'arguments'
bootstrap --help; exits 0; says 'usage: ./bootstrap lint'
bootstrap; exits 2; says 'usage:'
bootstrap make; exits 2; says "unknown command 'make'"
bootstrap build file.cu; exits 2; says 'build takes no files'
bootstrap lint --fix; exits 2; says "unknown option '--fix'"
bootstrap test file.cu; exits 2; says 'takes no files'
bootstrap lint missing.cu; exits 2; says 'no such file'
touch "$work/home/notes.txt"
bootstrap lint notes.txt; exits 2; says 'neither CUDA, HIP, C nor C++'
bootstrap lint "--llvm=$newest,$oldest"; exits 2; says 'one LLVM version'

# --- LLVM
begin 'an unsupported LLVM'
bootstrap lint --llvm=14; exits 2; says "LLVM '14' is not supported"; says "${supported[*]}"
ENVIRONMENT=LLVM_VERSION=18 bootstrap lint; exits 2; says "${supported[*]}"
begin 'a supported LLVM that is nowhere'
bootstrap lint "--llvm=$second"; exits 2; says "here there are: $newest $oldest"
begin 'the newest LLVM'
bootstrap lint --cuda-path=none; exits 0; calls "-DLLVM_VERSION=$newest"; calls_not apt-get
ENVIRONMENT=LLVM_VERSION="$oldest" bootstrap lint --cuda-path=none; calls "-DLLVM_VERSION=$oldest"
begin 'a newer LLVM is offered'
echo "$oldest" >"$STATE/installed"
bootstrap lint --cuda-path=none; calls 'apt-get install'; calls "-DLLVM_VERSION=$newest"
begin 'a newer LLVM is offered, but there is no right to install it'
echo "$oldest" >"$STATE/installed"; echo 1000 >"$STATE/uid"; rm "$work/bin/sudo"
bootstrap lint --cuda-path=none; exits 0; calls "-DLLVM_VERSION=$oldest"; calls_not apt-get
begin 'no supported LLVM at all'
echo 14 >"$STATE/installed"; echo 14 >"$STATE/offered"
bootstrap test; exits 2; says 'no supported LLVM'

# --- Packages
begin 'a fresh image without package lists'
: >"$STATE/installed"; : >"$STATE/offered"; : >"$STATE/basics"; echo "$second $oldest" >"$STATE/after_update"
bootstrap lint --cuda-path=none; exits 0
calls 'apt-get update'; calls "libclang-$second-dev"; calls 'nlohmann-json3-dev'; calls_not sudo
begin 'package lists that are not complete'
: >"$STATE/installed"; echo "$oldest" >"$STATE/offered"; echo "$newest $oldest" >"$STATE/after_update"
bootstrap lint --cuda-path=none; exits 0; calls "-DLLVM_VERSION=$newest"; calls_not "-DLLVM_VERSION=$oldest"
begin 'every LLVM of a fresh image'
: >"$STATE/installed"; : >"$STATE/offered"; echo "$second $oldest" >"$STATE/after_update"
bootstrap test --llvm=all; calls "-DLLVM_VERSION=$second"; calls "-DLLVM_VERSION=$oldest"; calls_not "-DLLVM_VERSION=$newest"
begin 'sudo, for packages only'
echo 1000 >"$STATE/uid"
bootstrap lint --cuda-path=none; calls_not sudo
: >"$STATE/basics"
bootstrap lint --cuda-path=none; calls sudo; calls 'apt-get install -qq -y --no-install-recommends -o Dpkg::Use-Pty=0 cmake ninja-build'
begin 'no apt-get'
rm "$work/bin/apt-get"; : >"$STATE/basics"
bootstrap lint "--llvm=$newest"; exits 2; says 'no apt-get'; says 'ninja-build'
begin 'no dpkg'
rm "$work/bin/dpkg-query"
bootstrap lint; exits 2; says "libclang-$newest-dev"
begin 'a dry run'
: >"$STATE/basics"
bootstrap lint --dry-run --cuda-path=none a.cu -- -Iinclude; exits 0
says '+ env DEBIAN_FRONTEND=noninteractive apt-get install'; says '-Iinclude'; calls_not ''

# --- Build
begin 'a second run'
bootstrap lint --cuda-path=none; calls 'cmake -G Ninja'; rm "$STATE/calls"
bootstrap lint --cuda-path=none; exits 0; calls_not 'cmake -G Ninja'; calls_not apt-get
begin 'a package is installed after the first run'
rm "$STATE/grpc"
bootstrap lint --cuda-path=none; exits 0; calls 'cmake -G Ninja'; calls_not apt-get; rm "$STATE/calls"
echo '  Passed: 6 (100.00%)' >"$STATE/lit"
bootstrap test; calls 'apt-get install'; calls 'cmake -G Ninja'; rm "$STATE/calls"
bootstrap test; exits 0; calls_not 'cmake -G Ninja'
rm "$STATE/grpc"; rm "$STATE/calls"
bootstrap lint --cuda-path=none; calls 'cmake -G Ninja'
begin 'another version of a package'
bootstrap lint --cuda-path=none; rm "$STATE/calls"; echo 2 >"$STATE/version"
bootstrap lint --cuda-path=none; exits 0; calls 'cmake -G Ninja'
begin 'what a lint needs'
: >"$STATE/basics"; : >"$STATE/installed"; rm "$STATE/grpc" "$STATE/valijson"
bootstrap lint --cuda-path=none; exits 0; calls "nlohmann-json3-dev llvm-$newest-dev libclang-$newest-dev clang-$newest clang-tidy-$newest"
calls_not libgtest; calls_not grpc; calls_not valijson; calls_not git
begin 'the headers of valijson'
rm "$STATE/valijson"; echo '  Passed: 6 (100.00%)' >"$STATE/lit"
bootstrap test; exits 0; calls 'apt-get download -qq libvalijson-dev'; calls_not 'apt-get install'
calls "-DVALIJSON_INCLUDE_DIR=$work/tree/build-llvm$newest/valijson/usr/include"; rm "$STATE/calls"
bootstrap test; exits 0; calls_not apt-get
bootstrap lint --cuda-path=none; calls_not 'cmake -G Ninja'
begin 'the headers of valijson are not to be had'
rm "$STATE/valijson"; echo '  Passed: 6 (100.00%)' >"$STATE/lit"
bootstrap test --no-packages; exits 0; calls_not apt-get; says "'cuda-capture kb validate' checks no schema"
rm "$work/bin/dpkg-deb"
bootstrap test; exits 0; says 'libvalijson-dev are not to be had'
begin 'a broken build'
touch "$STATE/broken"
bootstrap lint; exits 2; says 'FAILED: some.cpp'; says 'bootstrap.log'; calls_not clang-tidy
bootstrap test; exits 2; says 'FAILED: some.cpp'

begin 'the tool alone'
bootstrap build; exits 0; calls '--target cuda-capture CudaCaptureTidy'
ends_with "$work/tree/build-llvm$newest/bin/cuda-capture"
begin 'the tool, and no right to install what it needs'
: >"$STATE/basics"
bootstrap build --no-packages; exits 2; says 'let somebody run:'; says 'apt-get install cmake ninja-build'; calls_not apt-get
: >"$STATE/installed"
bootstrap build --no-packages; exits 2; says 'apt-get install'; says "libclang-$newest-dev"; calls_not apt-get

# --- Toolkit
mkdir -p "$work/cuda/include/cccl" "$work/cuda/bin" "$work/other/include"
touch "$work/cuda/include/cuda_runtime.h"
begin 'toolkit'
bootstrap lint --cuda-path="$work/other"; exits 2; says 'there is no include/cuda_runtime.h'
bootstrap lint --cuda-path="$work/cuda"; exits 0
calls "--cuda-path=$work/cuda -isystem $work/cuda/include/cccl"; calls_not nocudainc
begin 'toolkit from CUDA_HOME'
ENVIRONMENT="CUDA_HOME=$work/other CUDA_PATH=$work/cuda" bootstrap lint
says "no CUDA toolkit in $work/other"; calls "--cuda-path=$work/cuda"
begin 'toolkit from nvcc'
touch "$work/cuda/bin/nvcc"; chmod +x "$work/cuda/bin/nvcc"; ln -sf "$work/cuda/bin/nvcc" "$work/bin/nvcc"
bootstrap lint; calls "--cuda-path=$work/cuda"
begin 'a toolkit that Clang cannot read'
touch "$STATE/unreadable"
bootstrap lint --cuda-path="$work/cuda"; exits 0; says "Clang $newest cannot read the CUDA toolkit"
calls '-nocudainc -isystem'; calls "-idirafter $work/cuda/include"; calls_not '--cuda-path'
begin 'no toolkit'
if [[ ! -e /usr/local/cuda && ! -e /opt/cuda && ! -e /usr/lib/cuda ]]; then
  bootstrap lint; says 'no CUDA toolkit found: using the declaration-only headers in share/'
fi
bootstrap lint --cuda-path=none; says 'declaration-only headers'; calls '-include cuda_runtime.h'
begin 'languages'
touch "$work/home/a.cpp" "$work/home/b.c" "$work/home/c.hip" "$work/home/d.cu"
bootstrap lint --cuda-path=none a.cpp b.c c.hip d.cu -- -DX=1
calls 'a.cpp -- -x c++ -isystem'; calls 'b.c -- -x c -isystem'; calls 'c.hip -- -x hip'
calls 'd.cu -- -x cuda --cuda-host-only'; calls 'cuda_runtime.h -DX=1'

# --- Counting
begin 'a clean file'
bootstrap lint --cuda-path=none; exits 0; ends_with '0 findings in 1 file'
begin 'findings'
cat >"$STATE/tidy" <<'EOF'
a.h:3:5: warning: call to 'f' reaches 'cudaMalloc' [cuda-capture-unsafe-call]
a.cu:8:5: warning: 'cudaStreamSynchronize' waits [cuda-capture-synchronization]
a.cu:2:1: note: capture begins here
a.cu:9:5: warning: something else [clang-diagnostic-unused]
EOF
bootstrap lint --cuda-path=none; exits 1; ends_with '2 findings in 1 file'
bootstrap lint --cuda-path=none a.cpp d.cu; exits 1; ends_with '2 findings in 2 files'
sed -i 's/\(cuda-capture-[a-z-]*\)\]/\1,-warnings-as-errors]/; s/warning:/error:/' "$STATE/tidy"
echo 1 >"$STATE/tidy_status"
bootstrap lint --cuda-path=none; exits 1; ends_with '2 findings in 1 file'
begin 'a file that does not compile'
echo "a.cu:1:1: error: unknown type name 'flaot' [clang-diagnostic-error]" >"$STATE/tidy"
echo 1 >"$STATE/tidy_status"
bootstrap lint --cuda-path=none; exits 2; says 'could not be analysed'; says '0 findings in 1 file'
begin 'clang-tidy that cannot load the plugin'
echo 1 >"$STATE/tidy_status"
bootstrap lint --cuda-path=none; exits 2; says 'could not be analysed'

# What lit --output writes: a skipped test that lacks FEATURES.
skipped() { # FEATURES
  printf '{"tests": [{"name": "a :: p/passes.test", "code": "PASS", "output": ""},
    {"name": "a :: p/skipped.test", "code": "UNSUPPORTED",
     "output": "Test requires the following unavailable features: %s"}]}' "$1" >"$STATE/json"
}

begin 'tests that pass'
skipped 'cuda-toolkit, cuda-13'
printf 'Testing Time: 0.1s\n\nTotal Discovered Tests: 7\n  Unsupported      : 1 (1%%)\n  Passed           : 5 (71.43%%)\n  Expectedly Failed: 1 (1%%)\n' >"$STATE/lit"
bootstrap test; exits 0; ends_with '6 passed, 0 failed'; says '1 skipped'; calls_not "LLVM_VERSION=$oldest"
says 'needs cuda-toolkit, cuda-13: p/skipped.test'
bootstrap test "--llvm=$newest,$oldest"; exits 0; ends_with '12 passed, 0 failed'
bootstrap test --llvm=all; exits 0; ends_with '12 passed, 0 failed'; says_not "LLVM $second"
begin 'tests that fail'
printf 'FAIL: a.cu\n  Passed    : 5 (71%%)\n  Failed    : 2 (1%%)\n  Unresolved: 1 (1%%)\n' >"$STATE/lit"
echo 1 >"$STATE/lit_status"
bootstrap test; exits 1; ends_with '5 passed, 3 failed'; says 'FAIL: a.cu'
begin 'tests that are skipped, and why'
printf '  Unsupported: 1 (10%%)\n  Passed: 5 (71%%)\n' >"$STATE/lit"
skipped clangd
bootstrap test; exits 1; ends_with '5 passed, 1 failed'
says "FAILED: p/skipped.test was skipped for lack of 'clangd', which comes with libgrpc++-dev,libprotobuf-dev"
skipped 'cuda-toolkit, schema'
bootstrap test; exits 1; ends_with '5 passed, 1 failed'; says "lack of 'schema', which comes with libvalijson-dev"
skipped 'long_tests, valgrind'
bootstrap test; exits 0; ends_with '5 passed, 0 failed'; says 'needs long_tests, valgrind: p/skipped.test'
bootstrap test --all "--llvm=$newest"; exits 1; says "'valgrind', which comes with valgrind"
calls "-DCMAKE_CXX_COMPILER=clang++-$newest"
skipped other-llvm
bootstrap test --all "--llvm=$newest"; exits 0
bootstrap test --all; exits 1; says "lack of 'other-llvm'"
skipped browser
bootstrap test --all "--llvm=$newest"; exits 1; says "lack of 'browser'"
: >"$STATE/site"; echo chromium >"$STATE/withheld"
bootstrap test --all "--llvm=$newest"; exits 0; says 'needs browser: p/skipped.test'
rm "$STATE/json"
bootstrap test; exits 1; says 'the skipped tests are not known'

begin 'other people'\''s programs'
echo '  Passed: 6 (100.00%)' >"$STATE/lit"
bootstrap test; exits 0; calls_not apt-get; calls '--target test-programs'; calls '--target check-short'
: >"$STATE/site"; rm "$STATE/calls"
bootstrap lint --cuda-path=none; calls_not apt-get
bootstrap test; exits 0; calls_not apt-get; calls_not build-asan
bootstrap test --all; exits 0; calls 'mkdocs mkdocs-material chromium'; ends_with '18 passed, 0 failed'
calls "-DLLVM_VERSION=$oldest"; calls "build-asan$newest"; calls '--target all'; calls "build-llvm$oldest --target check-short"
verdict "$(grep -cm1 -- "build-llvm$newest --target check\$" "$STATE/calls")" "leaves out the long tests with LLVM $newest"
calls 'apt-get download -qq libtorch-dev'
bootstrap test --all "--llvm=$newest"; ends_with '12 passed, 0 failed'
rm "$STATE/calls"; printf '%s\n' chromium chromium-driver >"$STATE/withheld"
bootstrap test --all; exits 0; calls 'mkdocs-material python3-selenium'; calls_not 'install.*chromium'
says 'not to be had: chromium chromium-driver'; ends_with '18 passed, 0 failed'
rm "$STATE/calls"; echo 1000 >"$STATE/uid"; rm "$work/bin/sudo"
bootstrap test --all; exits 0; calls_not 'apt-get install'; says 'not to be had: mkdocs'
bootstrap lint --all; exits 2; says '--all is for test'
begin 'both LLVMs, and one is not to be had'
echo "$newest" >"$STATE/installed"; echo "$newest" >"$STATE/offered"
bootstrap test --all; exits 2; says "LLVM $oldest is neither installed nor offered"
begin 'both LLVMs, and one is to be installed: before the tests of the other'
echo "$newest" >"$STATE/installed"; echo '  Passed: 6 (100.00%)' >"$STATE/lit"
bootstrap test --all; exits 0; calls "clang-tidy-$oldest"
verdict "$(grep -m1 -E "clang-tidy-$oldest|--target check" "$STATE/calls" | grep -c 'apt-get install')" \
  "runs tests before it installs LLVM $oldest"
begin 'no test was executed'
bootstrap test; exits 1; ends_with '0 passed, 0 failed'; says 'no test was executed'
begin 'tests that pass in a run that fails'
printf '  Passed: 5 (71%%)\n' >"$STATE/lit"; echo 1 >"$STATE/lit_status"
bootstrap test; exits 1; ends_with '5 passed, 0 failed'; says 'ended with status 1'

echo "bootstrap: $passed passed, $failed failed"
((failed == 0))
