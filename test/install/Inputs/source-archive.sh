#!/usr/bin/env bash
# source-archive.sh SOURCE_ROOT FOLDER [VERSION]: makes a source archive of what
# recipes name, as version VERSION. Prints its path.
set -euo pipefail
version=$(sed -n 's/^project(\S* VERSION \([0-9.]*\).*/\1/p' "$1/CMakeLists.txt")
to=$2/cuda-capture-tidy-${3:-$version}
mkdir -p "$to"
(cd "$1" && cp -r --parents CMakeLists.txt LICENSE checks/CMakeLists.txt clangd/CMakeLists.txt cmake docs/checks include \
  lib/CMakeLists.txt share/cuda-capture-tidy/demo static/CMakeLists.txt tool/CMakeLists.txt "$to")
if [[ ${3:-} ]]; then
  sed -i "s/^\(project(.* VERSION\) [0-9.]*/\1 $3/" "$to/CMakeLists.txt"
fi
tar -C "$2" -cJf "$to.tar.xz" "${to##*/}"
echo "$to.tar.xz"
