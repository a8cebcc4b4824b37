"""Commits, with the real pre-commit, to a scratch repository.

try-pre-commit.py SOURCE_ROOT CUDA_CAPTURE FOLDER

Prints what went wrong, and ends with 1 if something did.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys

source_root, tool, scratch = (pathlib.Path(a).resolve() for a in sys.argv[1:4])
shutil.rmtree(scratch, ignore_errors=True)
hooks, repo, programs = scratch / "hooks", scratch / "repo", scratch / "bin"
for folder in (hooks, repo, programs):
    folder.mkdir(parents=True)

# The system's programs, and no cuda-capture but ours.
for program in os.listdir("/usr/bin"):
    if not program.startswith("cuda-capture"):
        (programs / program).symlink_to(f"/usr/bin/{program}")
environment = {
    "PATH": str(programs),
    "HOME": str(scratch),
    "PRE_COMMIT_HOME": str(scratch / "cache"),
    "GIT_CONFIG_NOSYSTEM": "1",
    "LANG": "C.UTF-8",
}
wrong = 0


def run(*command, folder=repo, **more):
    done = subprocess.run(
        command, cwd=folder, env={**environment, **more}, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    return done.returncode, done.stdout


def git(*arguments, folder=repo, **more):
    status, text = run("git", "-c", "user.name=t", "-c", "user.email=t@example.com", *arguments, folder=folder, **more)
    return status, text


def expect(name, outcome, status, *texts, absent=()):
    global wrong
    bad = [f"status {outcome[0]}"] if bool(outcome[0]) != bool(status) else []
    bad += [f"does not say {t!r}" for t in texts if t not in outcome[1]]
    bad += [f"says {t!r}" for t in absent if t in outcome[1]]
    if bad:
        wrong += 1
        print(f"{name}: {', '.join(bad)}\n{outcome[1]}")


def write(name, text):
    (repo / name).parent.mkdir(parents=True, exist_ok=True)
    (repo / name).write_text(text)


def commit(**more):
    git("add", "-A")
    return git("commit", "-q", "-m", "change", **more)


# The repository of the hooks: as a user's pre-commit clones it, but for a
# bootstrap that builds nothing.
(hooks / "integrations").mkdir()
shutil.copy(source_root / ".pre-commit-hooks.yaml", hooks)
shutil.copytree(source_root / "integrations/pre-commit", hooks / "integrations/pre-commit")
(hooks / "bootstrap").write_text(
    f"""#!/usr/bin/env bash
