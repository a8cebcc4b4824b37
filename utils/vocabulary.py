"""Reads lib/kb/Vocabulary.def."""
import re

VOCABULARY = "lib/kb/Vocabulary.def"


def vocabulary(root):
    """Of each macro, the spelling of each entry to the texts that follow it, in
    the order of the file. `root` is the folder of the sources."""
    text = re.sub(r"^(//|#).*\n", "", (root / VOCABULARY).read_text(), flags=re.M)
    # Literals that follow each other are one.
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
