#!/usr/bin/env python3
"""Measures precision and recall of the checks on the labelled cases beside it.

    measure.py [--check] CLANG_TIDY PLUGIN [FILE...]

Writes docs/accuracy.md. With --check compares with it instead, and fails if a
verdict differs from its label, or the page from what would be written. With
FILEs only says what differs in those.

A case begins with a line

    // violation [construct]: words
    // legal: words

and a legal case belongs to the violation before it: it is what makes that
legal. On the line of a finding stands

    // expect: check, check
    // miss: check (why)       a finding that should be there, and is not
    // false: check (why)      a finding that should not be there, and is

A file may say how it is compiled: `// flags: -DX`. `#include` lines of the
cases' own headers need no guards: files are compiled together.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CASES = HERE / "cases"
ROOT = HERE.parent.parent
PAGE = ROOT / "docs/accuracy.md"
STUBS = ROOT / "share/cuda-capture-tidy/include"

# Nearly every case ignores some result, or does not destroy its graph: these
# checks have cases of their own.
ONLY_AT_HOME = ("unchecked-result", "leaked-graph")

CASE = re.compile(r"// (violation|legal)(?: \[([^]]+)\])?: (.+)$")
LABEL = re.compile(r"// (expect|miss|false): ([a-z-]+(?:, [a-z-]+)*)(?: \((.*)\))?$")
FINDING = re.compile(r"(.*?):(\d+):\d+: (warning|error): (.*) \[(.*?)\]$")


class Case:
    def __init__(self, file, line, kind, construct, words):
        self.file, self.line, self.kind = file, line, kind
        self.construct, self.words = construct, words
        self.check = None

    def __str__(self):
        return f"{self.file}:{self.line}: {self.kind}: {self.words}"


class Label:
    def __init__(self, kind, why, case):
        self.kind, self.why, self.case = kind, why, case


def read_labels(files):
    """The cases, and the labels by file, line and check; ends if a file breaks
    the rules above."""
    cases, labels, errors = [], {}, []
    for file in files:
        case = None
        for number, line in enumerate((CASES / file).read_text().splitlines(), 1):
            line = line.strip()
            if found := CASE.match(line):
                before = case
                case = Case(file, number, *found.groups())
                if case.kind == "legal":
                    if not before:
                        errors.append(f"{case}: no violation before it")
                    else:
                        case.check, case.construct = before.check, before.construct
                elif not case.construct:
                    errors.append(f"{case}: no [construct]")
                if before and before.kind == "violation":
                    if case.kind != "legal":
                        errors.append(f"{before}: no legal twin")
                cases.append(case)
            elif found := LABEL.search(line):
                kind, checks, why = found.groups()
                if not case:
                    errors.append(f"{file}:{number}: label without a case")
                    continue
                if kind != "expect" and not why:
                    errors.append(f"{file}:{number}: {kind} without a reason")
                if case.kind == "legal" and kind != "false":
                    errors.append(f"{file}:{number}: {kind} in a legal case")
                for check in checks.split(", "):
                    if kind != "false" and not case.check:
                        case.check = check
                    labels[file, number, check] = Label(kind, why, case)
            elif re.search(r"// (violation|legal|expect|miss|false)\b", line):
                errors.append(f"{file}:{number}: not understood: {line}")
        # A legal case is read before its violation has labels.
        before = None
        for case in (c for c in cases if c.file == file):
            if case.kind == "violation":
                before = case
                if not case.check:
                    errors.append(f"{case}: nothing is expected")
            elif before:
                case.check = before.check
        if before is None:
            errors.append(f"{file}: no cases")
    if errors:
        sys.exit("\n".join(errors))
    return cases, labels


def lint(clang_tidy, plugin, flags, files):
    """The findings in files that are compiled as one, by file, line, check."""
    with tempfile.TemporaryDirectory() as folder:
        cuda = files[0].endswith(".cu")
        main = Path(folder) / ("all.cu" if cuda else "all.cpp")
        main.write_text("".join(f'#include "{CASES / f}"\n' for f in files))
        command = [clang_tidy, "--quiet", f"-load={plugin}", "--checks=-*,cuda-capture-*",
                   f"--header-filter=^{re.escape(str(CASES))}/", str(main), "--",
                   "-D_GLIBCXX_BITS_SPECFUN_H=1", "-std=c++20", "-isystem", str(STUBS)] + flags
        if cuda:
            command += ["-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib",
                        "-Wno-unknown-cuda-version"]
        run = subprocess.run(command, text=True, capture_output=True)
    findings = {}
    for line in run.stdout.splitlines():
        if not (found := FINDING.match(line)):
            continue
        path, number, kind, text, check = found.groups()
        if kind == "error" or not check.startswith("cuda-capture-"):
            sys.exit(f"{line}\n(in the cases)")
        name = os.path.basename(path)
        findings[name, int(number), check[len("cuda-capture-"):]] = text
    if run.returncode:
        sys.exit(f"clang-tidy failed:\n{run.stdout}{run.stderr}")
    return findings


def find(clang_tidy, plugin, files):
    """The findings in all files; few processes, for most of the time goes into
    parsing the standard library."""
    groups = collections.defaultdict(list)
    for file in files:
        said = re.search(r"^// flags: (.*)$", (CASES / file).read_text(), re.M)
        flags = said[1].replace("-I../", f"-I{CASES.parent}/") if said else ""
        groups[Path(file).suffix, flags].append(file)
    jobs = []
    for (_, flags), group in sorted(groups.items()):
        half = (len(group) + 1) // 2 if len(group) > 6 else len(group)
        for part in (group[:half], group[half:]):
            if part:
                jobs.append((flags.split(), part))
    findings = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda job: lint(clang_tidy, plugin, *job), jobs):
            findings.update(found)
    return {(file, line, check): text for (file, line, check), text in findings.items()
            if check not in ONLY_AT_HOME or file.startswith(check)}


def compare(cases, labels, findings):
    """What differs from the labels, in words."""
    wrong = []
    for (file, line, check), label in sorted(labels.items()):
        hit = (file, line, check) in findings
        place = f"{file}:{line}: {check}"
        if hit and label.kind == "miss":
            wrong.append(f"{place}: found, though labelled a miss; say 'expect'\n  {label.case}")
        elif not hit and label.kind != "miss":
            wrong.append(f"{place}: not found\n  {label.case}" if label.kind == "expect" else
                         f"{place}: no false finding any more; remove the label\n  {label.case}")
    for (file, line, check), text in sorted(findings.items()):
        if (file, line, check) not in labels:
            around = [c for c in cases if c.file == file and c.line <= line]
            wrong.append(f"{file}:{line}: {check}: unexpected: {text}\n  {around[-1] if around else ''}")
    return wrong


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "–"


def page(cases, labels):
    """docs/accuracy.md, from the labels: they are what the plugin finds."""
    checks = sorted({c.check for c in cases})
    count = collections.Counter((l.kind, check) for (_, _, check), l in labels.items())
    kinds = collections.Counter((c.kind, c.check) for c in cases)

    def row(name, of):
        hit, miss, false = (sum(count[k, c] for c in of) for k in ("expect", "miss", "false"))
        bad, legal = (sum(kinds[k, c] for c in of) for k in ("violation", "legal"))
        return (f"| {name} | {bad} | {legal} | {hit} | {miss} | {false} | "
                f"{percent(hit, hit + false)} | {percent(hit, hit + miss)} |")

    text = ["# Accuracy", "",
            "<!-- Written by test/accuracy/measure.py. -->", "",
            f"The checks are measured on {len(cases)} small programs of our own, {sum(c.kind == 'violation' for c in cases)} that break a rule and "
            f"{sum(c.kind == 'legal' for c in cases)} that are legal, each of which is the smallest change that makes a violation legal. They are in `test/accuracy/cases`, with "
            "labels that say what is right by CUDA's documents, not what the checks do. They were thought up to fool the checks, so the figures say less about a usual program than "
            "about what to expect of unusual ones. `test/accuracy/measure.py` runs the plugin over them and writes this page; a test fails when a "
            "verdict changes.", "",
            "| check | violations | legal | found | missed | false | precision | recall |",
            "|---|---|---|---|---|---|---|---|"]
    text += [row(f"[`{c}`](checks/{c}.md)", [c]) for c in checks]
    text += [row("all", checks), "",
             "A finding counts if it is on the right line. In the legal programs, findings of all checks count, but for `unchecked-result` and `leaked-graph`, which are measured on programs of their own.", "",
             "## Constructs", "", "| construct | violations | legal | missed | false |", "|---|---|---|---|---|"]
    constructs = collections.defaultdict(collections.Counter)
    for case in cases:
        constructs[case.construct][case.kind] += 1
    for label in labels.values():
        constructs[label.case.construct][label.kind] += 1
    for construct, n in sorted(constructs.items()):
        text.append(f"| {construct} | {n['violation']} | {n['legal']} | {n['miss']} | {n['false']} |")
    for kind, title, none in (("miss", "What is not seen", "Every violation is found."),
                              ("false", "What is reported falsely", "Nothing.")):
        text += ["", f"## {title}", ""]
        some = [(label.case, check, label.why) for (_, _, check), label in labels.items() if label.kind == kind]
        if not some:
            text.append(none)
            continue
        text += ["| check | program | why |", "|---|---|---|"]
        for case, check, why in sorted(some, key=lambda s: (s[1], s[0].file, s[0].line)):
            text.append(f"| `{check}` | {case.words} | {why} |")
    text += ["", "[What no check sees](checks/README.md#what-no-check-sees) says more about the limits of the analysis. [Public code](public-code.md) shows what is found in programs of others, [Real bugs](real-bugs.md) which of their past bugs are found, and [Planted calls](planted-calls.md) which forbidden calls are found that are written into their captures."]
    return "\n".join(text) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare with docs/accuracy.md")
    parser.add_argument("clang_tidy")
    parser.add_argument("plugin")
    parser.add_argument("files", nargs="*", help="only these files of cases")
    args = parser.parse_args()

    files = args.files or sorted(p.name for p in CASES.iterdir() if p.suffix in (".cu", ".cpp"))
    cases, labels = read_labels(files)
    wrong = compare(cases, labels, find(args.clang_tidy, args.plugin, files))
    if wrong:
        sys.exit("\n".join(wrong) + f"\n{len(wrong)} verdicts differ from their labels")
    if args.files:
        return
    new = page(cases, labels)
    if args.check:
        if not PAGE.exists() or PAGE.read_text() != new:
            sys.exit(f"{PAGE} is not what test/accuracy/measure.py writes: run it")
    else:
        PAGE.write_text(new)
    kinds = collections.Counter(c.kind for c in cases)
    print(f"{kinds['violation']} violations and {kinds['legal']} legal cases: as labelled")


if __name__ == "__main__":
    main()
