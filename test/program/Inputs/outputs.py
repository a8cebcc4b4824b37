"""Commands that write files: outputs.py write FLAGS makes a database of one that
has them all; outputs.py each FLAGS CUDA-CAPTURE looks at a source with one option
after the other, with commands that take flags."""

import json
import os
import subprocess
import sys

OPTIONS = [
    ["-o", "w.o"],
    ["--output=w1.o"],
    ["-MD", "-MF", "w.d"],
    ["-MMD", "-MP", "-MT", "w"],
    ["-MJ", "w.json"],
    ["-MJw2.json"],
    ["--serialize-diagnostics", "w.dia"],
    ["-serialize-diagnostics", "w1.dia"],
    ["-save-temps"],
    ["--save-temps=obj"],
    ["-save-stats"],
    ["-ftime-trace"],
    ["-ftime-trace=w.trace"],
    ["-fproc-stat-report=w.stat"],
    ["-fsave-optimization-record"],
    ["-foptimization-record-file=w.yaml"],
    ["-fcrash-diagnostics-dir=w.crash"],
    ["--coverage"],
    ["-fprofile-arcs", "-ftest-coverage"],
    ["-fdump-tree-all"],
    ["-fdump-record-layouts"],
    ["-aux-info", "w.aux"],
    ["-index-store-path", "w.index", "-index-unit-output-path", "w.unit"],
    ["-Xclang", "-dependency-file", "-Xclang", "w2.d", "-Xclang", "-MT", "-Xclang", "w"],
    ["-Xclang", "-header-include-file", "-Xclang", "w.h"],
    ["-Xclang", "-serialize-diagnostic-file", "-Xclang", "w2.dia"],
    ["-Xclang", "-diagnostic-log-file", "-Xclang", "w.log"],
    ["-Xclang", "-dependency-dot", "-Xclang", "w.dot"],
    ["-Xclang", "-module-dependency-dir", "-Xclang", "w.modules"],
    ["-Xclang", "-stats-file=w.stats"],
    ["-Xclang", "-o", "-Xclang", "w3.o"],
    ["-fmodules", "-fmodules-cache-path=w.cache"],
    ["-H"],
]

what, flags = sys.argv[1], sys.argv[2].split()
source = os.path.abspath("src")
if what == "write":
    command = ["clang++", *flags, "-c", "a.cu"] + [word for words in OPTIONS for word in words]
    entry = {"directory": source, "file": "a.cu", "arguments": command}
    with open("build/compile_commands.json", "w") as file:
        json.dump([entry], file)
else:
    os.chdir(source)
    for words in OPTIONS:
        for verb in (["check"], ["compile", "-o", "../a.ccir"], ["dump-ir"]):
            done = subprocess.run([sys.argv[3], *verb, "a.cu", "--", *flags, *words], capture_output=True)
            assert done.returncode == (verb == ["check"]), (words, done.stdout, done.stderr)
            assert sorted(os.listdir()) == ["a.cu"], (words, verb, os.listdir())
