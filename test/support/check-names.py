"""No C++ file of the libraries that know Clang spells a name of a library.

check-names.py SOURCE_ROOT

What kb/host.json names, and anything with a scope, may be in no string literal
of these files. A comparison of a declaration's name with a text is for member
functions only, and for the arguments of attributes, and stands in the models
and in the files below.
"""
import json
import pathlib
import re
import sys

LIBRARIES = ("lower", "fixits", "diagnose")

# Literals that may be there: (file, text).
ALLOWED = {
    # Shown to the user: what a function is called that is made up.
    ("lower/Binders.cpp", "std::bind"),
    # Our own attributes.
    ("lower/CapturableContracts.cpp", "cuda_capture::"),
    ("lower/CapturableContracts.cpp", "cuda_capture::capturable"),
    ("lower/CapturableContracts.cpp", "cuda_capture::not_capturable"),
    # Of a message.
    ("lower/ContractFinder.cpp", "is stored in '{0}::{1}', whose library may call it {2}"),
}

# Member functions of which a function of a library has the name, too.
MEMBERS = {
    "get",  # Of a smart pointer or future; std::get.
    "release",  # Of a smart pointer; of a scope guard.
}

# Where member functions are named, besides models/, and kinds of attributes.
MEMBER_FILES = {"lower/Elements.cpp", "lower/PassedArguments.cpp"}

root = pathlib.Path(sys.argv[1])
wrong = 0


def complain(path, line, text):
    global wrong
    wrong += 1
    print(f"lib/{path}:{line}: {text}")


names = set()
for entry in json.loads((root / "kb/host.json").read_text())["host"]:
    if "yields" in entry:
        names.update(name.split("::")[-1] for name in entry["names"])
names = {name for name in names if re.fullmatch(r"\w+", name)} - MEMBERS

used = set()
for path in sorted(p for library in LIBRARIES for p in (root / "lib" / library).rglob("*") if p.suffix in (".cpp", ".h")):
    where = path.relative_to(root / "lib").as_posix()
    lines = path.read_text().splitlines()
    for number, line in enumerate(lines, 1):
        if re.match(r"\s*(//|#include)", line):
            continue
        for text in re.findall(r'"((?:[^"\\]|\\.)*)"', line.split(" // ")[0]):
            if (where, text) in ALLOWED:
                used.add((where, text))
            elif text in names or re.search(r"\w::|::\w", text):
                complain(where, number, f"names of libraries are for kb/host.json: '{text}'")
        if (
            re.search(r'(getName\(\)|(?<![.\w])Name) [!=]= "|isStr\("|is_contained\(\w+, .*getName\(\)', line)
            and "/models/" not in where
            and where not in MEMBER_FILES
        ):
            complain(where, number, "a name is compared: ask DeclQueries, or do it in a model")
for where, text in sorted(ALLOWED - used):
    complain(where, 0, f"'{text}' is allowed, and is not there")
sys.exit(wrong != 0)
