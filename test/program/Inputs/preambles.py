#!/usr/bin/env python3
"""Checks programs whose sources begin alike, with and without parsing that once.

usage: preambles.py TOOL INCLUDE FOLDER

Whatever is written must be the same, byte for byte. Each case says how many
preambles there are to be, and what is found, which would be something else if a
source got a preamble that it does not begin with."""
import json
import os
import re
import subprocess
import sys

TOOL, INCLUDE, FOLDER = sys.argv[1:]

BEGIN = "cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);"
END = "cudaGraph_t g; cudaStreamEndCapture(s, &g);"
# A header that has a finding, and what is needed for others.
COMMON = f"""#pragma once
#include <cuda_runtime.h>
inline void grow() {{ void *p; cudaMalloc(&p, 8); }}
inline void inHeader(cudaStream_t s) {{ {BEGIN} grow(); {END} }}
"""
NAMES = ["one", "two", "three", "four"]


def body(name, inside="grow();"):
    return f"void {name}(cudaStream_t s) {{ {BEGIN} {inside} {END} }}\n"


def alike(first='#include "common.h"\n', **others):
    """Four sources that begin with \\p first, or with what \\p others say."""
    return {name + ".cu": others.get(name, first) + body(name) for name in NAMES}


CASES = {}


def case(name, files, preambles, findings, flags=None, errors=False):
    """\\p preambles: how many are begun; \\p flags: those of single files."""
    CASES[name] = (files, preambles, findings, flags or {}, errors)


# How many sources begin with a preamble in the end, where it is not all four.
USED = dict.fromkeys(
    [
        "macro-before", "macro-before-nested", "header-before", "declaration-before", "condition-before", "undefined-before",
        "line-before", "never-included", "false-guard", "guard-of-flags", "wrong-source", "flags", "language",
    ],
    3,
)
# Of what has errors, or leaves something open, there is none.
USED.update(dict.fromkeys(["half-guard", "open-brace", "missing", "wrong"], 0))


case("plain", {"common.h": COMMON, **alike()}, 1, 5)
case("nothing", {"common.h": COMMON, **alike("#include <cuda_runtime.h>\nvoid grow();\n")}, 1, 0)

case("only-header", {"common.h": COMMON, **{name + ".cu": '#include "common.h"\n' for name in NAMES}}, 1, 1)

# What stands in front of the header.
ASKS = COMMON + "#ifdef QUIET\n#define WORK\n#else\n#define WORK grow();\n#endif\n"
USES = {name + ".cu": '#include "common.h"\n' + body(name, "WORK") for name in NAMES}
case("macro-before", {"common.h": ASKS, **USES, "four.cu": '#define QUIET\n#include "common.h"\n' + body("four", "WORK")}, 1, 4)
case(
    "macro-before-nested",
    {"common.h": ASKS, "own.h": '#pragma once\n#define QUIET\n#include "common.h"\n', **USES, "four.cu": '#include "own.h"\n' + body("four", "WORK")},
    1,
    4,
)
case(
    "header-before",
    {"common.h": ASKS, "own.h": "#pragma once\n#define QUIET\n", **USES, "four.cu": '#include "own.h"\n#include "common.h"\n' + body("four", "WORK")},
    1,
    4,
)
case("declaration-before", {"common.h": COMMON, **alike(four='namespace other {}\n#include "common.h"\n')}, 1, 5)
case("condition-before", {"common.h": COMMON, **alike(four='#if 1\n#include "common.h"\n#endif\n')}, 1, 5)
case("undefined-before", {"common.h": ASKS, **USES, "four.cu": '#undef QUIET\n#include "common.h"\n' + body("four", "WORK")}, 1, 5)
case("comments-before", {"common.h": COMMON, **alike(three='// One.\n\n#include "common.h"\n', four='/* One.\n*/\n#include "common.h" // Two.\n')}, 1, 5)
case("line-before", {"common.h": COMMON, **alike(four='#line 100 "other.cu"\n#include "common.h"\n')}, 1, 5)
case("never-included", {"common.h": ASKS, **USES, "four.cu": '#if 0\n#include "common.h"\n#endif\n#include <cuda_runtime.h>\nvoid grow();\n' + body("four", "")}, 1, 4)

