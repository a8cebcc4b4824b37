"""Packs an installed tree: the same bytes for the same files and the same date.

Names are sorted, times are the given one, and owners are root; what a file may be
done with follows from what it is.
"""
import base64
import hashlib
import io
import json
import lzma
import os
import pathlib
import re
import subprocess
import tarfile
import time
import urllib.parse
import zipfile

NAME = "cuda-capture-tidy"
MODULE = "cuda_capture_tidy"
SUMMARY = "finds illegal calls during CUDA stream capture"
LICENCE = "Apache-2.0 WITH LLVM-exception"


def version_of(text):
    """The version that the text of CMakeLists.txt gives the project."""
    return re.search(r"^project\(\S+ VERSION ([\d.]+)", text, re.M).group(1)


def files_below(folder):
    """Relative names of the files and links, sorted."""
    found = []
    for here, folders, names in os.walk(folder):
        linked = [f for f in folders if os.path.islink(os.path.join(here, f))]
        found += [os.path.relpath(os.path.join(here, name), folder) for name in names + linked]
    return sorted(found)


def is_program(path):
    return not path.is_symlink() and os.access(path, os.X_OK) and path.parent.name == "bin"


def digest(path, kind="sha256"):
    found = hashlib.new(kind)
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            found.update(block)
    return found.hexdigest()


# --- Archive ------------------------------------------------------------------


def tarball(folder, root, out, epoch, level=6):
    """Writes FOLDER as ROOT/... into OUT, a .tar.xz."""

    def entry(name, path):
        info = tarfile.TarInfo(f"{root}/{name}" if name else root)
        info.mtime = epoch
        info.uname = info.gname = "root"
        if path.is_symlink():
            info.type, info.linkname, info.mode = tarfile.SYMTYPE, os.readlink(path), 0o777
        elif path.is_dir():
            info.type, info.mode = tarfile.DIRTYPE, 0o755
        else:
            info.size, info.mode = path.stat().st_size, 0o755 if is_program(path) else 0o644
        return info

    names = files_below(folder)
    folders = {str(parent) for name in names for parent in pathlib.PurePath(name).parents} - {"."}
    with lzma.open(out, "wb", preset=level) as packed, tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for name in sorted({"", *folders, *names}):
            path = folder / name
            info = entry(name, path)
            if info.isreg():
                with open(path, "rb") as file:
                    tar.addfile(info, file)
            else:
                tar.addfile(info)


def source(checkout, root, out, epoch, level=6):
    """Writes what is committed in CHECKOUT as ROOT/... into OUT, a .tar.xz. Returns
    whether it could: CHECKOUT may be none."""
    asked = subprocess.run(
        ["git", "-C", str(checkout), "archive", "--format=tar", f"--prefix={root}/", "HEAD"], capture_output=True
    )
    if asked.returncode:
        return False
    with tarfile.open(fileobj=io.BytesIO(asked.stdout)) as committed, lzma.open(out, "wb", preset=level) as packed, tarfile.open(
        fileobj=packed, mode="w", format=tarfile.GNU_FORMAT
    ) as tar:
        for member in sorted(committed.getmembers(), key=lambda m: m.name):
            info = tarfile.TarInfo(member.name)
            info.type, info.linkname, info.size = member.type, member.linkname, member.size
            info.mtime = epoch
            info.uname = info.gname = "root"
            info.mode = 0o777 if member.issym() else 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            tar.addfile(info, committed.extractfile(member) if member.isreg() else None)
    return True


# --- Wheel --------------------------------------------------------------------

START = '''"""The programs of cuda-capture-tidy: each is a file of this package."""
import os
import pathlib
import sys

__version__ = "{version}"


def folder():
    """Where the programs, headers and plugins are, as installed by CMake."""
    return pathlib.Path(__file__).resolve().parent


def run(name):
    program = str(folder() / "bin" / name)
    os.execv(program, [program, *sys.argv[1:]])


def run_script(name):
    script = str(folder() / "bin" / name)
    os.execv(sys.executable, [sys.executable, script, *sys.argv[1:]])


{functions}'''


def wheel(folder, version, platform, readme, out, epoch, level=6):
    """Writes FOLDER into a wheel in the folder OUT. Returns its path."""
    programs = sorted(p.name for p in (folder / "bin").iterdir() if is_program(p))
    functions, points = [], []
    for name in programs:
        with open(folder / "bin" / name, "rb") as file:
            is_python = b"python" in file.readline(80)
        function = name.replace("-", "_")
        functions.append(f'def {function}():\n    {"run_script" if is_python else "run"}("{name}")\n')
        points.append(f"{name} = {MODULE}:{function}")
    tag = f"py3-none-{platform}"
    info = f"{MODULE}-{version}.dist-info"
    texts = {
        f"{MODULE}/__init__.py": START.format(version=version, functions="\n\n".join(functions)),
        f"{MODULE}/__main__.py": f"from {MODULE} import cuda_capture\n\ncuda_capture()\n",
        f"{info}/METADATA": f"""Metadata-Version: 2.1
Name: {NAME}
Version: {version}
Summary: {SUMMARY}
License: {LICENCE}
Requires-Python: >=3.8
Classifier: Environment :: Console
Classifier: Operating System :: POSIX :: Linux
Classifier: Topic :: Software Development :: Quality Assurance
Description-Content-Type: text/markdown

{readme}""",
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: {NAME} {version}\nRoot-Is-Purelib: false\n"
        + "".join(f"Tag: py3-none-{one}\n" for one in platform.split(".")),
        f"{info}/entry_points.txt": "[console_scripts]\n" + "".join(f"{point}\n" for point in points),
    }
    path = out / f"{MODULE}-{version}-{tag}.whl"
    record = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:

        def add(name, data, executable=False):
            entry = zipfile.ZipInfo(name, time.gmtime(epoch)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100755 if executable else 0o100644) << 16
            archive.writestr(entry, data)
            if name != f"{info}/RECORD":
                sum_ = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                record.append(f"{name},sha256={sum_},{len(data)}")

        # A wheel has no links: what they lead to.
        for name in files_below(folder):
            file = folder / name
            if file.is_file():
                add(f"{MODULE}/{name}", file.read_bytes(), is_program(file))
        for name, text in sorted(texts.items()):
            add(name, text.encode())
        record.append(f"{info}/RECORD,,")
        add(f"{info}/RECORD", ("\n".join(record) + "\n").encode())
    return path


