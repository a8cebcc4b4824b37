"""A client of a language server: as much of the protocol as editors use."""

import itertools
import json
import pathlib
import queue
import subprocess
import threading
import time

CAPABILITIES = {
    "textDocument": {
        "publishDiagnostics": {
            "relatedInformation": True,
            "codeDescriptionSupport": True,
            "codeActionsInline": False,
        },
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}
        },
        "hover": {"contentFormat": ["markdown", "plaintext"]},
    },
}


class Server:
    """A running language server. `with Server([...]) as server:` ends it."""

    def __init__(self, command, root, environment=None, options=None, patience=60, capabilities=CAPABILITIES):
        self.patience = patience
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=root,
            env=environment,
        )
        self.log = []
        self.messages = queue.Queue()
        self.texts = {}
        self.ids = itertools.count(1)
        for target in (self._read, self._read_log):
            threading.Thread(target=target, daemon=True).start()
        self.info = self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": pathlib.Path(root).resolve().as_uri(),
                "capabilities": capabilities,
                "initializationOptions": options or {},
            },
        )
        self.notify("initialized", {})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.wait(self.patience)

    def _read(self):
        out = self.process.stdout
        while True:
            length = None
            for line in iter(out.readline, b"\r\n"):
                if not line:
                    self.messages.put(None)
                    return
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            self.messages.put((time.perf_counter(), json.loads(out.read(length))))

    def _read_log(self):
        for line in self.process.stderr:
            self.log.append(line.decode(errors="replace"))

    def _send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def _next(self, what):
        try:
            message = self.messages.get(timeout=self.patience)
        except queue.Empty:
            raise SystemExit(f"no {what} in {self.patience} s:\n" + "".join(self.log))
        if message is None:
            raise SystemExit(f"the server ended before {what}:\n" + "".join(self.log))
        return message

    def notify(self, method, params):
        self._send({"method": method, "params": params})

    def request(self, method, params):
        number = next(self.ids)
        self._send({"id": number, "method": method, "params": params})
        while True:
            _, message = self._next(f"answer to {method}")
            if message.get("id") == number and "method" not in message:
                if "error" in message:
                    raise SystemExit(f"{method}: {message['error']}")
                return message["result"]

    # --- Documents ---

    def open(self, path, text=None):
        path = pathlib.Path(path).resolve()
        text = path.read_text() if text is None else text
        self.texts[path] = [1, text]
        self.notify(
            "textDocument/didOpen",
            {
                "textDocument": {
                    "uri": path.as_uri(),
                    "languageId": "cuda" if path.suffix in (".cu", ".cuh") else "cpp",
                    "version": 1,
                    "text": text,
                }
            },
        )
        return self.diagnostics(path)

    def change(self, path, text):
        """Replaces the text. Returns what is wrong with the new one."""
        self.send_change(path, text)
        return self.diagnostics(path)

    def send_change(self, path, text):
        path = pathlib.Path(path).resolve()
        self.texts[path][0] += 1
        self.texts[path][1] = text
        self.notify(
            "textDocument/didChange",
            {
                "textDocument": {"uri": path.as_uri(), "version": self.texts[path][0]},
                "contentChanges": [{"text": text}],
                "wantDiagnostics": True,
            },
        )

    def diagnostics(self, path):
        """Waits for the diagnostics of the version that was sent last."""
        return self.timed_diagnostics(path)[1]

    def timed_diagnostics(self, path):
        path = pathlib.Path(path).resolve()
        while True:
            when, message = self._next("diagnostics")
            params = message.get("params") or {}
            if (
                message.get("method") == "textDocument/publishDiagnostics"
                and params["uri"] == path.as_uri()
                and params.get("version", self.texts[path][0]) == self.texts[path][0]
            ):
                return when, params["diagnostics"]

    def actions(self, path, diagnostic):
        """The quick-fixes of a diagnostic."""
        return self.request(
            "textDocument/codeAction",
            {
                "textDocument": {"uri": pathlib.Path(path).resolve().as_uri()},
                "range": diagnostic["range"],
                "context": {"diagnostics": [diagnostic], "only": ["quickfix"]},
            },
        )

    def hover(self, path, name, number=0):
        """What is shown for an occurrence of a name in a source; "" for nothing."""
        path = pathlib.Path(path).resolve()
        text = self.texts[path][1]
        at = -1
        for _ in range(number + 1):
            at = text.index(name, at + 1)
        before = text[:at]
        shown = self.request(
            "textDocument/hover",
            {
                "textDocument": {"uri": path.as_uri()},
                "position": {
                    "line": before.count("\n"),
                    # Columns count UTF-16 units.
                    "character": len(before[before.rfind("\n") + 1 :].encode("utf-16-le")) // 2 + 1,
                },
            },
        )
        return shown["contents"]["value"] if shown else ""

    def apply(self, path, action):
        """Makes the edits of a quick-fix and tells the server. Returns what is
        wrong then."""
        path = pathlib.Path(path).resolve()
        edits = action["edit"]["changes"][path.as_uri()]
        lines = self.texts[path][1].splitlines(keepends=True)

        def offset(position):
            return sum(map(len, lines[: position["line"]])) + position["character"]

        text = self.texts[path][1]
        for edit in sorted(edits, key=lambda e: -offset(e["range"]["start"])):
            start, end = (offset(edit["range"][name]) for name in ("start", "end"))
            text = text[:start] + edit["newText"] + text[end:]
        return self.change(path, text)


def code(diagnostic):
    return diagnostic.get("code", "")


def ours(diagnostics):
    return [d for d in diagnostics if str(code(d)).startswith("cuda-capture-")]
