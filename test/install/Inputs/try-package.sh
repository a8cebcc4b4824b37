#!/usr/bin/env bash
# try-package.sh FOLDER LLVM INPUTS CLANG_TIDY: FOLDER/made has the package.
set -euo pipefail
folder=$1 llvm=$2 inputs=$3 tidy=$4
die() { echo "$*" >&2; exit 1; }
expect() { grep -qF -- "$2" "$1" || { cat "$1"; die "no '$2' in $1"; }; }

packages=("$folder"/made/cuda-capture-tidy-"$llvm"_*.deb)
package=${packages[0]}
name=cuda-capture-tidy-$llvm
root=$folder/root

dpkg-deb -f "$package" >"$folder/control"
expect "$folder/control" "Package: $name"
expect "$folder/control" "libclang-common-$llvm-dev"

# Side by side with other versions: whatever is not a folder has the version in
# its path.
dpkg-deb -c "$package" | awk '$1 !~ /^d/ { print $6 }' >"$folder/files"
if grep -v -- "-$llvm" "$folder/files"; then die 'belongs to all versions'; fi
for file in "usr/bin/cuda-capture-$llvm" "usr/bin/cuda-capture-hook-$llvm" \
  "usr/lib/$name/lib/libCudaCaptureTidy.so" "usr/lib/cmake/CudaCaptureTidy-$llvm" \
  "usr/share/man/man1/cuda-capture-$llvm.1.gz" "usr/share/doc/$name/copyright" \
  "usr/share/bash-completion/completions/cuda-capture-$llvm" \
  "usr/share/zsh/vendor-completions/_cuda-capture-$llvm" \
  "usr/share/fish/vendor_completions.d/cuda-capture-$llvm.fish"; do
  expect "$folder/files" "./$file"
done

# Installed; nothing but this package is known there.
mkdir -p "$root/var/lib/dpkg/"{info,updates,triggers} "$root/usr/bin"
touch "$root/var/lib/dpkg/status"
manage() {
  dpkg --root="$root" --log="$folder/dpkg.log" --force-not-root --force-bad-path \
    --force-depends --force-script-chrootless "$@" >"$folder/dpkg.out" 2>&1 ||
    { cat "$folder/dpkg.out"; die "dpkg $*"; }
}
manage -i "$package"
dpkg --root="$root" -s "$name" >"$folder/status"
expect "$folder/status" 'Status: install ok installed'

# The tool, and what it brings.
tool=$root/usr/bin/cuda-capture-$llvm
cp "$inputs/wrong.cu" "$folder/wrong.cu"
python3 "$inputs/write-database.py" "$folder/compile_commands.json" "$folder/wrong.cu"
status=0
env -u CUDA_HOME -u CUDA_PATH PATH=/usr/bin:/bin "$tool" check -p "$folder" --no-cache \
  >"$folder/out" 2>"$folder/err" || status=$?
((status == 1)) || { cat "$folder/err"; die "check ended with $status"; }
expect "$folder/out" 'wrong.cu:6:3: warning:'
expect "$folder/err" "root/usr/lib/$name/share/cuda-capture-tidy/include' are used"
status=0
(cd "$folder" && "$root/usr/bin/cuda-capture-hook-$llvm" wrong.cu >out 2>&1) || status=$?
((status == 1)) || { cat "$folder/out"; die "the hook ended with $status"; }
expect "$folder/out" 'wrong.cu:6:3: warning:'
# The plugin.
"$tidy" --quiet "-load=$root/usr/lib/$name/lib/libCudaCaptureTidy.so" '-checks=-*,cuda-capture-*' \
  "$folder/wrong.cu" -- -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++17 \
  -isystem "$root/usr/lib/$name/share/cuda-capture-tidy/include" -include cuda_runtime.h >"$folder/out" 2>&1
expect "$folder/out" '[cuda-capture-unsafe-call]'
if [[ -e $root/usr/bin/cuda-capture-clangd-$llvm ]]; then
  "$root/usr/bin/cuda-capture-clangd-$llvm" --version >"$folder/out"
  expect "$folder/out" 'clangd'
fi
# No library of the build folder is found by accident.
if readelf -d "$root/usr/lib/$name/bin/cuda-capture" | grep -E 'R(UN)?PATH'; then die 'has a path to libraries'; fi

# Removed: nothing is left.
manage --purge "$name"
left=$(find "$root" -path "$root/var/lib/dpkg" -prune -o ! -type d -print)
[[ ! $left ]] || die "left behind: $left"
