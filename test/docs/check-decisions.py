"""Decisions are numbered without a gap, and each has a status.

check-decisions.py DECISIONS
"""
import re
import sys

text = open(sys.argv[1]).read()
wrong = 0


def expect(condition, message):
    global wrong
    if not condition:
        wrong += 1
        print(message)


entries = re.split(r"^## ", text, flags=re.M)[1:]
statuses = {}
for place, entry in enumerate(entries, 1):
    title = entry.split("\n", 1)[0]
    number = re.match(r"(\d+)\. \S", title)
    expect(number and int(number[1]) == place, f"'{title}': the number {place} is expected")
    found = re.match(r".*\n\n- \*\*Status:\*\* (accepted|superseded by \d+)(; .+)?\n- \*\*What:\*\* ", entry)
    expect(found, f"'{title}': no status, or nothing behind it that says what was decided")
    statuses[place] = found[0] if found else ""
expect(entries, "no decisions")
for place, status in statuses.items():
    by = re.search(r"superseded by (\d+)", status)
    if by:
        expect(
            f"supersedes {place}" in statuses.get(int(by[1]), ""),
            f"{place} is superseded by {by[1]}, which does not say so",
        )
    for other in re.findall(r"supersedes (\d+)", status):
        expect(f"superseded by {place}" in statuses.get(int(other), ""), f"{other} does not say that {place} supersedes it")
sys.exit(wrong != 0)
