#!/usr/bin/env python3
"""Knowledge of any content: what reads it says what is wrong, and where, in
bounded time and memory, and does not crash.
usage: hostile.py CUDA-CAPTURE CLANG-TIDY PLUGIN FOLDER"""
import os
import resource
import shutil
import subprocess
import sys
import time

tool, tidy, plugin, folder = sys.argv[1:]
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
failures = 0

ROW = '{"names": {"runtime": ["f"]}, "class": "neutral", "confidence": "high"}'
ENTRY = (
    '{"id": "a/b", "signature": "s", "root_cause": "c", "regex": "%s"'
    ', "number": 900}'
)


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(what, command, codes, texts):
    global failures
    seconds = 500 * harmless  # A hang takes longer than any factor.
    try:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL, timeout=seconds, preexec_fn=limit)
        output = done.stdout.decode(errors="replace")
        wrong = [t for t in texts if t not in output]
        if done.returncode in codes and not wrong and len(output) < 1 << 20:
            return
        reason = f"exit status {done.returncode}, missing {wrong}: {output[:600]}"
    except subprocess.TimeoutExpired:
        reason = f"not done after 500 times as long as harmless knowledge takes ({harmless:.2f} s)"
    failures += 1
    print(f"{what}: {reason}")


def all_of_them(name, path, texts):
    """Everything that reads knowledge reads this."""
    run(name + ", validate", [tool, "kb", "validate", path], [1], texts)
    for verb in (["explain", "900"], ["match", os.devnull]):
        run(f"{name}, {verb[0]}", [tool, "kb", *verb, "--kb=" + path], [2], texts)
    run(name + ", plugin",
        [tidy, "-load=" + plugin, "--checks=-*,cuda-capture-*",
         "--config={CheckOptions: {CudaCaptureKnowledgeBase: '%s'}}" % path,
         source, "--", "-x", "c++"], [1], ["cannot use the knowledge base", *texts])


def importing(name, path, texts):
    run(name + ", import",
        [tool, "kb", "import", path, "--output=" + os.path.join(folder, "out")],
        [1, 2], texts)


source = os.path.join(folder, "source.cpp")
with open(source, "w") as file:
    file.write("int x;\n")

