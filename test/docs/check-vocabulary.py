"""Names the words of rows that the page about the knowledge base does not explain.

check-vocabulary.py ROOT [PAGE]

ROOT is the folder of the sources. PAGE is docs/knowledge-base.md there, if it is
not given. It ends with 1 if there are any.
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
root = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(root / "utils"))
from vocabulary import VOCABULARY, vocabulary

page = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else root / "docs/knowledge-base.md"
code = " ".join(re.findall(r"`[^`\n]+`", re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)))
blocks = " ".join(re.findall(r"^```.*?^```", page.read_text(), flags=re.M | re.S))
missing = [(macro, word) for macro, words in vocabulary(root).items() for word in words
           if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", code + blocks)]
for macro, word in missing:
    print(f"{page.name} does not explain the {macro.lower().replace('_', ' ')} '{word}' of {VOCABULARY}")
sys.exit(bool(missing))
