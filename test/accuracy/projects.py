"""Work trees of public projects, how their sources are parsed, and checks of them.

test/accuracy/public, planted and bugs share this.
"""
import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# How each kind of source is parsed; a set of files may say more.
KINDS = {
    "cuda": "{cuda}/bin/nvcc -x cu -std=c++17 {library}",
    "host": "clang++ -std=c++17 -isystem {cuda}/include {library}",
    "c": "clang -isystem {cuda}/include",
    "hip": "clang++ -x hip --cuda-host-only -nogpuinc -nogpulib -std=c++17 -D__HIP_PLATFORM_AMD__ "
           "-D__AMDGCN_WAVEFRONT_SIZE=64 -isystem {work} -isystem {clones}/ROCm/HIP/include "
           "-isystem {clones}/ROCm/clr/hipamd/include",
}
LEVELS = ("exact", "possible")


def fail(words):
    sys.exit(f"{Path(sys.argv[0]).name}: {words}")


def add_arguments(parser, data, timeout):
    """The options of a script that checks projects."""
    parser.add_argument("--clones", type=lambda d: Path(d).absolute(), help="folder of OWNER/NAME")
    parser.add_argument("--tool", default="cuda-capture")
    parser.add_argument("--cuda", default="/usr/local/cuda", help="toolkit, or its headers")
    parser.add_argument("--packages", default="",
                        help=f"where the packages of Debian that {data} names are unpacked, if not installed")
    parser.add_argument("--torch", default="/usr/include", help="libtorch's headers")
    parser.add_argument("--timeout", type=int, default=timeout, help=f"seconds for each source ({timeout})")


def fetch(to, origin, repository, commit):
    """A work tree of the commit, with no history."""
    to.mkdir(parents=True, exist_ok=True)
    for command in (["init", "-q"],
                    ["fetch", "-q", "--depth=1", f"{origin.rstrip('/')}/{repository}", commit],
                    ["checkout", "-q", "FETCH_HEAD"]):
        subprocess.run(["git", "-C", str(to)] + command, check=True)


def head(here, name="HEAD"):
    """The commit of a work tree, or the one that has a name in it; nothing if there is none."""
    run = subprocess.run(["git", "-C", str(here), "rev-parse", "--verify", "-q", f"{name}^{{commit}}"], text=True, capture_output=True)
    return run.stdout.strip()


def need(tree, repository, commit, fetching, origin="https://github.com"):
    """Ends unless there is a work tree of the commit; gets one that is missing if it may."""
    if not (tree / ".git").exists():
        if not fetching:
            fail(f"{tree} is missing; --fetch gets it")
        fetch(tree, origin, repository, commit)
    if head(tree) != commit:
        fail(f"{tree} is not at {commit}")


def places(here, work, args):
    return {"here": here, "clones": args.clones, "cuda": args.cuda, "own": ROOT, "work": work / "generated",
            "packages": args.packages.rstrip("/"), "torch": args.torch, "python": sysconfig.get_paths()["include"]}


def generate(project, here, work, args):
    """Writes what the project's build would generate."""
    for name, made in project.get("generated", {}).items():
        to = work / "generated" / name
        to.parent.mkdir(parents=True, exist_ok=True)
        if "from" in made:
            text = (args.clones / made["from"].format(**places(here, work, args))).read_text()
            for old, new in made.get("replace", {}).items():
                text = text.replace(old, new)
        else:
            text = "\n".join(made["lines"]) + "\n"
        to.write_text(text)


def database(project, here, work, args):
    """The compile database of a project, and its sources."""
    words = places(here, work, args)
    entries = []
    for some in project["sets"]:
        library = some.get("library", "-isystem {cuda}/include/cccl")
        flags = KINDS[some.get("kind", "cuda")].replace("{library}", library) + " " + some.get("flags", "")
        # Functions of the C++17 library that Clang cannot parse as CUDA, and no capture needs.
        flags += " -D_GLIBCXX_BITS_SPECFUN_H=1 -w"
        for file in some["files"]:
            source = work / "generated" / file[1:] if file.startswith("@") else here / file
            if not source.exists():
                fail(f"{source} is missing: another commit?")
            arguments = [w.format(**words) for w in flags.split()]
            entries.append({"directory": str(here), "file": str(source), "arguments": arguments + ["-c", str(source)]})
    (work / "compile_commands.json").write_text(json.dumps(entries, indent=1))
    return entries


def check(work, out, level, options, args):
    """The results of `cuda-capture check` over the database in a folder."""
    out.unlink(missing_ok=True)
    command = [args.tool, "check", "-p", str(work), f"--cache={work}/cache", "--no-config", "--quiet",
               "--color=never", f"--level={level}", f"--timeout={args.timeout}", f"--json={out}"]
    run = subprocess.run(command + options, text=True, capture_output=True)
    out.with_suffix(".txt").write_text(run.stdout + run.stderr)
    if run.returncode not in (0, 1, 2) or not out.exists():
        fail(f"{work.name}: {run.stdout}{run.stderr}")
    return json.loads(out.read_text())


def relative(path, here, work):
    for base, prefix in ((here, ""), (Path(os.path.realpath(here)), ""), (work / "generated", "@")):
        if path.startswith(f"{base}/"):
            return prefix + os.path.relpath(path, base)
    return path


def dump(data):
    """JSON with a line for each short list or object."""
    def text(value, indent):
        flat = json.dumps(value, ensure_ascii=False)
        if not isinstance(value, (list, dict)) or len(flat) + indent < 118:
            return flat
        pad = " " * (indent + 1)
        if isinstance(value, list):
            return "[\n" + ",\n".join(pad + text(v, indent + 1) for v in value) + "\n" + " " * indent + "]"
        return ("{\n" + ",\n".join(f"{pad}{json.dumps(k)}: {text(v, indent + 1)}" for k, v in value.items()) +
                "\n" + " " * indent + "}")
    return text(data, 0) + "\n"


def write_page(page, text, compare):
    """Writes a page, or compares it."""
    if compare and (not page.exists() or page.read_text() != text):
        fail(f"{page} is not what --page writes: run it")
    if not compare:
        page.write_text(text)
