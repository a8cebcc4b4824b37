#!/usr/bin/env python3
"""Runs the examples of the check pages.

A ```cuda block that a ```text block follows must print exactly that text; any
other ```cuda block must be silent. A ```json block holds rows of the user's for
the ```cuda blocks behind it. With --update, the text blocks are written
anew. Only the pages of cuda-capture-unchecked-result and cuda-capture-leaked-graph
look at results, and at graphs that are lost: the other examples would be hard to
read if they tested the ones and destroyed the others.

usage: check-examples.py [--update] CLANG_TIDY PLUGIN INCLUDE_DIR PAGE...
"""
import os
import re
import subprocess
import sys
import tempfile

EXAMPLE = re.compile(
    r"```json\n(?P<rows>.*?)```|"
    r"```cuda\n(?P<code>.*?)```(?P<text>\n\n```text\n(?P<output>.*?)\n?```)?",
    re.S,
)


def lint(codes, rows, checks, tidy, plugin, include):
    """What clang-tidy prints for each of these examples, in one run of it."""
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        for number, code in enumerate(codes):
            os.mkdir(os.path.join(folder, str(number)))
            with open(os.path.join(folder, str(number), "example.cu"), "w") as file:
                file.write(code)
        command = [tidy, "--quiet", f"-load={plugin}"]
        if rows:
            with open(os.path.join(folder, "rows.json"), "w") as file:
                file.write(rows)
            command.append(
                "--config={CheckOptions: {CudaCaptureKnowledgeBase: rows.json}}"
            )
        command += [f"--checks={checks}"]
        command += [f"{number}/example.cu" for number in range(len(codes))]
        # Half of <cmath>, which no example uses, takes half of the time.
        command += ["--", "-D_GLIBCXX_BITS_SPECFUN_H=1"]
        command += ["-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib"]
        command += ["-Wno-unknown-cuda-version", "-isystem", include]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode or "error:" in done.stdout:
        sys.exit(f"an example does not compile:\n{done.stdout}{done.stderr}")
    # clang-tidy prints absolute names; all of a finding starts with one.
    outputs = [[] for _ in codes]
    current = None
    for line in done.stdout.strip("\n").split("\n"):
        place = re.match(re.escape(folder) + r"/(\d+)/example\.cu:", line)
        current = outputs[int(place[1])] if place else current
        if current is not None:
            line = re.sub(re.escape(folder) + r"/\d+/", "", line)
            current.append(line.rstrip())
    return ["\n".join(lines).strip("\n") for lines in outputs]


def main(arguments):
    update = arguments[:1] == ["--update"]
    tidy, plugin, include, *pages = arguments[update:]
    plugin, include = os.path.abspath(plugin), os.path.abspath(include)
    problems = examples = 0
    for page in pages:
        with open(page) as file:
            text = file.read()
        checks = "-*,cuda-capture-*"
        for only_there in ("unchecked-result", "leaked-graph"):
            if os.path.basename(page) != only_there + ".md":
                checks += ",-cuda-capture-" + only_there

        # Those that the same rows are for are linted together.
        groups = [("", [])]
        for match in EXAMPLE.finditer(text):
            if match["rows"]:
                groups.append((match["rows"], []))
            else:
                groups[-1][1].append(match["code"])
        outputs = []
        for rows, codes in groups:
            if codes:
                outputs += lint(codes, rows, checks, tidy, plugin, include)
        outputs = iter(outputs)

        def check(match):
            nonlocal problems, examples
            if match["rows"]:
                return match[0]
            examples += 1
            output = next(outputs)
            expected = match["output"] if match["text"] else ""
            if match["text"] and update:
                return f"```cuda\n{match['code']}```\n\n```text\n{output}\n```"
            if "[docs/checks/" in output:
                problems += 1
                print(f"{page}: a finding cites no error entry:\n{output}")
            if output != expected:
                problems += 1
                print(f"{page}: an example prints:\n{output or '(nothing)'}")
            return match[0]

        new = EXAMPLE.sub(check, text)
        if update:
            with open(page, "w") as file:
                file.write(new)
    if not examples:
        sys.exit("no examples found")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
