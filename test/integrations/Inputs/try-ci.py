"""Runs the steps of action.yml and of GitLab's template as their servers would.

try-ci.py SOURCE_ROOT CUDA_CAPTURE FOLDER

Prints what went wrong, and ends with 1 if something did. Needs PyYAML.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import yaml

source_root, tool, scratch = (pathlib.Path(a).resolve() for a in sys.argv[1:4])
shutil.rmtree(scratch, ignore_errors=True)
work = scratch / "work"
(work / "build").mkdir(parents=True)
# Reports name files from the root of the repository.
(work / ".git").mkdir()
wrong = 0


def expect(name, good, detail=""):
    global wrong
    if not good:
        wrong += 1
        print(f"{name}\n{detail}")


begin = "#include <cuda_runtime.h>\nvoid f(cudaStream_t s, cudaGraph_t *g) {\n  void *p;\n"
begin += "  (void)cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);\n"
end = "  (void)cudaStreamEndCapture(s, g);\n}\n"
bad, good = begin + "  cudaMalloc(&p, 16);\n" + end, begin + end
entry = {"directory": str(work), "file": "a.cu", "command": "nvcc -std=c++17 -c a.cu"}
(work / "build/compile_commands.json").write_text(json.dumps([entry]))
environment = {k: v for k, v in os.environ.items() if k != "CUDA_CAPTURE" and not k.startswith("GITHUB_")}


def shell(script, env):
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        cwd=work, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    return done.returncode, done.stdout


# --- GitHub -------------------------------------------------------------------

action = yaml.safe_load((source_root / "action.yml").read_text())
inputs = action["inputs"]
for step in action["runs"]["steps"]:
    # What somebody else wrote is no part of a script.
    expect(f"{step['name']}: an expression in a script", "${{" not in step.get("run", ""))
    for used in re.findall(r"inputs\.(\w+)", json.dumps(step)):
        expect(f"{step['name']}: no input {used}", used in inputs)


def run_action(server={}, **given):
    """The steps as far as they are scripts. Returns the status, and what was said.

    server: variables that GitHub sets.
    """
    values = {**{k: v["default"] for k, v in inputs.items()}, **given}
    outputs, said = {}, ""
    for step in action["runs"]["steps"]:
        if "run" not in step:
            continue
        output = scratch / "output"
        output.write_text("")
        env = {
            **environment,
            "GITHUB_ACTION_PATH": str(source_root),
            "GITHUB_OUTPUT": str(output),
            "GITHUB_STEP_SUMMARY": str(scratch / "summary"),
            "CUDA_CAPTURE": str(tool),
        }
        env.update(server)
        for key, text in step["env"].items():
            text = re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda m: values[m.group(1)], text)
            env[key] = re.sub(r"\$\{\{ steps\.check\.outputs\.(\w+) \}\}", lambda m: outputs[m.group(1)], text)
            expect(f"{key}: {env[key]}", "${{" not in env[key])
        status, text = shell(step["run"], env)
        said += text
        if status:
            return status, said
        outputs.update(line.split("=", 1) for line in output.read_text().splitlines())
    return 0, said


(work / "a.cu").write_text(bad)
status, said = run_action()
expect("a finding fails the job", status == 1, said)
expect("the finding is in the log", "a.cu:5:3: warning: call to 'cudaMalloc'" in said, said)
log = json.loads((work / "cuda-capture.sarif").read_text())
expect("the finding is uploaded", len(log["runs"][0]["results"]) == 1)
page = (scratch / "summary").read_text()
expect("the summary speaks of it", "CUDA stream capture: findings" in page and "`cuda-capture-unsafe-call`: `a.cu:5`" in page, page)
expect("the summary draws the capture", re.search(r"^s\n\u25bc  the capture begins +line 4\n\u2717  cudaMalloc +line 5$", page, re.M), page)
expect("the finding is an annotation", "\n::error file=a.cu,line=5,col=3,endColumn=13,title=cuda-capture-unsafe-call::call to 'cudaMalloc'" in said, said)
status, said = run_action(annotate="false")
expect("no annotations", status == 1 and "::error" not in said, said)
status, said = run_action(fail="false", sarif="other name.sarif")
expect("a finding that shall not fail", status == 0 and (work / "other name.sarif").exists(), said)
status, said = run_action(options="--checks='-*,cuda-capture-mode-leak' --level=possible")
expect("options of several words", status == 0 and "0 findings in 1 region" in said, said)
status, said = run_action(options="; touch one $(touch two)")
expect("options are no script", status == 2 and not (work / "one").exists() and not (work / "two").exists(), said)
for text in ("--level='possible", '--checks="-*,cuda-capture-*'):
    status, said = run_action(options=text, fail="false")
    expect("a quote that nothing closes", status == 2 and "CUDA_CAPTURE_OPTIONS has a quote" in said, said)
    expect("it is quoted, and nothing was checked", text in said and "nothing was checked" in said and "region" not in said, said)
status, said = run_action(build="nowhere", fail="false")
expect("no database", status == 2 and "nowhere" in said, said)
(work / "a.cu").write_text(good)
status, said = run_action()
expect("no finding", status == 0 and "0 findings in 1 region" in said, said)
# --- What pull requests change ----------------------------------------------------


def git(*arguments, folder=work):
    return subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@example.com", *arguments],
                          cwd=folder, check=True, text=True, stdout=subprocess.PIPE).stdout.strip()  # fmt: skip


# The base has a finding, and the pull request adds another one.
other = bad.replace("void f(", "void g(")
(work / ".git").rmdir()
git("init", "-q", "-b", "main")
(work / ".gitignore").write_text("*.sarif\n.cuda-capture\nbuild\n")
(work / "a.cu").write_text(bad)
git("add", ".")
git("commit", "-qm", "base")
git("checkout", "-q", "-b", "topic")
(work / "a.cu").write_text(bad + other.replace("#include <cuda_runtime.h>\n", ""))
git("commit", "-qam", "change")
head = git("rev-parse", "HEAD")
git("checkout", "-q", "main")
git("merge", "-q", "--no-ff", "-m", "merge", "topic")
merge = git("rev-parse", "HEAD")
request = {"GITHUB_BASE_REF": "main", "GITHUB_REF": "refs/pull/7/merge", "GITHUB_SHA": merge}
status, said = run_action()
expect("all findings", status == 1 and said.count("warning: call to 'cudaMalloc'") == 2, said)
status, said = run_action(request, diff="auto")
expect("findings of a pull request", status == 1 and said.count("warning: call to 'cudaMalloc'") == 1 and "a.cu:11:3: warning" in said, said)
status, said = run_action(diff="auto")
expect("all findings where there is no pull request", said.count("warning: call to 'cudaMalloc'") == 2, said)
status, said = run_action(diff=head)
expect("a revision", status == 0 and "2 with no changed line" in said, said)
status, said = run_action(diff="no-such-revision", fail="false")
expect("no such revision", status == 2 and "there is no such commit" in said, said)

# As actions/checkout leaves it: the merge, without its parents.
origin = scratch / "origin"
work.rename(origin)
git("config", "uploadpack.allowAnySHA1InWant", "true", folder=origin)
git("init", "-q", str(work), folder=scratch)
git("remote", "add", "origin", f"file://{origin}")
git("fetch", "-q", "--depth=1", "origin", merge)
git("checkout", "-q", merge)
(work / "build").mkdir()
(work / "build/compile_commands.json").write_text(json.dumps([entry]))
status, said = run_action(request, diff="auto")
expect("a shallow checkout", status == 1 and said.count("warning: call to 'cudaMalloc'") == 1, said)
# The branch itself instead of the merge.
git("fetch", "-q", "--unshallow", "origin", "main")
git("update-ref", "refs/remotes/origin/main", f"{merge}^1")
git("checkout", "-q", head)
status, said = run_action(request, diff="auto")
expect("a checkout of the branch", status == 1 and said.count("warning: call to 'cudaMalloc'") == 1, said)

# --- Which cuda-capture it is -------------------------------------------------------

status, said = shell(f"{source_root}/integrations/ci/find-tool", {**environment, "CUDA_CAPTURE": str(tool)})
expect("a program", (status, said.strip()) == (0, str(tool)), said)
release = scratch / "release/cuda-capture-tidy"
(release / "bin").mkdir(parents=True)
for name in ("cuda-capture", "cuda-capture-clangd"):
    (release / "bin" / name).write_text(f'#!/bin/sh\nexec "{tool}" "$@"\n' if name == "cuda-capture" else "")
    (release / "bin" / name).chmod(0o755)
subprocess.run(["tar", "-czf", str(scratch / "release.tar.gz"), "-C", str(release.parent), "."], check=True)
for named in (release, scratch / "release.tar.gz"):
    status, said = shell(f"{source_root}/integrations/ci/find-tool", {**environment, "CUDA_CAPTURE_TOOL": str(named)})
    expect(f"{named}", status == 0 and said.strip().endswith("/bin/cuda-capture"), said)
    status, said = run_action(tool=str(named))
    expect(f"{named} is used", status in (0, 1) and "cuda-capture 0" in said, said)
status, said = run_action(tool=str(scratch / "nothing"), fail="false")
expect("nothing at that place", status == 2 and "CUDA_CAPTURE_TOOL names" in said, said)
(work / "a.cu").write_text(good)
lost = {**environment, "CUDA_CAPTURE": "no-such-program"}
status, said = shell(f"{source_root}/integrations/ci/check", lost)
expect("no program", status != 0 and "CUDA_CAPTURE names 'no-such-program'" in said, said)

# --- GitLab -------------------------------------------------------------------

job = yaml.safe_load((source_root / "integrations/gitlab/cuda-capture.gitlab-ci.yml").read_text())[".cuda-capture"]
report = work / job["artifacts"]["reports"]["codequality"]


def run_job():
    env = {**environment, **{k: str(v) for k, v in job["variables"].items()}, "CUDA_CAPTURE": str(tool)}
    return shell("\n".join(job["script"]), env)


(work / "a.cu").write_text(bad)
status, said = run_job()
expect("a finding fails the job", status == 1, said)
issues = json.loads(report.read_text())
expect("the finding is in the report", [i["location"]["path"] for i in issues] == ["a.cu"], issues)
(work / "a.cu").write_text(good)
status, said = run_job()
expect("no finding", status == 0 and json.loads(report.read_text()) == [], said)
sys.exit(wrong != 0)
