#!/usr/bin/env python3
"""Opens a file in a language server, and prints what it says of it.

ask-server.py FILE NAME COMMAND...

NAME is the file's for the server.
"""
import json
import subprocess
import sys

text = open(sys.argv[1]).read()
uri = f"file://{sys.argv[2]}"
server = subprocess.Popen(sys.argv[3:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=sys.stderr)


def send(method, **message):
    body = json.dumps({"jsonrpc": "2.0", "method": method, **message}).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    server.stdin.flush()


def receive():
    length = 0
    while True:
        line = server.stdout.readline()
        if not line:
            sys.exit("the server has ended")
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
        if line == b"\r\n":
            return json.loads(server.stdout.read(length))


send("initialize", id=1, params={"processId": None, "rootUri": None, "capabilities": {}})
send("initialized", params={})
send("textDocument/didOpen", params={"textDocument": {"uri": uri, "languageId": "cuda", "version": 1, "text": text}})
while True:
    message = receive()
    if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
        break
for found in message["params"]["diagnostics"]:
    start = found["range"]["start"]
    print(f"{start['line'] + 1}:{start['character'] + 1}: {found.get('code')}: {found['message']}")
send("shutdown", id=2, params=None)
while receive().get("id") != 2:
    pass
send("exit", params=None)
sys.exit(server.wait(timeout=60))
