"""Finds messages that count things and do not ask for the plural.

check-counts.py FOLDER...: prints the places, and ends with 1 if there are some.
"1 files" is what such messages say; lib/Counted.h has the function for them.
"""
import pathlib
import re
import sys

THINGS = (
    "commands|edges|entries|errors|files|findings|functions|graphs|headers|lanes|messages|nodes|"
    "numbers|objects|parameters|problems|rates|regions|rows|sources|streams|texts|units|warnings"
)
# "{0} files" of formatv, << " files", + " files", and the plural by hand.
WRONG = re.compile(
    rf'\{{\d\}} (?:{THINGS})\b(?! what)|(?:<<|\+) " (?:{THINGS})\b|== 1 \? "(?:file|source|finding|function|)" : "\w*s"|!= 1 \? "s"|\{{\d\}} \w+\(s\)'
)
places = read = 0
for folder in sys.argv[1:]:
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.suffix not in (".cpp", ".h") or path.name == "Counted.h":
            continue
        read += 1
        # A message may be in several pieces.
        text = re.sub(r'"\s*\n\s*"', "", path.read_text())
        for found in WRONG.finditer(text):
            places += 1
            print(f"{path}: {found.group()}")
if read < 100:
    sys.exit("too few sources")
sys.exit(places != 0)
