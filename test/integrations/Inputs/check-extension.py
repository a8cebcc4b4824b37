#!/usr/bin/env python3
"""The extension for VS Code contributes what its code knows, and nothing else.

usage: check-extension.py SOURCE_ROOT
It needs neither Node nor npm. Exit status: 1 if anything is wrong.
"""

import json
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
extension = root / "integrations/vscode"
package = json.loads((extension / "package.json").read_text())
contributes = package["contributes"]
problems = 0


def expect(condition, what):
    global problems
    if not condition:
        problems += 1
        print(what)


def constants(file, name):
    """The entries of an object of strings in a TypeScript file."""
    text = (extension / "src" / file).read_text()
    [body] = re.findall(rf"^export const {name} = \{{$(.*?)^\}} as const", text, re.M | re.S)
    return dict(re.findall(r'^  (\w+): "([^"]+)",$', body, re.M))


def same(what, contributed, known):
    for name in sorted(set(contributed) ^ set(known)):
        where = "package.json" if name in known else "the code"
        expect(False, f"{what} {name}: {where} does not have it")


# Commands: declared, named and given an action.
commands = constants("names.ts", "commands")
same("command", [c["command"] for c in contributes["commands"]], commands.values())
actions = re.findall(r"^    \[commands\.(\w+)\]: ", (extension / "src/extension.ts").read_text(), re.M)
same("action", commands, actions)

# Places that name commands and views.
views = constants("names.ts", "views")
same("view", [v["id"] for vs in contributes["views"].values() for v in vs], views.values())
used = [item["command"] for items in contributes["menus"].values() for item in items]
welcomes = contributes["viewsWelcome"]
used += [name for welcome in welcomes for name in re.findall(r"\(command:([^)]+)\)", welcome["contents"])]
for name in used:
    expect(name in commands.values(), f"command {name}: used, but not declared")
for welcome in welcomes:
    expect(welcome["view"] in views.values(), f"view {welcome['view']}: has a welcome, but is not declared")
for items in contributes["menus"].values():
    for item in items:
        for view in re.findall(r"view == ([\w.]+)", item.get("when", "")):
            expect(view in views.values(), f"view {view}: in a condition, but not declared")

# Settings: declared and read, with descriptions and right defaults.
settings = contributes["configuration"]["properties"]
keys = {f"cudaCapture.{key}" for key in constants("settings.ts", "settingKeys").values()}
same("setting", settings, keys)
kinds = {"boolean": bool, "string": str, "array": list, "object": dict}
for name, setting in settings.items():
    expect(setting.get("markdownDescription"), f"setting {name}: has no description")
    expect(type(setting["default"]) is kinds[setting["type"]], f"setting {name}: the default is no {setting['type']}")
    if "enum" in setting:
        expect(setting["default"] in setting["enum"], f"setting {name}: the default is no choice")
readme = (extension / "README.md").read_text()
for name in settings:
    expect(f"`{name}`" in readme, f"setting {name}: the README does not have it")
for command in contributes["commands"]:
    expect(command["title"] in readme, f"command {command['command']}: the README does not have it")

# Languages whose files are opened are those that start the extension.
[listed] = re.findall(r"languages: readonly string\[\] = \[(.*?)\]", (extension / "src/names.ts").read_text())
same("language", [event.removeprefix("onLanguage:") for event in package["activationEvents"]], json.loads(f"[{listed}]"))

# Files, versions, and a lock that names no registry.
icons = [c["icon"] for cs in contributes["viewsContainers"].values() for c in cs]
for icon in icons:
    expect((extension / icon).exists(), f"{icon}: does not exist")
[version] = re.findall(r"^project\(\S+ VERSION (\S+)", (root / "CMakeLists.txt").read_text(), re.M)
lock = json.loads((extension / "package-lock.json").read_text())
expect(package["version"] == version, f"package.json: {package['version']} is not {version}")
expect(lock["version"] == version, f"package-lock.json: {lock['version']} is not {version}")
for name, module in lock["packages"].items():
    registry = module.get("resolved", "https://registry.npmjs.org/")
    expect(registry.startswith("https://registry.npmjs.org/"), f"package-lock.json: {name} comes from {registry}")
sys.exit(problems != 0)
