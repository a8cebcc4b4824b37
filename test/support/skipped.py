"""Lists the tests that lit has skipped, with what they need, and finds those that
should have run.

usage: skipped.py RESULTS [FEATURE=PACKAGE...]

RESULTS is what `lit --output` writes. A test that was skipped for lack of a
FEATURE should have run: bootstrap installs it with PACKAGE. Each such test has a
line that begins with 'FAILED: '. Exit status: 1 if there is one, 2 if RESULTS
cannot be read.
"""
import collections
import json
import re
import sys

LACKS = re.compile(r"unavailable features: (.*)")

provided = dict(word.split("=", 1) for word in sys.argv[2:])
try:
    with open(sys.argv[1]) as file:
        tests = json.load(file)["tests"]
except (OSError, ValueError, KeyError) as error:
    print(f"the skipped tests are not known: {error}")
    sys.exit(2)

reasons = collections.defaultdict(list)
wrong = []
for test in tests:
    if test["code"] not in ("UNSUPPORTED", "SKIPPED", "EXCLUDED"):
        continue
    name = test["name"].split(" :: ", 1)[-1]
    found = LACKS.search(test.get("output", ""))
    if not found:
        reasons["skips itself"].append(name)
        continue
    features = found.group(1).strip().split(", ")
    promised = [feature for feature in features if feature in provided]
    if promised:
        wrong.append((name, promised))
    else:
        reasons["needs " + ", ".join(features)].append(name)

if reasons:
    print("skipped:")
    for reason, names in sorted(reasons.items()):
        print(f"  {reason}: {', '.join(sorted(names))}")
for name, promised in sorted(wrong):
    print(f"FAILED: {name} was skipped for lack of "
          + ", ".join(f"'{feature}', which comes with {provided[feature]}" for feature in promised))
sys.exit(bool(wrong))