# Headers around it.
case("own-once", {"common.h": COMMON, "own.h": '#pragma once\n#include "common.h"\n', **alike(four='#include "own.h"\n')}, 1, 5)
GUARD = '#ifndef OWN_H\n#define OWN_H\n#include "common.h"\n#endif\n'
case("own-guard", {"common.h": COMMON, "own.h": GUARD, **alike(four='#include "own.h"\n')}, 1, 5)
case("own-guard-defined", {"common.h": COMMON, "own.h": GUARD.replace("ifndef OWN_H", "if !defined(OWN_H)").replace("define OWN_H", "define OWN_H 1"), **alike(four='#include "own.h"\n')}, 1, 5)
ASKS_OWN = ASKS.replace("QUIET", "OWN_H")
case("guard-asked", {"common.h": ASKS_OWN, "own.h": GUARD, **USES, "four.cu": '#include "own.h"\n' + body("four", "WORK")}, 1, 4)
CYCLE = COMMON + '#include "own.h"\n#define WORK OWN\n'
OWN = '#pragma once\n#include "common.h"\n#ifdef WORK\n#define OWN\n#else\n#define OWN grow();\n#endif\n'
case("cycle", {"common.h": CYCLE, "own.h": OWN, **USES, "four.cu": '#include "own.h"\n' + body("four", "OWN")}, 1, 4)
case("two-levels", {"common.h": COMMON, "a.h": '#pragma once\n#include "b.h"\n', "b.h": '#pragma once\n#include "common.h"\n', **alike(three='#include "b.h"\n', four='#include "a.h"\n')}, 1, 5)
case("false-guard", {"common.h": ASKS, "own.h": '#ifndef OTHER\n#define QUIET\n#include "common.h"\n#endif\n', **USES, "four.cu": '#include "own.h"\n' + body("four", "WORK")}, 1, 4)

# What the header is.
LIST = "#include <cuda_runtime.h>\nvoid grow();\nITEM\n#undef ITEM\n#define ITEM void *other();\n"
case(
    "not-once",
    {"list.h": LIST.replace("ITEM\n#undef", "#ifdef ITEM\nITEM\n#endif\n#undef"), **alike('#include "list.h"\n#include "list.h"\n')},
    1,
    0,
)
case("guard", {"common.h": COMMON.replace("#pragma once\n", "#ifndef COMMON\n#define COMMON\n") + "#endif\n", **alike()}, 1, 5)
case("half-guard", {"common.h": COMMON.replace("#pragma once\n", "#ifndef COMMON\n#define COMMON\n") + "#endif\ninline int half();\n", **alike()}, 1, 5)
case("guard-of-flags", {"common.h": COMMON.replace("#pragma once\n", "#ifndef COMMON\n#define COMMON\n") + "#endif\n", **alike()}, 1, 5, {"four.cu": ["-DOTHER"]})
BASE = COMMON + "inline void base() { if constexpr (sizeof(__BASE_FILE__) > 20) grow(); }\n"
case("base-file", {"common.h": BASE, **{name + ".cu": '#include "common.h"\n' + body(name, "base();") for name in NAMES}}, 1, 1)
case("level", {"common.h": ASKS.replace("ifdef QUIET", "if __INCLUDE_LEVEL__ > 1"), "own.h": '#pragma once\n#include "common.h"\n', **USES, "four.cu": '#include "own.h"\n' + body("four", "WORK")}, 1, 4)
case("counter", {"common.h": COMMON + "constexpr int counted = __COUNTER__;\n", **alike(), "four.cu": '#include "common.h"\n' + "#if __COUNTER__ == 1\n" + body("four") + "#endif\n"}, 1, 5)
case("system", {"common.h": "#pragma GCC system_header\n" + COMMON, **alike()}, 1, 0)
case("per-thread", {"common.h": "#pragma once\n#define CUDA_API_PER_THREAD_DEFAULT_STREAM\n" + COMMON.replace("#pragma once\n", ""), **alike()}, 1, 5)
case("open-brace", {"common.h": COMMON + "namespace inside {\n", **{name + ".cu": '#include "common.h"\n' + body(name) + "}\n" for name in NAMES}}, 1, 5)
case("missing", {"common.h": COMMON + '#include "not-there.h"\n', **alike()}, 1, 5, errors=True)
case("wrong", {"common.h": COMMON + "int wrong = notDeclared;\n", **alike()}, 1, 5, errors=True)
case("wrong-source", {"common.h": COMMON, **alike(), "four.cu": '#include "common.h"\nint wrong = notDeclared;\n' + body("four")}, 1, 5, errors=True)
# What stays open is open behind the shared header, too: the structure has 5 bytes.
SIZED = """struct Odd { char c; int i; };
void sized(cudaStream_t s) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if constexpr (sizeof(Odd) == 5) cudaDeviceSynchronize();
  cudaGraph_t g;
  cudaStreamEndCapture(s, &g);
}
"""
PACKED = {"common.h": COMMON + "#pragma pack(push, 1)\n#pragma push_macro(\"END\")\n", **alike()}
case("packed", {**PACKED, "one.cu": PACKED["one.cu"] + SIZED}, 1, 6)

