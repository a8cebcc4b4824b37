"""A compile database with an entry for each way to be wrong, and three that are
right: bad-entries.py FOLDER FLAGS. Makes the sources of the wrong ones."""

import json
import pathlib
import sys

folder, flags = pathlib.Path(sys.argv[1]), sys.argv[2]
entries = [
    {"file": "options.cu", "command": "nvcc --options-file gone.rsp -c options.cu"},
    {"file": "at.cu", "command": "nvcc @gone.rsp -c at.cu"},
    {"file": "clang.cu", "command": f"clang++ {flags} @gone.rsp -c clang.cu"},
    {"file": "folder.cu", "command": "nvcc -c folder.cu", "directory": str(folder / "no/such/folder")},
    {"file": "empty.cu", "command": " "},
    {"file": "language.cu", "command": f"clang++ {flags} -x basic -c language.cu"},
    {"command": "nvcc -c nameless.cu"},
    # nvcc complains of this one; nothing is missing for us.
    {"file": "value.cu", "command": "nvcc -c value.cu -std"},
]
for entry in entries:
    if "file" in entry:
        (folder / entry["file"]).write_text("// Nothing.\n")
# Where its command would have it.
(folder / "no").mkdir(exist_ok=True)
entries[3]["file"] = str(folder / "folder.cu")
for name in ("work.cu", "begin.cu", "main.cu"):
    entries.append({"file": name, "command": f"clang++ {flags} -c {name}"})
print(json.dumps([{"directory": str(folder), **entry} for entry in entries]))
