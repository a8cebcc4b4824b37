#!/usr/bin/env python3
"""Writes manual pages and completions of programs, from what they say of themselves.

make.py FOLDER --version=VERSION --date=DATE [--suffix=-22] PROGRAM...

FOLDER gets man/man1, bash, zsh and fish, with the names that the programs have
with the suffix.
"""
import argparse
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import completion  # noqa: E402
import describe  # noqa: E402
import manual  # noqa: E402

STATUS = (
    "EXIT STATUS",
    [
        ("0", "Nothing was found, or what was asked for was done."),
        ("1", "There are findings, or what was looked for was found."),
        ("2", "Something could not be analysed, or read, or the command line is wrong."),
    ],
)


def more_of(name, suffix):
    if name.startswith("cuda-capture-clangd"):
        return [("SEE ALSO", [("", f"cuda-capture{suffix}(1)")])]
    files = [
        (".cuda-capture", "Beside the compile database: what check keeps from run to run. May be deleted."),
        (".clang-tidy", "The options of the checks, for check as for clang-tidy."),
    ]
    variables = [("CUDA_PATH, CUDA_HOME", "A CUDA toolkit, if the compile commands name none.")]
    see = [("", f"clang-tidy{suffix}(1), cuda-capture-hook{suffix}(1)")]
    return [STATUS, ("FILES", files), ("ENVIRONMENT", variables), ("SEE ALSO", see)]


def hook_page(hook, name, suffix, version, date):
    """The hook is no program of LLVM's: its help is a text."""
    said = subprocess.run([sys.executable, hook, "--help"], capture_output=True, text=True, check=True).stdout
    first, usage, *rest = said.strip().split("\n\n")
    e = manual.escaped
    out = [f'.TH "{e(name.upper())}" 1 "{date}" "cuda-capture-tidy {version}" "User Commands"']
    out += [".SH NAME", f"{e(name)} \\- {e(manual.summary(first))}"]
    out += [".SH SYNOPSIS", f".B {e(name)}", e(usage.split(" ", 1)[1]), ".SH DESCRIPTION"]
    for paragraph in rest:
        out += [".PP", *map(e, paragraph.splitlines())]
    out.remove(".PP")
    out += [".SH EXIT STATUS"]
    for term, text in STATUS[1]:
        out += [".TP", f".B {term}", e(text)]
    out += [".SH ENVIRONMENT", ".TP", ".B CUDA_CAPTURE", "The program to run."]
    out += [".SH SEE ALSO", e(f"cuda-capture{suffix}(1)")]
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("programs", nargs="+", type=pathlib.Path)
    for option in ("--version", "--date"):
        parser.add_argument(option, required=True)
    parser.add_argument("--suffix", default="")
    args = parser.parse_args()

    def write(name, text):
        path = args.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    for program in args.programs:
        name = program.name + args.suffix
        if program.name == "cuda-capture-hook":
            write(f"man/man1/{name}.1", hook_page(program, name, args.suffix, args.version, args.date))
            continue
        described = describe.describe(program, name)
        write(f"man/man1/{name}.1", manual.page(described, args.version, args.date, more_of(name, args.suffix)))
        write(f"bash/{name}", completion.bash(described))
        write(f"zsh/_{name}", completion.zsh(described))
        write(f"fish/{name}.fish", completion.fish(described))


if __name__ == "__main__":
    main()
