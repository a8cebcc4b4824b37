#!/usr/bin/env python3
"""Runs the examples of the check pages.

A ```cuda block that a ```text block follows must print exactly that text; any
other ```cuda block must be silent. A ```json block holds rows of the user's for
the ```cuda blocks behind it. With --update, the text blocks are written
anew. Only the page of cuda-capture-unchecked-result looks at results: the other
examples would be hard to read if they tested them.

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


def lint(code, rows, checks, tidy, plugin, include):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "example.cu"), "w") as file:
            file.write(code)
        command = [tidy, "--quiet", f"-load={plugin}"]
        if rows:
            with open(os.path.join(folder, "rows.json"), "w") as file:
                file.write(rows)
            command.append(
                "--config={CheckOptions: {CudaCaptureKnowledgeBase: rows.json}}"
            )
        command += [f"--checks={checks}", "example.cu", "--", "-x", "cuda"]
        command += ["--cuda-host-only", "-nocudainc", "-nocudalib"]
        command += ["-Wno-unknown-cuda-version", "-isystem", include]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        # clang-tidy prints absolute names.
        text = done.stdout.replace(os.path.realpath(folder) + "/", "")
    if done.returncode or "error:" in text:
        sys.exit(f"an example does not compile:\n{code}\n{text}{done.stderr}")
    return "\n".join(line.rstrip() for line in text.strip("\n").split("\n"))


def main(arguments):
    update = arguments[:1] == ["--update"]
    tidy, plugin, include, *pages = arguments[update:]
    plugin, include = os.path.abspath(plugin), os.path.abspath(include)
    problems = examples = 0
    for page in pages:
        with open(page) as file:
            text = file.read()
        checks = "-*,cuda-capture-*"
        if os.path.basename(page) != "unchecked-result.md":
            checks += ",-cuda-capture-unchecked-result"

        rows = ""

        def check(match):
            nonlocal problems, examples, rows
            if match["rows"]:
                rows = match["rows"]
                return match[0]
            examples += 1
            output = lint(match["code"], rows, checks, tidy, plugin, include)
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
