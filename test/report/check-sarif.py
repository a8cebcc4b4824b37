#!/usr/bin/env python3
"""Reads a SARIF log as a viewer does, and compares it with the sources.

Addresses lead to files, regions hold their snippets, and with --fix the fixes
are made: the first one of each result whose file is there.

usage: check-sarif.py LOG [--fix]
"""
import json
import os
import sys
import urllib.parse

PROBLEMS = []


def check(holds, what):
    if not holds:
        PROBLEMS.append(what)
        print(f"wrong: {what}")


class Log:
    def __init__(self, run):
        self.bases = {name: base["uri"] for name, base in run.get("originalUriBaseIds", {}).items()}
        self.files = {}

    def path(self, location):
        uri = location["uri"]
        check(uri.isascii() and not set(uri) & set(" \"<>\\^`{|}[]#?"), f"address {uri!r}")
        if "uriBaseId" in location:
            check(not uri.startswith("/"), f"{uri} is not relative")
            uri = urllib.parse.urljoin(self.bases[location["uriBaseId"]], uri)
        check(uri.startswith("file:///"), f"address {uri!r}")
        return os.fsdecode(urllib.parse.unquote_to_bytes(uri[len("file://"):]))

    def lines(self, path):
        """Lines as lists of UTF-16 code units, without a byte order mark."""
        if path not in self.files:
            try:
                with open(path, "rb") as file:
                    text = file.read().decode("utf-8-sig", "replace")
            except FileNotFoundError:
                text = None
            self.files[path] = text and [units(line) for line in text.replace("\r\n", "\n").split("\n")]
        return self.files[path]


def units(text):
    encoded = text.encode("utf-16-le", "surrogatepass")
    return [encoded[i:i + 2] for i in range(0, len(encoded), 2)]


def text_of(code_units):
    return b"".join(code_units).decode("utf-16-le", "surrogatepass")


def region_text(lines, region):
    first, last = region["startLine"], region.get("endLine", region["startLine"])
    if "startColumn" not in region:
        return "".join(text_of(line) + "\n" for line in lines[first - 1:last])
    if first == last:
        return text_of(lines[first - 1][region["startColumn"] - 1:region["endColumn"] - 1])
    return None


def places(node):
    if isinstance(node, dict):
        if "artifactLocation" in node:
            yield node
        for value in node.values():
            yield from places(value)
    elif isinstance(node, list):
        for value in node:
            yield from places(value)


def fix(log, result):
    for fixing in result.get("fixes", []):
        for change in fixing["artifactChanges"]:
            path = log.path(change["artifactLocation"])
            lines = log.lines(path)
            if not lines:
                continue
            for replacement in reversed(change["replacements"]):
                region = replacement["deletedRegion"]
                begin, end = region["startLine"] - 1, region["endLine"] - 1
                new = (lines[begin][:region["startColumn"] - 1] + units(replacement.get("insertedContent", {}).get("text", ""))
                       + lines[end][region["endColumn"] - 1:])
                lines[begin:end + 1] = [units(line) for line in text_of(new).split("\n")]
        return


def main(name, fixing=None):
    with open(name, encoding="utf-8") as file:
        run = json.load(file)["runs"][0]
    log = Log(run)
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    seen = 0
    for result in run["results"]:
        check(rules[result["ruleIndex"]] == result["ruleId"] if "ruleIndex" in result else result["ruleId"] not in rules,
              f"rule of {result['ruleId']}")
        check(len(result["locations"]) == 1 and result["locations"][0]["physicalLocation"]["region"]["startLine"] > 0,
              f"{result['message']['text']}: no line")
    for place in places(run["results"]):
        path = log.path(place["artifactLocation"])
        for key in ("region", "contextRegion"):
            region = place.get(key)
            lines = log.lines(path)
            if region and "snippet" in region and lines:
                seen += 1
                text = region_text(lines, region)
                check(text == region["snippet"]["text"], f"{path}: {region} holds {text!r}")
    print(f"{len(run['results'])} results, {seen} snippets")
    if fixing:
        for result in reversed(run["results"]):
            fix(log, result)
        for path, lines in log.files.items():
            if lines:
                with open(path, "w", encoding="utf-8") as file:
                    file.write("\n".join(text_of(line) for line in lines))
    return bool(PROBLEMS)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
