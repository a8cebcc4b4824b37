#!/usr/bin/env python3
"""Compares the declaration-only CUDA headers with those of a real toolkit.

Function types, default arguments, enumerators, record fields and constants of
share/cuda-capture-tidy/include are read with Clang from both sides. What the
stubs declare must be what the toolkit declares; what they leave out is counted.

usage: compare-prototypes.py --clang CLANG --cuda-include DIR [--list-missing]
Exit status: 0 equal, or the toolkit has another version; 1 different.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

STUBS = pathlib.Path(__file__).resolve().parents[2] / "share/cuda-capture-tidy/include"
OURS = re.compile(r"^(cu[A-Z]|CU|cuda[A-Z])")
HEADERS = ("cuda_runtime_api.h", "cuda_profiler_api.h", "library_types.h",
           "cuda.h", "cudaProfiler.h")


class Unreadable(Exception):
    """Clang cannot read a side's headers."""


def clang(args, include, text):
    """Runs Clang on `text`, with `include` first on the header path."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "input.inc"
        file.write_text(text)
        command = [*args, "-isystem", str(include), str(file)]
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Unreadable(f"{' '.join(command)}\n" + "\n".join(done.stderr.splitlines()[:9]))
    return done.stdout


def spelled(type_):
    """A type's spelling, alike in C and C++."""
    type_ = re.sub(r"\b(struct|enum|union) ", "", type_)
    type_ = re.sub(r"\s+", "", type_.replace("_Bool", "bool"))
    # Both headers nest unnamed records; Clang spells those with a place.
    return re.sub(r"\((unnamed|anonymous)\S*?\)", "(unnamed)", type_)


def constant(node):
    while "value" not in node:
        node = node["inner"][-1]
    return int(node["value"])


class Declarations:
    """Everything that one side declares: name -> a text that must be equal."""

    def __init__(self, nodes):
        self.functions, self.defaults = {}, {}
        self.enumerators, self.fields, self.templates = {}, {}, {}
        self.read(nodes)

    def read(self, nodes):
        for node in nodes:
            kind, name = node["kind"], node.get("name", "")
            if kind == "LinkageSpecDecl":
                self.read(node.get("inner", []))
            elif kind == "FunctionDecl" and OURS.match(name):
                if any(i["kind"] == "TemplateArgument" for i in node.get("inner", [])):
                    continue  # A specialisation: its template is compared.
                type_ = spelled(node["type"]["qualType"])
                self.functions.setdefault(name, set()).add(type_)
                self.defaults[name, type_] = self.optional(node)
            elif kind == "FunctionTemplateDecl" and OURS.match(name):
                self.template(name, node)
            elif kind == "EnumDecl":
                self.enum(node)
            elif kind in ("RecordDecl", "CXXRecordDecl") and OURS.match(name):
                fields = self.record(node)
                if fields:
                    self.fields[name] = fields

    @staticmethod
    def optional(node):
        """How many of a function's last parameters have defaults."""
        return sum("init" in p for p in node.get("inner", []) if p["kind"] == "ParmVarDecl")

    def template(self, name, node):
        function = next(i for i in node["inner"] if i["kind"] == "FunctionDecl")
        type_ = function["type"]["qualType"]
        names = [i.get("name") for i in node["inner"] if i["kind"] == "TemplateTypeParmDecl"]
        # Number the template's parameters by first use: their names and order
        # are no part of the interface.
        used = []
        for found in re.findall(r"\w+", type_):
            if found in names and found not in used:
                used.append(found)
        for number, parameter in enumerate(used):
            type_ = re.sub(rf"\b{parameter}\b", f"${number}", type_)
        type_ = re.sub(r"^static |^inline ", "", type_)
        self.templates.setdefault(name, set()).add((spelled(type_), self.optional(function)))

    def enum(self, node):
        value = -1
        for item in node.get("inner", []):
            if item["kind"] == "EnumConstantDecl":
                value = constant(item) if item.get("inner") else value + 1
                self.enumerators[item["name"]] = value

    def record(self, node):
        fields = []
        for item in node.get("inner", []):
            if item["kind"] in ("RecordDecl", "CXXRecordDecl"):
                fields += self.record(item)
            elif item["kind"] == "FieldDecl" and item.get("name"):
                fields.append(f"{item['name']}:{spelled(item['type']['qualType'])}")
        return fields


