#!/usr/bin/env python3
"""Validates documents with a JSON schema.

usage: check-schema.py SCHEMA FILE...
"""
import json
import sys

import jsonschema


def read(name):
    with open(name, encoding="utf-8") as file:
        return json.load(file)


def main(schema, *names):
    schema = read(schema)
    validator = jsonschema.validators.validator_for(schema)(schema)
    problems = [(name, error) for name in names for error in validator.iter_errors(read(name))]
    for name, error in problems:
        print(f"{name}: {'/'.join(map(str, error.absolute_path))}: {error.message}")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
