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
environment = {k: v for k, v in os.environ.items() if k not in ("CUDA_CAPTURE", "GITHUB_OUTPUT")}


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


def run_action(**given):
    """The steps as far as they are scripts. Returns the status, and what was said."""
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
expect("the summary speaks of it", "findings" in (scratch / "summary").read_text())
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
