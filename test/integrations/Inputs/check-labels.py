"""check-labels.py LABELS: the checks on the standard input, as --list-checks
prints them, all have labels, and there are no others."""
import json
import sys

labels = json.load(open(sys.argv[1]))
checks = {line.strip() for line in sys.stdin if line.strip().startswith("cuda-capture-")}
wrong = False
for check in sorted(checks ^ set(labels["labels"])):
    wrong = True
    print(f"{check}: {'has no labels' if check in checks else 'is no check'}")
for check, words in labels["labels"].items():
    severity = [w for w in words if w.startswith("severity:")]
    if len(severity) != 1 or severity[0][9:] not in ("CRITICAL", "HIGH", "MEDIUM", "LOW", "STYLE"):
        wrong = True
        print(f"{check}: severity {severity}")
if labels["analyzer"] != "clang-tidy" or not checks:
    wrong = True
    print("not of clang-tidy, or no checks")
sys.exit(wrong)
