"""check-manual.py PROGRAM TEXT: the options that --help has are in the text."""
import re
import subprocess
import sys

program, text = sys.argv[1], open(sys.argv[2]).read()


def ask(*arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True).stdout


wrong = 0
commands = re.findall(r"^  ([a-z][\w-]*) +- ", ask("--help"), re.M)
for command in commands:
    section = re.search(rf"^   {command}$(.*?)(?=^   \S|^\S)", text, re.M | re.S)
    if not section:
        wrong += 1
        print(f"{command} is missing")
        continue
    for option in re.findall(r"^  (--?[\w-]+)", ask(command, "--help"), re.M):
        if option not in ("--help", "--help-list") and not re.search(rf"{option}\b", section.group(1)):
            wrong += 1
            print(f"{command}: {option} is missing")
sys.exit(wrong != 0 or len(commands) < 5)