# --- Package for Debian -------------------------------------------------------


def deb(root, fields, out, epoch, level=6):
    """Packs ROOT, which has the files as they are installed, into the folder OUT.
    Returns the path."""
    control = root / "DEBIAN"
    control.mkdir()
    sums = []
    size = 0
    for name in files_below(root):
        path = root / name
        if path.is_symlink():
            continue
        path.chmod(0o755 if is_program(path) else 0o644)
        size += -(-path.stat().st_size // 1024)
        sums.append(f"{digest(path, 'md5')}  {name}\n")
    fields = {**fields, "Installed-Size": str(size)}
    (control / "control").write_text("".join(f"{key}: {value}\n" for key, value in fields.items()))
    (control / "md5sums").write_text("".join(sums))
    for here, folders, _ in os.walk(root):
        for folder in folders:
            if not os.path.islink(os.path.join(here, folder)):
                os.chmod(os.path.join(here, folder), 0o755)
    root.chmod(0o755)
    path = out / f"{fields['Package']}_{fields['Version']}_{fields['Architecture']}.deb"
    # It takes later times back to this one; what is older must not stay.
    for here, _, names in os.walk(root, topdown=False):
        for name in names:
            os.utime(os.path.join(here, name), (epoch, epoch), follow_symlinks=False)
        os.utime(here, (epoch, epoch))
    subprocess.run(
        ["dpkg-deb", "--build", "--root-owner-group", "-Zxz", f"-z{level}", "--threads-max=1", str(root), str(path)],
        check=True,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch)},
    )
    return path


# --- Contents -----------------------------------------------------------------


def deb_address(system, package, version):
    """What identifies a package of a distribution for programs (package URL)."""
    return f"pkg:deb/{system}/{urllib.parse.quote(package)}@{urllib.parse.quote(version, safe=':')}"


def bill(version, parts, artefacts, out, epoch):
    """Writes a software bill of materials in SPDX 2.3. PARTS are tuples of name,
    version, licence or None, how the programs have it, and where it is from."""

    def identifier(text):
        return "SPDXRef-" + "".join(c if c.isalnum() or c in ".-" else "-" for c in text)

    own = identifier(NAME)
    packages = [
        {
            "SPDXID": own,
            "name": NAME,
            "versionInfo": version,
            "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False,
            "licenseConcluded": LICENCE,
            "licenseDeclared": LICENCE,
            "copyrightText": "NOASSERTION",
            "primaryPackagePurpose": "APPLICATION",
        }
    ]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", own)]
    for name, number, licence, how, origin in sorted(parts):
        part = identifier(f"Package-{name}-{number}")
        packages.append(
            {
                "SPDXID": part,
                "name": name,
                "versionInfo": number,
                "downloadLocation": "NOASSERTION",
                "filesAnalyzed": False,
                "licenseConcluded": "NOASSERTION",
                "licenseDeclared": licence or "NOASSERTION",
                "copyrightText": "NOASSERTION",
                "externalRefs": [
                    {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": origin}
                ],
            }
        )
        relations.append((own, how, part))
    files = []
    for path in sorted(artefacts):
        file = identifier(f"File-{path.name}")
        files.append(
            {
                "SPDXID": file,
                "fileName": f"./{path.name}",
                "fileTypes": ["ARCHIVE"],
                "checksums": [
                    {"algorithm": kind.upper(), "checksumValue": digest(path, kind)} for kind in ("sha1", "sha256")
                ],
                "licenseConcluded": "NOASSERTION",
                "copyrightText": "NOASSERTION",
            }
        )
        relations.append((file, "PACKAGE_OF", own))
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"{NAME}-{version}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch)),
            "creators": [f"Tool: {NAME}-release-{version}"],
        },
        "packages": packages,
        "files": files,
        "relationships": [
            {"spdxElementId": one, "relationshipType": how, "relatedSpdxElement": other}
            for one, how, other in relations
        ],
    }
    # The name of a document is its own: other contents, another name.
    unique = hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:32]
    document["documentNamespace"] = f"urn:{NAME}:{version}:{unique}"
    path = out / f"{NAME}-{version}.spdx.json"
    path.write_text(json.dumps(document, indent=1) + "\n")
    return path


def containerfile(archive, root, out):
    """What makes an image of the archive. The base needs glibc only."""
    path = out / "Containerfile"
    path.write_text(
        f"""# podman build -t cuda-capture .
# podman run --rm -v "$PWD:$PWD" -w "$PWD" cuda-capture check -p build
ARG BASE=docker.io/library/debian:stable-slim
FROM ${{BASE}}
ADD {archive.name} /opt/
ENV PATH=/opt/{root}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ENTRYPOINT ["cuda-capture"]
CMD ["--help"]
"""
    )
    return path


def sums(out):
    """Writes SHA256SUMS of all files in OUT."""
    names = [name for name in files_below(out) if name != "SHA256SUMS"]
    (out / "SHA256SUMS").write_text("".join(f"{digest(out / name)}  {name}\n" for name in names))