echo "$*" >>{scratch}/built
[[ -f {scratch}/can-build ]] || {{ echo 'bootstrap: error: no LLVM' >&2; exit 2; }}
cat >{scratch}/made <<'END'
#!/usr/bin/env bash
exec {tool} "$@"
END
chmod 755 {scratch}/made
echo {scratch}/made
"""
)
(hooks / "bootstrap").chmod(0o755)
git("init", "-q", folder=hooks)
git("add", "-A", folder=hooks)
git("commit", "-q", "-m", "hooks", folder=hooks)
revision = git("rev-parse", "HEAD", folder=hooks)[1].strip()


def configure(hook, *arguments):
    write(
        ".pre-commit-config.yaml",
        json.dumps({"repos": [{"repo": str(hooks), "rev": revision, "hooks": [{"id": hook, "args": arguments}]}]}),
    )


git("init", "-q")
configure("cuda-capture")
run("pre-commit", "install")
write("README", "No source at all.\n")
expect("nothing to check", commit(), 0, "no files to check")

# Nothing is installed, and nothing can be built.
begin = "#include <cuda_runtime.h>\nvoid f(cudaStream_t s, cudaGraph_t *g) {\n"
begin += "  void *p;\n  (void)cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);\n"
end = "  (void)cudaStreamEndCapture(s, g);\n}\n"
bad = begin + "  cudaMalloc(&p, 16);\n" + end
good = begin + "  cudaMallocAsync(&p, 16, s);\n" + end
write("a.cuh", "#pragma once\n" + bad)
expect(
    "no tool",
    commit(),
    1,
    "none could be built",
    "install the package cuda-capture-tidy-NN",
    "SKIP=cuda-capture git commit",
    "bootstrap: error: no LLVM",
)
# It is built at the first use.
(scratch / "can-build").touch()
expect("built", commit(), 1, "a.cuh:6:3: warning: call to 'cudaMalloc'", "building one, once")

# An installed one is preferred.
(programs / "cuda-capture-22").symlink_to(tool)
(scratch / "built").unlink()
expect("a bad header", commit(), 1, "a.cuh:6:3: warning: call to 'cudaMalloc'")
if (scratch / "built").exists():
    wrong += 1
    print("built, although one is installed")
write("a.cuh", "#pragma once\n" + good)
expect("a good header", commit(), 0, "Passed")

# C and C++ too, but not what is about something else.
write("b.cpp", bad)
expect("C++", commit(), 1, "b.cpp:5:3: warning: call to 'cudaMalloc'")
write("b.cpp", "#include <not_there.h>\nint f();\n")
expect("something else", commit(), 0, "Passed")

# What cannot be read is not passed over in silence.
write("c.cu", '#include "not_there.h"\n')
expect("unreadable", commit(), 1, "could not be analysed", "no compile database was found", "args: [-p, build]")
configure("cuda-capture", "--allow-errors")
expect("allowed", commit(), 0, "Passed")
configure("cuda-capture", "-p", "nowhere")
write("c.cu", "int c;\n")
expect("no database", commit(), 1, "no compile_commands.json in 'nowhere'", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
configure("cuda-capture", "--levle=possible")
expect("unknown option", commit(), 1, "--levle", "Did you mean '--level")

# A compile database is found and used, for headers that it does not name too.
configure("cuda-capture")
write("include/not_there.h", '#pragma once\n#define ALLOCATE(p) cudaMalloc(p, 16)\n')
used = '#include "not_there.h"\n' + begin + "  ALLOCATE(&p);\n" + end
write("c.cu", used)
write("c.cuh", used)
write("build/.gitignore", "*\n")
write(
    "build/compile_commands.json",
    json.dumps([{"directory": str(repo / "build"), "file": "../c.cu", "command": "nvcc -I../include -c ../c.cu"}]),
)
outcome = commit()
expect("database", outcome, 1, "c.cu:6:3: warning", "c.cuh:6:3: warning", absent=["could not be analysed"])
git("rm", "-q", "--cached", "c.cuh")
(repo / "c.cuh").unlink()

# The variant that mends files: the commit is refused once, and then it passes.
configure("cuda-capture-fix")
write("c.cu", bad)
expect("fix", commit(), 1, "files were modified by this hook")
mended = (repo / "c.cu").read_text()
if mended.index("cudaMalloc(") > mended.index("cudaStreamBeginCapture("):
    wrong += 1
    print(f"not mended:\n{mended}")
expect("fixed", commit(), 0, "Passed")

# By hand, and what was left nowhere.
hook = str(hooks / "integrations/pre-commit/cuda-capture-hook")
expect("help", run(hook, "--help"), 0, "-p BUILD")
expect("separate value", run(hook, "--level", "possible"), 1, "write options as --option=value")
expect("flags", run(hook, "c.cu", "--", "-Ix"), 1, "use --extra-arg=FLAG instead")
expect("a wrong name", run(hook, "c.cu", CUDA_CAPTURE="no-such"), 1, "CUDA_CAPTURE names 'no-such'")
write("build/compile_commands.json", "[{")
expect("a broken database", run(hook, "c.cu"), 1, "is no compile database", "let CMake write it anew")
status = git("status", "--porcelain")[1]
if status:
    wrong += 1
    print(f"left behind:\n{status}")
sys.exit(wrong != 0)
