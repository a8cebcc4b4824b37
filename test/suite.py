"""The sources of the tests, and how they are compiled without a toolkit."""

import pathlib

tests = pathlib.Path(__file__).resolve().parent
root = tests.parent
include = root / "share/cuda-capture-tidy/include"
FOLDERS = ("bug-patterns", "capturable", "checks", "fixits", "libraries", "pytorch", "lower/constructs")
CUDA = (
    "-D_GLIBCXX_BITS_SPECFUN_H=1 -x cuda --cuda-host-only -nocudainc -nocudalib "
    f"-Wno-unknown-cuda-version -isystem {include} -std=c++17"
).split()


def sources(folders=FOLDERS):
    return sorted(
        p
        for folder in folders
        for p in (tests / folder).rglob("*")
        if p.suffix in (".cu", ".cpp", ".c") and "Inputs" not in p.parts
    )


def flags(source):
    """As the RUN lines have them."""
    if source.suffix == ".cu":
        found = list(CUDA)
    elif source.suffix == ".c":
        found = ["-x", "c", "-std=c11", "-isystem", str(include)]
    else:
        found = ["-x", "c++", "-std=c++17", "-isystem", str(include)]
    text = source.read_text(encoding="utf-8", errors="replace")
    if "%lint-torch" in text or source.parent.name == "pytorch":
        found += ["-isystem", str(tests / "pytorch/Inputs/include")]
    for option in ("-std=c++20", "-std=c++23", "-fopenmp", "-D__HIP_PLATFORM_AMD__"):
        if option in text:
            found.append(option)
    return found + [f"-I{root}/include", "-iquote", str(source.parent)]
