#!/usr/bin/env bash
# try-release.sh RELEASE ROOT SOURCE LLVM: installs each file of a release in a small
# Debian, ROOT, and runs what is in it on a source with a violation.
set -euo pipefail
release=$1 root=$2 source=$3 llvm=$4
here=$(dirname "${BASH_SOURCE[0]}")
die() { echo "$*" >&2; exit 1; }
log=$root.log
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@" >"$log" 2>&1 || { cat "$log"; die "$*"; }; }
mkdir -p "$root/release"
cp -r "$release"/* "$root/release"
inside sh -c 'cd /release && sha256sum -c SHA256SUMS'

echo 'the archive'
tar -xf "$root"/release/*-linux-*.tar.xz -C "$root/opt"
folder=$(cd "$root" && echo opt/cuda-capture-tidy-*)
bash "$here/try-root.sh" "$root" "$source" "/$folder/bin"
# As the Containerfile has it.
grep -q "^ENV PATH=/$folder/bin:" "$root/release/Containerfile" || die 'PATH of the Containerfile'
grep -q '^ENTRYPOINT \["cuda-capture"\]$' "$root/release/Containerfile" || die 'ENTRYPOINT of the Containerfile'

echo 'the wheel'
inside python3 -m venv /venv
inside sh -c 'exec /venv/bin/pip install --no-index /release/*.whl'
bash "$here/try-root.sh" "$root" "$source" /venv/bin
inside /venv/bin/python -m cuda_capture_tidy --version
inside sh -c 'cd /src && /venv/bin/cuda-capture-hook --help'
inside /venv/bin/pip uninstall --yes cuda-capture-tidy
left=$(find "$root/venv" -iname '*cuda*capture*')
[[ ! $left ]] || die "left behind: $left"

echo 'the package'
inside sh -c "exec dpkg -i /release/cuda-capture-tidy-${llvm}_*.deb"
bash "$here/try-root.sh" "$root" "$source" /usr/bin "-$llvm"
inside dpkg --purge "cuda-capture-tidy-$llvm"
left=$(find "$root/usr" -iname '*cuda*capture*')
[[ ! $left ]] || die "left behind: $left"