# What a run costs whose knowledge is in order.
began = time.monotonic()
subprocess.run([tidy, "-load=" + plugin, "--checks=-*,cuda-capture-*", source, "--"],
               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
harmless = time.monotonic() - began

huge = b'{"rows": [' + b" " * (17 << 20)
# Name, content, what the message says besides the file.
DOCUMENTS = [
    ("truncated", '{"rows": [' + ROW, [":1:", "byte ", "not valid JSON"]),
    ("empty", "", ["byte 1", "not valid JSON"]),
    ("nul", '{"rows": [\0]}', ["byte 11", "not valid JSON"]),
    ("only-nul", "\0" * 100000, ["byte 1", "not valid JSON"]),
    ("no-utf-8", b'{"rows": [{"names": {"runtime": ["\xff\xfe"]}}]}',
     ["byte ", "not valid JSON"]),
    ("utf-16", '{"rows": []}'.encode("utf-16"), ["byte ", "not valid JSON"]),
    ("surrogate", '{"rows": "\\ud800"}', ["byte ", "not valid JSON"]),
    ("huge", huge, ["bytes; at most 16777216 are read"]),
    ("deep", "[" * 200000, ["nested deeper than 64 levels"]),
    ("deep-objects", '{"rows":' * 200000, ["nested deeper than 64 levels"]),
    ("duplicate", '{"rows": [], "rows": []}', ["duplicated key 'rows'"]),
    ("no-object", "3", ["#: object expected, found number"]),
    ("no-lists", '{"rows": 3, "codes": {}, "errors": null}',
     ["#/rows: array expected", "#/codes: array expected",
      "#/errors: array expected"]),
    ("no-row", '{"rows": [3, null, [], "x"]}',
     ["#/rows/0: object expected", "#/rows/3: object expected"]),
    ("number", '{"codes": [{"number": 1e999, "runtime": "e"}]}', ["byte "]),
    ("numbers",
     '{"codes": [{"number": -1, "runtime": "e"},'
     ' {"number": 4294967296, "runtime": "e"},'
     ' {"number": 99999999999999999999999999, "runtime": "e"},'
     ' {"number": 1.5, "runtime": "e"}]}',
     [f"#/codes/{i}/number: whole number from 0 to 99999" for i in range(4)]),
    ("rate", ENTRY[:-1] % "some text" + ', "confidence": 1e300}',
     ["#/confidence: number from 0 to 1 expected"]),
    ("many-problems", '{"rows": [' + ",".join(["3"] * 300000) + "]}",
     ["#/rows/999: object expected", "and 299000 more problems"]),
    ("many-keys",
     "{" + ",".join(f'"k{i}": 1' for i in range(50000)) + ', "rows": []}',
     ["unknown key 'k0'"]),
    ("long-key", '{"' + "k" * (1 << 20) + '": 1, "rows": []}', ["unknown key"]),
    ("control", '{"rows": [], "\\u001b[31m\\n\\u0000": 1}', ["unknown key"]),
    ("cycle",
     '{"errors": [' + ENTRY[:-1] % "some text" + ', "superseded_by": "a/b"}]}',
     ["superseded_by", "leads back"]),
    ("cycle-of-two",
     '{"errors": [' + ENTRY[:-1] % "some text" + ', "superseded_by": "a/c"},'
     + ENTRY.replace("a/b", "a/c")[:-1] % "other text"
     + ', "superseded_by": "a/b"}]}', ["superseded_by", "leads back"]),
    ("nowhere",
     '{"errors": [' + ENTRY[:-1] % "some text" + ', "superseded_by": "a/d"}]}',
     ["no error entry 'a/d'"]),
    ("pointer", ENTRY[:-1] % "some text" + ', "corrections": [{"field": '
     '"/workarounds/99999999999999999999/~", "was": "a", "now": "b",'
     ' "evidence": "c"}]}', ["#/corrections/0/field"]),
]
REGEXES = [
    ("back-reference", "(a)\\\\1", "back references are not allowed"),
    ("counts", "(a{1,1000}){1,1000}", "repetition counts are not allowed"),
    ("all", "a*|b", "matches every text"),
    ("nested", "(a+)+b", "a repetition within a repetition is not allowed"),
    ("nested-alternative", "(a|aa.*z)+", "a repetition within a repetition"),
    ("nested-deep", "(" * 200 + "a" + ")+" * 200, "a repetition within a rep"),
    ("brackets", "a[", "not a regular expression"),
    ("parentheses", "(" * 1900, "not a regular expression"),
    ("star", "some text**", "not a regular expression"),
    ("long", "a" * 5000, "at most 2000 bytes"),
]
for name, regex, text in REGEXES:
    DOCUMENTS.append(("regex-" + name, ENTRY % regex, ["#/regex: ", text]))

for name, content, texts in DOCUMENTS:
    path = os.path.join(folder, name + ".json")
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    texts = [os.path.basename(path), *texts]
    all_of_them(name, path, texts)
    # What is no entry at all is told otherwise.
    importing(name, path, texts[:1])

# What is no file.
fifo = os.path.join(folder, "fifo.json")
os.mkfifo(fifo)
loop = os.path.join(folder, "loop.json")
os.symlink("loop.json", loop)
empty = os.path.join(folder, "empty")
os.mkdir(empty)
strange = os.path.join(folder, "strange")
os.mkdir(strange)
os.mkfifo(os.path.join(strange, "pipe.json"))
os.symlink("around.json", os.path.join(strange, "around.json"))
os.symlink("..", os.path.join(strange, "up"))
for path, texts in [
    (fifo, ["not a regular file"]),
    (loop, ["oo many levels of symbolic links"]),
    (os.devnull, ["not a regular file"]),
    (empty, ["no .json file in this folder"]),
    (strange, ["pipe.json: not a regular file", "around.json: "]),
    (os.path.join(folder, "none.json"), ["o such file"]),
]:
    all_of_them(path, path, texts)
    importing(path, path, [])
if os.geteuid() != 0:
    secret = os.path.join(folder, "secret.json")
    with open(secret, "w"):
        pass
    os.chmod(secret, 0)
    all_of_them("secret", secret, ["secret.json: Permission denied"])

# Expressions and logs that cost backtracking matchers, or recursive ones, all
# there is.
with open(os.path.join(folder, "begin.json"), "w") as file:
    file.write('{"standalone": true, "codes": [{"number": 900, "runtime": "e"}],'
               '"rows": [{"names": {"runtime": ["b"]}, "params": ["stream"],'
               '"class": "control", "effect": "begin-capture",'
               '"confidence": "high"}]}')
long = os.path.join(folder, "long.log")
with open(long, "w") as file:
    file.write("a" * (10 << 20))
for number, regex in enumerate([
    "(a|aa)+$", "(a|a)*b", "a.*a.*a.*a.*b", "(a*)(a*)(a*)(a*)(a*)b",
]):
    path = os.path.join(folder, "slow.json")
    with open(path, "w") as file:
        file.write(ENTRY % regex)
    run("slow expression " + regex[:30],
        [tool, "kb", "match", long,
         "--kb=" + path + ";" + os.path.join(folder, "begin.json")], [0, 1], [])
run("a long line", [tool, "kb", "match", long], [1], [])

sys.exit(failures != 0)
