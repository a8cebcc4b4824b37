#!/usr/bin/env python3
"""Reads a report of tests as servers do, and prints its tests.

usage: check-junit.py REPORT
Prints "SUITE OUTCOME NAME [LINE]: MESSAGE" for each test. Exit status: 1 if the
report has elements or attributes that servers do not know, counts that are not
those of its tests, or two tests of one name.
"""
import re
import sys
import xml.etree.ElementTree as ElementTree

COUNTS = {"tests", "failures", "errors"}
ATTRIBUTES = {
    "testsuites": {"name"} | COUNTS,
    "testsuite": {"name", "skipped"} | COUNTS,
    "testcase": {"classname", "name", "time"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
    "skipped": {"message"},
}
CHILDREN = {"testsuites": {"testsuite"}, "testsuite": {"testcase"}, "testcase": {"failure", "error", "skipped"}}


def main(report):
    problems = 0

    def expect(good, what):
        nonlocal problems
        if not good:
            problems += 1
            print(f"wrong: {what}")

    root = ElementTree.parse(report).getroot()
    expect(root.tag == "testsuites", f"the root is {root.tag}")
    for element in root.iter():
        expect(set(element.attrib) <= ATTRIBUTES.get(element.tag, set()), f"{element.tag}: {sorted(element.attrib)}")
        expect({child.tag for child in element} <= CHILDREN.get(element.tag, set()), f"children of {element.tag}")

    def count(element):
        tests = list(element.iter("testcase"))
        found = {"tests": len(tests), "failures": len(list(element.iter("failure"))),
                 "errors": len(list(element.iter("error")))}
        if element.tag == "testsuite":
            found["skipped"] = len(list(element.iter("skipped")))
        said = {key: int(element.get(key)) for key in found}
        expect(said == found, f"{element.get('name')}: {said} instead of {found}")

    count(root)
    seen = set()
    for suite in root:
        count(suite)
        for test in suite:
            key = test.get("classname"), test.get("name")
            expect(key not in seen, f"two tests are {key}")
            seen.add(key)
            expect(test.get("classname") == suite.get("name"), f"class {test.get('classname')}")
            expect(len(test) < 2, f"{key} has several outcomes")
            place = re.match(r".*?:(\d+):", test[0].text or "") if len(test) else None
            line = f" [{place[1]}]" if place else ""
            outcome = test[0].tag if len(test) else "passed"
            message = ": " + test[0].get("message") if len(test) else ""
            expect(not len(test) or test[0].get("message"), f"{key} says nothing")
            print(suite.get("name"), outcome, test.get("name") + line + message)
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
