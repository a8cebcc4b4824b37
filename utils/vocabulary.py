"""Reads lib/kb/Vocabulary.def."""
import re

VOCABULARY = "lib/kb/Vocabulary.def"


def vocabulary(root):
    """Returns a dictionary for each macro, which maps the spelling of each entry to the
    texts behind it, in the order of the file. `root` is the folder of the sources."""
    text = re.sub(r"^(//|#).*\n", "", (root / VOCABULARY).read_text(), flags=re.M)
    # Adjacent literals are one literal.
    text = re.sub(r'"\s*\n\s*"', "", text)
    result = {}
    entry = re.compile(r'([A-Z_]+)\(\w+,\s*"([^"]*)"((?:,\s*(?:"[^"]*"|\w+))*)\)\s*')
    at = len(text) - len(text.lstrip())
    while at < len(text):
        found = entry.match(text, at)
        if not found:
            raise SystemExit(f"{VOCABULARY}: not an entry: {text[at:at + 60]}")
        result.setdefault(found[1], {})[found[2]] = re.findall(r'"([^"]*)"', found[3])
        at = found.end()
    return result
