#!/usr/bin/env bash
# try-root.sh ROOT SOURCE BIN [LLVM-SUFFIX]: runs the programs in BIN of a root on a
# source with a violation. A root without a C library gets that of this machine.
set -euo pipefail
root=$1 source=$2 bin=$3 suffix=${4:-}
die() { echo "$*" >&2; exit 1; }
expect() { grep -qF -- "$2" "$1" || { cat "$1"; die "no '$2' in $1"; }; }

mkdir -p "$root"/{tmp,dev,src}
touch "$root/dev/null"
cp "$source" "$root/src/wrong.cu"
if [[ ! -e $root/bin/sh ]]; then
  loader=$(readelf -l "$(command -v readelf)" | sed -n 's/.*interpreter: \(.*\)\]/\1/p')
  libraries=$(dirname "$(ldd "$(command -v readelf)" | sed -n 's/.*libc\.so\.6 => \(\S*\).*/\1/p')")
  mkdir -p "$root$(dirname "$loader")" "$root$libraries"
  cp -L "$loader" "$root$loader"
  for name in libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0; do
    cp -L "$libraries/$name" "$root$libraries/"
  done
fi
within() {
  # shellcheck disable=SC2016 # the inner shell's
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin unshare -rm sh -c \
    'mount --bind /dev/null "$1/dev/null" && root=$1 && shift && exec chroot "$root" "$@"' sh "$root" "$@"
}

status=0
within "$bin/cuda-capture$suffix" check /src/wrong.cu --no-cache >"$root.out" 2>"$root.err" || status=$?
((status == 1)) || { cat "$root.out" "$root.err"; die "check ended with $status"; }
expect "$root.out" 'wrong.cu:6:3: warning:'
# Nothing was missing, not even a header.
expect "$root.out" '1 file: 1 analysed'
if grep 'in part' "$root.out"; then die 'a header is missing'; fi

# The server finds it, too.
# shellcheck disable=SC2016 # the inner shell's
python3 "$(dirname "${BASH_SOURCE[0]}")/ask-server.py" "$source" /src/wrong.cu unshare -rm sh -c \
  'mount --bind /dev/null "$1/dev/null" && exec chroot "$1" "$2"' sh "$root" \
  "$bin/cuda-capture-clangd$suffix" >"$root.out" 2>"$root.err" || { cat "$root.out" "$root.err"; die 'clangd'; }
expect "$root.out" ': cuda-capture-unsafe-call: '
