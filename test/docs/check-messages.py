"""The messages of docs/troubleshooting.md are those that the programs print.

check-messages.py PAGE CUDA_CAPTURE CLANG_TIDY PLUGIN

Makes each mistake, and looks for a message in what is printed and in the page.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

page = pathlib.Path(sys.argv[1]).read_text()
tool, tidy, plugin = sys.argv[2:5]
blocks = [line for block in re.findall(r"^```text\n(.*?)^```", page, re.M | re.S) for line in block.splitlines()]
wrong = 0
shown = set()


def expect(command, *messages, **files):
    """Runs a command where there is nothing but `files`."""
    global wrong
    # Not below the build, whose compile database would be found.
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {"src/engine.cu": "int f();\n", **files}.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        env = {"PATH": "/usr/bin:/bin", "TMPDIR": folder}
        done = subprocess.run(command, cwd=folder, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said = re.sub(r"'[^']*/share/cuda-capture-tidy", "'.../share/cuda-capture-tidy", done.stdout)
    for message in messages:
        lines = [line for line in blocks if message in line]
        if not lines:
            wrong += 1
            print(f"the page does not have: {message}")
        for line in lines:
            shown.add(line)
            if line not in said:
                wrong += 1
                print(f"{' '.join(command[1:])} does not say:\n  {line}\nbut:\n{said}")


config = "Checks: '-*,cuda-capture-unsafe-cal'\nCheckOptions:\n  CudaCaptureReportPosible: true\n"
database = '[{"directory": "/", "file": "/a.cu", "command": "nvcc -c /a.cu"}]'
expect([tool, "chekc", "a.cu"], "unknown command")
expect([tool], "no command given")
expect([tool, "check", "--levle=possible"], "Unknown command line", "Did you mean")
expect([tool, "check"], "nothing to check")
expect([tool, "check", "-p", "nowhere"], "'nowhere' does not exist")
expect([tool, "check", "-p", "build"], "has no compile commands", **{"build/compile_commands.json": "[]"})
expect([tool, "check", "--no-cache", "src/engine.cu"], "no compile_commands.json above")
expect([tool, "check", "--no-cache", "a.cpp", "--"], "nothing to look at", **{"a.cpp": "int f();\n"})
expect([tool, "check", "--no-cache", "a.cuh", "--"], "in which language", **{"a.cuh": "int f();\n"})
expect([tool, "compdb", "-p", ".", "-o", "o.json"], "no CUDA toolkit", **{"compile_commands.json": database})
expect([tidy, f"-load={plugin}", "--verify-config"], "unknown check '", "unknown check option", **{".clang-tidy": config})
# The others are tested where they are printed.
elsewhere = ("checks were built for LLVM", "unknown argument: '--expt", "cannot use the knowledge base", "our-wrappers.json")
for line in blocks:
    if line not in shown and not any(e in line for e in elsewhere):
        wrong += 1
        print(f"nothing prints: {line}")
sys.exit(wrong != 0)
