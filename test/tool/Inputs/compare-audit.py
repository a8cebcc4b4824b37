"""Compares what audit says of each function with what check says of it once it is declared capturable.

compare-audit.py CUDA_CAPTURE SOURCE FLAGS...

Prints what differs, and ends with 1 if something does.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

tool, source, *flags = sys.argv[1:]


def places(path):
    return {(p.get("file"), p.get("line")) for p in path}


audited = json.loads(
    subprocess.run([tool, "audit", "--json", source, "--", *flags], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
)
wrong = 0
for function in audited["functions"]:
    # As check names functions: without nameless namespaces and template arguments.
    name = re.sub("<[^<>]*>", "", function["name"].replace("(anonymous namespace)::", ""))
    with tempfile.TemporaryDirectory() as folder:
        results = pathlib.Path(folder, "results.json")
        command = [tool, "check", "--quiet", "--no-config", f"--json={results}", f"--capturable-functions={name}", source]
        subprocess.run([*command, "--", *flags], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        findings = json.loads(results.read_text())["findings"]
    checked = {
        (f["check"], f["at"]["line"], f["at"]["column"])
        for f in findings
        if any("is declared capturable" in n["text"] for n in f["notes"])
    }
    said = {(r["check"], r["line"], r["column"]) for r in function["reasons"] if r.get("check")}
    # Of a function that captures by itself, audit says just that.
    same = checked == said if function["verdict"] == "not-capturable" else True
    rejected = function["verdict"] in ("not-capturable", "begins-capture")
    if bool(checked) != rejected or not same:
        wrong += 1
        print(f"{name}: audit says {function['verdict']} {sorted(said)}, check {sorted(checked)}")
print(f"{len(audited['functions'])} functions compared")
sys.exit(wrong != 0 or not audited["functions"])
