#!/usr/bin/env bash
# fake-tree.sh FOLDER [backwards]: what an installation consists of, in little.
set -euo pipefail
folder=$1
files=(bin/cuda-capture bin/cuda-capture-hook include/cuda_capture/annotations.h
  lib/clang/22/include/stddef.h lib/libCudaCaptureTidy.so
  share/cuda-capture-tidy/include/cuda_runtime.h share/doc/cuda-capture-tidy/README.md
  share/man/man1/cuda-capture.1)
if [[ ${2:-} ]]; then
  mapfile -t files < <(printf '%s\n' "${files[@]}" | sort -r)
fi
for file in "${files[@]}"; do
  mkdir -p "$(dirname "$folder/$file")"
  echo "this is $file" >"$folder/$file"
done
printf '#!/bin/sh\necho "the program: $*"\n' >"$folder/bin/cuda-capture"
printf '#!/usr/bin/env python3\nimport sys\nprint("the hook:", *sys.argv[1:])\n' >"$folder/bin/cuda-capture-hook"
chmod +x "$folder"/bin/*
ln -s cuda_runtime.h "$folder/share/cuda-capture-tidy/include/link.h"
[[ ${2:-} ]] || touch -d @1234567890 "$folder"/bin/*
