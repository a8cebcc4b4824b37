#!/usr/bin/env python3
"""Looks at the recipes that utils/recipes has written.

check-recipes.py ARCHIVE FOLDER

Each has the version, the address and the sum of ARCHIVE, and what it names is
there: options of CMake, files, programs, versions of LLVM, a check.
"""
import base64
import hashlib
import json
import pathlib
import re
import sys
import tarfile
import types

archive, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
with tarfile.open(archive) as tar:
    files = {m.name.partition("/")[2]: tar.extractfile(m).read() for m in tar if m.isreg()}
problems = []


def expect(condition, text):
    if not condition:
        problems.append(text)


version = re.search(rb"^project\(\S+ VERSION (\d+\.\d+\.\d+)", files["CMakeLists.txt"], re.M).group(1).decode()
supported = files["cmake/SupportedLLVM.txt"].decode().split()
cmake = "\n".join(
    text.decode() for name, text in files.items() if name.endswith(("CMakeLists.txt", ".cmake")) and b"\0" not in text
)
programs = set(re.findall(r"add_executable\(([\w-]+)", cmake)) | set(re.findall(r"install\(PROGRAMS \S+/([\w-]+)", cmake))
libraries = set(re.findall(r"add_library\((\w+) (?:SHARED|MODULE)", cmake))
sums = {
    "sha256": hashlib.sha256(archive.read_bytes()).hexdigest(),
    "sha512": hashlib.sha512(archive.read_bytes()).hexdigest(),
    "sri": f"sha256-{base64.b64encode(hashlib.sha256(archive.read_bytes()).digest()).decode()}",
}
ADDRESS = "https://example.org/project"

# The version as it is written, the name of a variable with it, and the sum.
RECIPES = {
    "conda-forge/recipe.yaml": (f'  version: "{version}"\n', "${{ version }}", "sha256"),
    "homebrew/cuda-capture-tidy.rb": (f"/v{version}/", None, "sha256"),
    "nix/package.nix": (f'  version = "{version}";\n', "${finalAttrs.version}", "sri"),
    "spack/package.py": (f'    version("{version}", ', "{homepage}", "sha256"),
    "vcpkg/portfile.cmake": ("", "${VERSION}", "sha512"),
    "vcpkg/vcpkg.json": (f'  "version": "{version}",\n', None, None),
}
there = {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}
expect(there == set(RECIPES), f"there are {', '.join(sorted(there ^ set(RECIPES)))}, or are not")


def look_at(name, text):
    written, variable, kind = RECIPES[name]
    left = re.findall(r"@[A-Z][A-Z0-9_]+@", text)
    expect(not left, f"{name}: {left} is left")
    expect(written in text, f"{name}: {written.strip()} is not there")
    if variable:
        text = text.replace(variable, ADDRESS if variable == "{homepage}" else version)
    if kind:
        expect(
            f"{ADDRESS}/releases/download/v{version}/{archive.name}" in text, f"{name}: the address of {archive.name}"
        )
        expect(sums[kind] in text, f"{name}: the {kind} of {archive.name}")
    # Other versions of ours, in names of files.
    for other in re.findall(r"cuda-capture-tidy-(\d[\d.]*\d)", text):
        expect(other == version, f"{name}: {other} is not {version}")
    for other in re.findall(r"(?i)(?:llvm|clang|llvmPackages)[-_@/]*(\d{2})\b|:(\d\d)\+clang", text):
        other = "".join(other)
        expect(other in supported, f"{name}: LLVM {other} is not supported")
    # A build of a package runs no tests, and fails for no warning.
    options = set(re.findall(r'(?:-D|cmake(?:Bool|Feature) "|define\(")((?:CUDA_)?CAPTURE_\w+)', text))
    for option in options:
        expect(re.search(rf"(?:option|find_library)\({option}\b", cmake), f"{name}: CMake knows no {option}")
    if name != "vcpkg/vcpkg.json":
        for option in ("CUDA_CAPTURE_BUILD_TESTS", "CUDA_CAPTURE_WARNINGS_AS_ERRORS"):
            expect(option in options, f"{name}: {option} is not set")
    # What comes from the sources as it is.
    named = re.findall(r"\b(share/cuda-capture-tidy/[\w./-]*\w|include/cuda_capture(?:/[\w./-]*\w)?)", text)
    named += re.findall(r"^ *license_file: (\S+)$|\$\{SOURCE_PATH\}/([\w./-]*\w)", text, re.M)
    for file in named:
        file = file if isinstance(file, str) else "".join(file)
        expect(file in files or any(f.startswith(f"{file}/") for f in files), f"{name}: there is no {file}")
    # What is built.
    for program in re.findall(r"\bbin[/\"]*\}?/(cuda-capture[\w-]*)|^ +- (cuda-capture(?:-\w+)?)$", text, re.M):
        expect("".join(program) in programs, f"{name}: there is no program {''.join(program)}")
    for library in re.findall(r"\blib(Cuda\w+)\.so", text):
        expect(library in libraries, f"{name}: there is no library {library}")
    for check in re.findall(r"\bcuda-capture-([a-z]+-[a-z-]+)\b", text):
        expect(f"docs/checks/{check}.md" in files, f"{name}: there is no check {check}")