# Where it is.
case("other-folder", {"in/common.h": COMMON, **alike('#include "in/common.h"\n', three='#include "./in/common.h"\n', four='#include "in/../in/common.h"\n')}, 1, 5)
case(
    "same-name",
    {"common.h": ASKS, "in/common.h": ASKS.replace("QUIET", "__cplusplus"), "in/own.h": '#pragma once\n#include "common.h"\n', **USES, "four.cu": '#include "in/own.h"\n' + body("four", "WORK")},
    1,
    5,
)
case("searched", {"in/common.h": COMMON, **alike("#include <common.h>\n")}, 1, 5, {name + ".cu": ["-Iin"] for name in NAMES})
case("beside-next", {"in/common.h": COMMON, "next/common.h": '#pragma once\n#include_next <common.h>\n', **alike("#include <common.h>\n")}, 1, 5, {name + ".cu": ["-Inext", "-Iin"] for name in NAMES})

# Flags.
case("flags", {"common.h": ASKS, **USES}, 1, 4, {"four.cu": ["-DQUIET"]})
case("language", {"common.h": COMMON, **alike()}, 1, 5, {"four.cu": ["-std=c++20"]})
case("included", {"common.h": COMMON, **alike("")}, 1, 5, {name + ".cu": ["-include", "common.h"] for name in NAMES})

# What only the header has.
case(
    "promise",
    {
        "common.h": COMMON
        + '[[clang::annotate("cuda_capture::capturable")]] inline void promised(cudaStream_t s) { grow(); }\n'
        + "struct Base { virtual void run() {} virtual ~Base() {} };\n"
        + f"inline void runs(Base *b, cudaStream_t s) {{ {BEGIN} b->run(); {END} }}\n"
        + f"template <typename T> void each(T f, cudaStream_t s) {{ {BEGIN} f(); {END} }}\n"
        + f"static const auto table = +[](cudaStream_t s) {{ {BEGIN} grow(); {END} }};\n"
        + f"namespace inner {{ extern \"C\" {{ inline void nested(cudaStream_t s) {{ {BEGIN} grow(); {END} }} }} }}\n"
        + f"struct Holder {{ cudaStream_t s; void run() {{ {BEGIN} later(); {END} }} void later(); }};\n",
        **alike(),
        "three.cu": '#include "common.h"\nvoid three(cudaStream_t s) { each([] { grow(); }, s); }\n',
        "four.cu": '#include "common.h"\nvoid Holder::later() { grow(); }\nstruct Derived : Base { void run() override { grow(); } };\n'
        + "void four(cudaStream_t s) { Derived d; runs(&d, s); }\n",
    },
    1,
    None,
)


def check(folder, cache, *options):
    command = [TOOL, "check", "-p", folder, "--cache", cache, "--all", "-j2", "--checks=-cuda-capture-unchecked-result", *options]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return ran.returncode, ran.stdout, ran.stderr


def content(folder):
    result = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            result[name] = file.read()
    return result


def run(name):
    files, preambles, findings, flags, errors = CASES[name]
    folder = os.path.join(FOLDER, name)
    for file, text in files.items():
        path = os.path.join(folder, file)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as out:
            out.write(text)
        os.utime(path, (1500000000, 1500000000))
    base = ["clang++", "-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "-std=c++17", "-D_GLIBCXX_BITS_SPECFUN_H=1", "-isystem", INCLUDE]
    database = [
        {"directory": folder, "file": file, "arguments": [*base, *flags.get(file, []), "-c", file]} for file in sorted(files) if file.endswith(".cu")
    ]
    with open(os.path.join(folder, "compile_commands.json"), "w") as out:
        json.dump(database, out)
    problems = []
    status, said, progress = check(folder, folder + "/shared", "--preamble-gain=0")
    plain_status, plain_said, plain_progress = check(folder, folder + "/plain", "--no-preambles")
    if "shared headers" in plain_progress:
        problems.append("--no-preambles has preambles")
    if status != plain_status or said != plain_said:
        problems.append(f"results differ:\n{said}\n--- without preambles:\n{plain_said}")
    shared, plain = content(folder + "/shared"), content(folder + "/plain")
    if shared.keys() != plain.keys() or len(shared) < 5:
        problems.append("other files are kept")
    problems += [f"{key} differs" for key in plain if shared.get(key) != plain[key]]
    begun = re.findall(r"shared headers: \d+ of (\d+)", progress)
    if (int(begun[-1]) if begun else 0) != preambles:
        problems.append(f"{begun} preambles instead of {preambles}")
    used = re.search(r"parsed once for (\d+) sources", progress)
    if (int(used[1]) if used else 0) != USED.get(name, len(NAMES)):
        problems.append(f"{used and used[0]} instead of {USED.get(name, len(NAMES))}")
    found = re.search(r"(\d+) findings? in", said)
    if errors != bool(re.search(r"in part|failed", said)):
        problems.append(f"errors, or none, against what was thought: see {folder}")
    if findings is not None and (not found or int(found[1]) != findings):
        problems.append(f"{found and found[0]} instead of {findings}, see {folder}")
    return problems


failed = 0
for name in CASES:
    for problem in run(name):
        print(f"{name}: {problem}")
        failed += 1
print(f"{len(CASES)} programs, {failed} problems")
sys.exit(failed != 0)
