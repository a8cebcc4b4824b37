"""Matches the lines of an output as GitHub's runner does with a problem matcher.

match-problems.py MATCHERS OUTPUT

Prints "OWNER SEVERITY FILE:LINE:COLUMN CODE: MESSAGE" for each line that a
matcher fits. Ends with 1 if two matchers fit one line, or if the matchers have
keys that the runner does not know.
"""
import json
import re
import sys

KEYS = {"file", "line", "column", "severity", "message", "code"}


def main(matchers, output):
    with open(matchers, encoding="utf-8") as file:
        matchers = json.load(file)["problemMatcher"]
    owners = [m["owner"] for m in matchers]
    wrong = len(set(owners)) != len(owners)
    for m in matchers:
        wrong |= set(m) != {"owner", "pattern"} or len(m["pattern"]) != 1
        pattern = m["pattern"][0]
        wrong |= not set(pattern) <= KEYS | {"regexp"}
        groups = re.compile(pattern["regexp"]).groups
        wrong |= sorted(v for k, v in pattern.items() if k != "regexp") != list(range(1, groups + 1))
    if wrong:
        print("the matchers are not what the runner reads")
        return 1
    with open(output, encoding="utf-8") as file:
        for line in file.read().split("\n"):
            found = [(m, re.search(m["pattern"][0]["regexp"], line, re.ASCII)) for m in matchers]
            found = [(m, match) for m, match in found if match]
            if len(found) > 1:
                print(f"two matchers fit: {line}")
                wrong = True
            for m, match in found:
                said = {key: match[number] or "" for key, number in m["pattern"][0].items() if key != "regexp"}
                print(m["owner"], said["severity"], f"{said['file']}:{said['line']}:{said['column']}",
                      said.get("code", "") + ":", said["message"])
    return wrong


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