for name in sorted(there & set(RECIPES)):
    look_at(name, (folder / name).read_text())

# Spack's is a program: it runs, with what it calls replaced.
calls = []


def called(name):
    return lambda *args, **more: calls.append((name, args, more)) or (lambda function: function)


class CMakePackage:
    spec = {"llvm": types.SimpleNamespace(prefix=types.SimpleNamespace(lib=types.SimpleNamespace(
        cmake=types.SimpleNamespace(clang="/llvm/lib/cmake/clang"))))}

    def define(self, name, value):
        return f"-D{name}={value}"


try:
    directives = ("conflicts", "depends_on", "generator", "license", "maintainers", "run_after", "version")
    modules = {
        "spack_repo.builtin.build_systems.cmake": {"CMakePackage": CMakePackage},
        "spack.package": {directive: called(directive) for directive in directives},
    }
    for path, contents in modules.items():
        for end in [i for i, c in enumerate(path + ".") if c == "."]:
            sys.modules.setdefault(path[:end], types.ModuleType(path[:end]))
        vars(sys.modules[path]).update(contents)
    recipe = {}
    exec(compile((folder / "spack/package.py").read_text(), "spack/package.py", "exec"), recipe)
    package = recipe["CudaCaptureTidy"]
    expect(("version", (version,), {"sha256": sums["sha256"]}) in calls, "spack/package.py: the version")
    expect(package.url == f"{package.homepage}/releases/download/v{version}/{archive.name}", "spack/package.py: the url")
    expect("-DClang_DIR=/llvm/lib/cmake/clang" in package().cmake_args(), "spack/package.py: the folder of Clang")
except Exception as error:  # Whatever a recipe can do wrong.
    expect(False, f"spack/package.py: {error!r}")

# vcpkg sorts its manifest: `vcpkg format-manifest` would leave this as it is.
text = (folder / "vcpkg/vcpkg.json").read_text()
manifest = json.loads(text)
order = ["name", "version", "port-version", "maintainers", "description", "homepage", "documentation", "license",
         "supports", "dependencies", "default-features", "features"]
expect(list(manifest) == sorted(manifest, key=order.index), "vcpkg/vcpkg.json: the order of the fields")
names = [d if isinstance(d, str) else d["name"] for d in manifest["dependencies"]]
expect(names == sorted(names), "vcpkg/vcpkg.json: the order of the dependencies")
expect(text == json.dumps(manifest, indent=2) + "\n", "vcpkg/vcpkg.json: white space")

for problem in problems:
    print(problem)
sys.exit(bool(problems))