def declarations(args, include, headers):
    text = "".join(f"#include <{header}>\n" for header in headers)
    out = clang([*args, "-fsyntax-only", "-Xclang", "-ast-dump=json"], include, text)
    return Declarations(json.loads(out)["inner"])


def overloads(args, include):
    """What cuda_runtime.h declares to a CUDA compiler."""
    only = ["-Xclang", "-ast-dump=json", "-Xclang", "-ast-dump-filter", "-Xclang", "cuda"]
    out = clang([*args, "-fsyntax-only", *only], include, "#include <cuda_runtime.h>\n")
    nodes, decoder, at = [], json.JSONDecoder(), out.find("{")
    while at >= 0:  # One document for each declaration.
        node, end = decoder.raw_decode(out, at)
        nodes.append(node)
        at = out.find("{", end)
    return Declarations(nodes)


def constants(args, include):
    """Macros for constants and for current revisions: name -> expansion."""
    text = "".join(f"#include <{header}>\n" for header in HEADERS)
    macros = {}
    for line in clang([*args, "-E", "-dM"], include, text).splitlines():
        found = re.match(r"#define (\w+) (.+)", line)
        if found and OURS.match(found[1]):
            expansion = re.sub(r"__CUDA(?:RT)?_API_PT[DS][SZ]\((\w+)\)", r"\1", found[2])
            macros[found[1]] = expansion.replace(" ", "")
    return macros


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--clang", required=True)
    parser.add_argument("--cuda-include", required=True, type=pathlib.Path)
    parser.add_argument("--list-missing", action="store_true")
    options = parser.parse_args()
    real = options.cuda_include

    in_c = [options.clang, "-x", "c", "-std=c11"]
    versions = [constants(in_c, side)["CUDART_VERSION"] for side in (STUBS, real)]
    if versions[0] != versions[1]:
        print(f"skipped: the stubs follow CUDA {versions[0]}, the toolkit is {versions[1]}")
        return 0

    problems, compared, missing = [], 0, []

    def compare(what, ours, theirs):
        nonlocal compared
        for name, value in sorted(ours.items(), key=str):
            compared += 1
            if name not in theirs:
                problems.append(f"{what} {name}: not in the toolkit")
            elif value != theirs[name]:
                problems.append(f"{what} {name}:\n  stub    {value}\n  toolkit {theirs[name]}")
        missing.extend(f"{what} {name}" for name in theirs if name not in ours)

    ours, theirs = (declarations(in_c, side, HEADERS) for side in (STUBS, real))
    compare("function", ours.functions, theirs.functions)
    compare("enumerator", ours.enumerators, theirs.enumerators)
    compare("fields of", ours.fields, theirs.fields)
    # `cudaFoo cudaFoo_ptsz` and the like renames are not taken over.
    compare("macro", constants(in_c, STUBS), constants(in_c, real))

    in_cxx = [options.clang, "-x", "c++", "-std=c++17"]
    ours, theirs = (declarations(in_cxx, side, HEADERS) for side in (STUBS, real))
    compare("defaults of", ours.defaults, theirs.defaults)

    in_cuda = [options.clang, "-x", "cuda", "-std=c++17", "--cuda-host-only",
               "-nocudalib", "-Wno-unknown-cuda-version"]
    try:
        theirs = overloads([*in_cuda, f"--cuda-path={real.parent}"], real)
        ours = overloads([*in_cuda, "-nocudainc"], STUBS)
        ours.functions.pop("cudaConfigureCall", None)  # Clang's own, not CUDA's.
        compare("overloads of", ours.functions, theirs.functions)
        compare("template", ours.templates, theirs.templates)
    except Unreadable as error:
        print(f"C++ overloads not compared: {options.clang} cannot read this toolkit's\n{error}")

    for problem in problems:
        print(problem)
    if options.list_missing:
        print("\n".join(f"left out: {name}" for name in missing))
    print(f"{compared} declarations compared, {len(problems)} differ, {len(missing)} left out")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
