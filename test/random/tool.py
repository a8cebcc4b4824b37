"""Runs the tool on random programs."""

import collections
import copy
import json
import os
import pathlib
import subprocess
import tempfile

import source
from program import FILE, FORMS
from verdict import Finding, compare, disagreements

here = pathlib.Path(__file__).resolve().parent
FLAGS = (
    "-D_GLIBCXX_BITS_SPECFUN_H=1 -x cuda --cuda-host-only -nocudainc -nocudalib "
    f"-Wno-unknown-cuda-version -isystem {here.parent.parent}/share/cuda-capture-tidy/include -std=c++17"
).split()
# Notes on further calls that the finding holds for.
SAME = ("to which the same", "which violates the same rule")
# What the reference says nothing of.
IGNORED = ("cuda-capture-unchecked-result", "cuda-capture-leaked-graph")


class Broken(Exception):
    """The tool failed, or the source does not compile."""


class Tool:
    def __init__(self, path, timeout):
        self.path = path
        self.timeout = timeout

    def run(self, command, *args, file=None):
        """What a command prints as JSON, or writes into a file."""
        name = " ".join([command, *args])
        try:
            done = subprocess.run(
                [self.path, command, *args, "--", *FLAGS],
                capture_output=True,
                text=True,
                timeout=self.timeout,
                stdin=subprocess.DEVNULL,
            )
        except subprocess.TimeoutExpired as late:
            raise Broken(f"{name}: no answer in {late.timeout} seconds")
        except OSError as error:
            raise Broken(f"{name}: {error}")
        try:
            return json.loads(pathlib.Path(file).read_text() if file else done.stdout)
        except (json.JSONDecodeError, FileNotFoundError):
            # A file without a region has no graphs.
            if done.returncode == 1 and command == "graph":
                return {"captures": []}
            raise Broken(f"{name}: exit status {done.returncode}\n{done.stderr[-2000:]}")

    def judge(self, batch, folder):
        """Findings and captures of each program of a batch, by its name. There
        are no captures where functions of a program are in other files."""
        files, owners = source.sources(batch)
        for name, text in files.items():
            pathlib.Path(folder, name).write_text(text)
        paths = [os.path.join(folder, name) for name in files if name.endswith(".cu")]
        if len(paths) == 1:
            results = self.run("diagnose", *paths)
        else:
            answer = os.path.join(folder, "results.json")
            options = ["--all", "--no-cache", "--no-config", "--quiet", "-j", "1", f"--json={answer}"]
            results = self.run("check", *options, *paths, file=answer)
        for unit in results["units"]:
            if unit["state"] != "analysed" or unit["problem"]:
                raise Broken(f"{unit}")
        number = {name: i for i, name in enumerate(files)}

        def line(at):
            return FILE * number[os.path.basename(at["file"])] + at["line"]

        findings = collections.defaultdict(list)
        for f in results["findings"]:
            if f["check"] in IGNORED:
                continue
            at = to = line(f["at"])
            further = ()
            if " reaches " in f["text"]:
                # The last step of the path is the violating call; others may follow.
                path = [n for n in f["notes"] if n["kind"] == "path" and not n["before"]]
                same = [n for n in path if any(words in n["text"] for words in SAME)]
                further = tuple(line(n["at"]) for n in same)
                if not further or path[0] is not same[0]:
                    to = line((path[: path.index(same[0])] if same else path)[-1]["at"])
            if at not in owners:
                raise Broken(f"a finding outside of all programs: {f}")
            findings[owners[at]].append(Finding(to, f["error"], f["check"], f["text"], at, further))
        captures = None
        if len(paths) == 1:
            captures = collections.defaultdict(list)
            for c in self.run("graph", f"{paths[0]}:p*", "--format=json")["captures"]:
                captures[c["root"]].append(c)
        return findings, captures

    def said(self, batch):
        """The verdicts on each program of a batch."""
        with tempfile.TemporaryDirectory() as folder:
            findings, captures = self.judge(batch, folder)
            return [compare(p, findings[p.name], None if captures is None else captures[p.name]) for p in batch]


def judge(tool, batch):
    """The verdicts on each program, with the reasons for what is missed."""
    verdicts = judged(tool, batch)
    simpler = []
    for i, p in enumerate(batch):
        if missed(verdicts[i]):
            for why, change in SIMPLER:
                q = change(copy.deepcopy(p))
                if q:
                    q.name = f"p{len(simpler)}"
                    simpler.append((i, why, q))
    agreed = {}
    for (i, why, _), said in zip(simpler, judged(tool, [q for _, _, q in simpler])):
        if not disagreements(said):
            agreed.setdefault(i, ("open", why, None))
    for i, why in agreed.items():
        lacks = missed(verdicts[i])
        verdicts[i] = [why if s in lacks else s for s in verdicts[i]]
    return verdicts


def judged(tool, batch):
    """What is said of each program: of those in several files on their own."""
    verdicts = [None] * len(batch)
    for several in (False, True):
        some = [i for i, p in enumerate(batch) if (p.files() > 1) == several]
        if some:
            for i, said in zip(some, tool.said([batch[i] for i in some])):
                verdicts[i] = said
    return verdicts


def missed(said):
    return [s for s in said if s[0] == "disagree" and s[1].startswith(LACKS)]


# What the tool says too little.
LACKS = ("missed: ", "another error: ", "number of nodes", "number of edges", "a node that is not known")


def fewer_paths(p):
    """Each call that may fail in a helper is one more path to its caller."""
    if p.style in ("try", "throw"):
        p.style = "note"
        return p


def one_file(p):
    if p.files() > 1:
        for function in p.functions.values():
            function.file = 0
        return p


def locals_(letter, places):
    def simpler(p):
        if p.places.get(letter) in places:
            p.places[letter] = "locals"
            return p

    return simpler


def usual(kind, form):
    """Statements that are written so are written as usual."""

    def simpler(p):
        some = [op for b in p.blocks() for op in b if op.kind == kind and op.form == form]
        for op in some:
            op.form = FORMS[kind][0]
        return p if some else None

    return simpler


def usual_calls(form):
    def simpler(p):
        some = [f for f in p.functions.values() if f.form == form]
        for f in some:
            f.form = "static"
        return p if some else None

    return simpler


def as_usual(p):
    """All at once."""
    done = [change(p) for _, change in SIMPLER[:-1]]
    return p if any(done) else None


# If the tool says the right thing of a simpler program, this is why it says too
# little of the one at hand.
KEPT = {
    "raw": "an array",
    "array": "a std::array",
    "vector": "a std::vector",
    "map": "a std::map",
    "fields": "a struct",
    "owners": "owners",
    "owner vector": "a vector of owners",
    "unique": "a vector of std::unique_ptr",
}
SIMPLER = [("by design: more paths than are kept apart", fewer_paths), ("not seen: functions of other files", one_file)]
SIMPLER += [
    (f"not seen: {what} that {words} keeps", locals_(letter, (place,)))
    for letter, what in (("s", "streams"), ("e", "events"))
    for place, words in KEPT.items()
]
SIMPLER += [
    (f"not seen: what runs in a {kind} of the form '{form}'", usual(kind, form))
    for kind, forms in FORMS.items()
    if kind not in ("call", "if")
    for form in forms[1:]
]
SIMPLER += [(f"not seen: a function of the form '{form}'", usual_calls(form)) for form in FORMS["call"][1:]]
SIMPLER += [("not seen: several of these at once", as_usual)]
