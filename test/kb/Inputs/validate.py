"""Checks error entries against a JSON Schema.

usage: validate.py SCHEMA FILE_OR_FOLDER...
"""
import glob
import json
import os
import sys

import jsonschema

with open(sys.argv[1]) as file:
    schema = json.load(file)
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
problems = entries = 0
for path in sys.argv[2:]:
    # Codes and claims beside the entries' folders are no entries.
    for name in glob.glob(path + "/*/*.json") if os.path.isdir(path) else [path]:
        entries += 1
        with open(name) as file:
            for problem in validator.iter_errors(json.load(file)):
                print(f"{name}: {problem.json_path}: {problem.message}")
                problems += 1
sys.exit(problems != 0 or entries == 0)
