"""Changes one key of the row of a function: change-row.py FILE NAME KEY VALUE."""
import json
import sys

path, name, key, value = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    data = json.load(file)
rows = [row for row in data["rows"] if any(name in names for names in row.get("names", {}).values())]
if len(rows) != 1 or rows[0][key] == value:
    sys.exit(f"{path}: nothing to change for {name}")
rows[0][key] = value
with open(path, "w", encoding="utf-8") as file:
    json.dump(data, file, ensure_ascii=False)
