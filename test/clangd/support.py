"""What the tests of clangd have in common."""

import os
import pathlib
import shutil
import sys
import tempfile

import lsp

CLANGD = os.environ["CAPTURE_CLANGD"]
SHARE = os.environ["CAPTURE_SHARE"]

# For tests of other things than headers: those that come with us, and nothing
# of the standard library that takes long.
QUICK = {
    "fallbackFlags": [
        "-nocudainc",
        "-D_GLIBCXX_BITS_SPECFUN_H=1",
        f"-isystem{SHARE}/include",
    ]
}


# Not in the build folder: clangd would find the database there.
WORK = tempfile.TemporaryDirectory(prefix="cuda-capture-clangd-")


def folder(name, **files):
    """A new folder with files; `a__b` stands for `a.b`."""
    root = pathlib.Path(WORK.name, name).resolve()
    shutil.rmtree(root, ignore_errors=True)
    for file, text in files.items():
        path = root / file.replace("__", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    root.mkdir(parents=True, exist_ok=True)
    return root


def environment(**more):
    """Without settings of who runs the tests, and no toolkit in PATH."""
    # clangd indexes the standard library meanwhile, which nobody waits for.
    home = folder("home", **{"clangd/config__yaml": "Index: {StandardLibrary: No}"})
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CUDA", "CLANGD", "XDG"))}
    path = ":".join(p for p in kept["PATH"].split(":") if "cuda" not in p)
    return {**kept, "HOME": str(home), "XDG_CONFIG_HOME": str(home), "XDG_CACHE_HOME": str(home), "PATH": path, **more}


def server(root, *flags, options=None, capabilities=lsp.CAPABILITIES, **more):
    command = [CLANGD, "--background-index=false", *flags]
    return lsp.Server(command, root, environment=environment(**more), options=options, capabilities=capabilities)


def codes(diagnostics):
    return sorted(str(lsp.code(d)) for d in diagnostics)


def check(condition, *shown):
    if not condition:
        print("not so, at", sys._getframe(1).f_lineno, *shown, sep="\n")
        sys.exit(1)
