"""Compares docs/design/example.md with what the tool prints for its source.

worked-example.py PAGE FOLDER TOOL -- FLAGS...

The page has the source, CaptureIR without places and trivial blocks, and the
diagnostics without the lines of the source, in this order. Each line of the
latter two must be among the lines that the tool prints, in the order of the page.
"""
import pathlib
import re
import subprocess
import sys


def main():
    page, folder, tool = sys.argv[1:4]
    flags = sys.argv[5:]
    text = pathlib.Path(page).read_text()
    source, ir, diagnostics = re.findall(r"^```\w+\n(.*?)^```$", text, re.M | re.S)
    pathlib.Path(folder, "example.cu").write_text(source)

    def lines(*command):
        out = subprocess.run([tool, *command, "example.cu", "--", *flags], cwd=folder,
                             text=True, stdout=subprocess.PIPE).stdout
        # Places stand behind '!' in CaptureIR, and braces begin and end functions.
        return [re.sub(r" !\S+:\d+:\d+", "", line).removesuffix(" {") for line in out.split("\n")]

    problems = []
    for expected, printed in ((ir, lines("dump-ir")),
                              (diagnostics, lines("check", "--no-cache", "--no-config", "--quiet"))):
        rest = iter(printed)
        for line in expected.strip().split("\n"):
            if line not in rest:
                problems.append(f"not printed, or not in this order: {line}")
                break
    if not printed or not ir.strip():
        problems.append("the page has an empty block")
    print("\n".join(problems))
    return 1 if problems else 0


sys.exit(main())
