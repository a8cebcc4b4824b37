#!/usr/bin/env python3
"""Looks for what SPDX 2.3 wants of a document, as far as ours have it.

check-bill.py FILE EPOCH

This is no validator of SPDX: it stands in for one where there is none. The
numbers of sections are those of the specification.
"""
import json
import re
import sys
import time
import urllib.parse

with open(sys.argv[1], encoding="utf-8") as file:
    bill = json.load(file)
epoch = int(sys.argv[2])
problems = []


def expect(condition, text):
    if not condition:
        problems.append(f"bill of materials: {text}")


def lacks(element, *keys):
    """Names what an element has not, and whether that is so."""
    missing = [key for key in keys if element.get(key) in (None, "", [])]
    for key in missing:
        expect(False, f"{element.get('SPDXID', 'an element')} has no {key}")
    return bool(missing)


def is_licence(text):
    """Annex D, without names that a document defines itself."""
    words = re.findall(r"[()]|[^\s()]+", text)
    return text in ("NOASSERTION", "NONE") or all(
        word in ("(", ")", "AND", "OR", "WITH") or re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9.-]*\+?", word) for word in words
    )


# 6: the document.
if not lacks(bill, "spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo"):
    expect(bill["spdxVersion"] == "SPDX-2.3", "another version of SPDX")
    expect(bill["dataLicense"] == "CC0-1.0", "its own licence is not CC0-1.0")
    expect(bill["SPDXID"] == "SPDXRef-DOCUMENT", "the identifier of the document")
    address = urllib.parse.urlsplit(bill["documentNamespace"])
    expect(address.scheme and not address.fragment, "documentNamespace is no URI without a fragment")
    creators = bill["creationInfo"].get("creators") or [""]
    expect(all(re.match(r"(Person|Organization|Tool): \S", c) for c in creators), f"creators are {creators}")
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch))
    expect(bill["creationInfo"].get("created") == created, f"was not created at {created}")

# 7: packages. 8: files.
packages, files = bill.get("packages", []), bill.get("files", [])
expect(packages, "no packages")
for package in packages:
    if lacks(package, "SPDXID", "name", "downloadLocation"):
        continue
    who = package["SPDXID"]
    # Who has looked at the files lists them, with a sum of all their sums.
    expect(package.get("filesAnalyzed") is False, f"{who} does not say that its files were not analysed")
    expect("packageVerificationCode" not in package, f"{who} has a sum of files that were not analysed")
    for key in ("licenseConcluded", "licenseDeclared"):
        expect(is_licence(package.get(key, "NOASSERTION")), f"{who}: {key} is no licence")
    for reference in package.get("externalRefs", []):
        expect(reference["referenceCategory"] == "PACKAGE-MANAGER", f"{who}: the category of an external reference")
        expect(reference["referenceType"] == "purl", f"{who}: the type of an external reference")
        # The one way to write it: only these stay as they are.
        expect(
            re.fullmatch(r"pkg:deb/[a-z0-9.-]+/([a-z0-9.-]|%2B)+@([A-Za-z0-9.~:_-]|%2B)+", reference["referenceLocator"]),
            f"{who}: {reference['referenceLocator']} is no package URL",
        )
for file in files:
    if lacks(file, "SPDXID", "fileName", "checksums"):
        continue
    expect(file["fileName"].startswith("./"), f"{file['SPDXID']}: the name is not relative")
    sums = {c["algorithm"]: c["checksumValue"] for c in file["checksums"]}
    for kind, length in (("SHA1", 40), ("SHA256", 64)):
        expect(re.fullmatch(f"[0-9a-f]{{{length}}}", sums.get(kind, "")), f"{file['SPDXID']} has no {kind}")

# 11: relations. Identifiers are unique, and those of elements that there are.
identifiers = [element.get("SPDXID", "") for element in packages + files]
for one in sorted(set(identifiers)):
    expect(identifiers.count(one) == 1, f"{identifiers.count(one)} elements are {one}")
    expect(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", one), f"'{one}' is no identifier")
known = {"SPDXRef-DOCUMENT", *identifiers}
relations = [
    (r.get("spdxElementId"), r.get("relationshipType"), r.get("relatedSpdxElement")) for r in bill.get("relationships", [])
]
for one, how, other in relations:
    expect({one, other} <= known, f"{one} {how} {other} is about nothing")
    expect(how in ("DESCRIBES", "STATIC_LINK", "CONTAINS", "PACKAGE_OF"), f"{how} is not known here")
expect(any(r[:2] == ("SPDXRef-DOCUMENT", "DESCRIBES") for r in relations), "it describes nothing")
related = {r[0] for r in relations} | {r[2] for r in relations}
for one in sorted(set(identifiers) - related):
    expect(False, f"{one} is related to nothing")

for problem in problems:
    print(problem)
sys.exit(bool(problems))
