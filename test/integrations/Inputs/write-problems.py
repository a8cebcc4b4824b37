"""Writes the lines in which a run tells what was not analysed.

write-problems.py LIB_REPORT

Takes the sentences from Gaps.cpp and Summary.cpp, so that a new one is known.
"""
import pathlib
import re
import sys

folder = pathlib.Path(sys.argv[1])
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')


def texts(source, begin, end):
    """The texts of a part of a source; neighbours are one."""
    part = source[source.index(begin):]
    part = part[:part.index(end)]
    joined = re.sub(r'"\s*\n?\s*"', "", part)
    return TEXT.findall(joined)


gaps = (folder / "Gaps.cpp").read_text()
summary = (folder / "Summary.cpp").read_text()
sentences = [t for t in texts(gaps, "static std::string textOf(", "Gap report::describe(")
             if re.match(r"'\{0\}'|it ", t) and len(t) > 20]
# This one is a remark, not a problem.
sentences = [t for t in sentences if "has more paths than are followed" not in t]
states = [t for t in texts(summary, "problemOf(const Unit &U)", "namespace {") if t]
if len(sentences) < 9 or len(states) != 4:
    sys.exit(f"{len(sentences)} sentences and {len(states)} states of sources found")
for text in sentences:
    text = re.sub(r"\{0\}", "3 functions" if text.startswith("it registers") else "ns::f", text)
    print("src/a b.cu:12:3: warning:", text)
for text in states:
    print(f"src/a b.cu: error: {text}: because")
