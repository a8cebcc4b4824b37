#!/usr/bin/env python3
"""Tries the extension in a real VS Code: code-server, and a headless Chromium.

usage: try-vscode.py CODE_SERVER VSIX CLANGD TOOL INCLUDE [SCREENSHOTS]
CODE_SERVER is the program, or the file entry.js of the npm package, which Node
runs. INCLUDE has headers of CUDA. The screenshots are for people.
"""

import contextlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

sys.path.append(os.path.join(os.path.dirname(__file__), "../../support"))
from pages import browser  # noqa: E402

SOURCE = """#include <cuda_runtime.h>
__global__ void attention(float *data);
__global__ void mlp(float *data);
static void normalize(float *data, cudaStream_t stream) {
  (void)cudaMemsetAsync(data, 0, 4096, stream);
}
void forward(float *data, cudaStream_t stream, cudaGraph_t *graph) {
  if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal))
    return;
  normalize(data, stream);
  attention<<<8, 128, 0, stream>>>(data);
  // here
  (void)cudaStreamEndCapture(stream, graph);
}
void other(float **data, cudaStream_t stream) {
  (void)cudaMalloc(data, 4);
}
void wrong(float *data, cudaStream_t stream, cudaGraph_t *graph) {
  if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal))
    return;
  (void)cudaMemset(data, 0, 4);
  (void)cudaStreamEndCapture(stream, graph);
}
"""
PATIENCE = 60


@contextlib.contextmanager
def served(code_server, vsix, work):
    """Starts code-server with the extension, and yields its address."""
    runs = ["node", code_server] if code_server.endswith(".js") else [code_server]
    runs += ["--user-data-dir", str(work / "user"), "--extensions-dir", str(work / "extensions")]
    environment = {**os.environ, "HOME": str(work), "XDG_CONFIG_HOME": str(work / "config")}
    subprocess.run([*runs, "--install-extension", vsix], env=environment, check=True, stdout=subprocess.DEVNULL)
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{s.getsockname()[1]}"
    runs += ["--auth", "none", "--disable-telemetry", "--disable-update-check", "--bind-addr", address]
    with open(work / "log", "w") as log, subprocess.Popen(runs, env=environment, stdout=log, stderr=log) as process:
        try:
            yield address
        finally:
            process.terminate()


class Editor:
    """VS Code in a browser, with a folder open."""

    def __init__(self, driver, address, root, shots):
        self.driver, self.root, self.shots = driver, root, shots
        driver.set_window_size(1500, 900)
        self.until("code-server answers", lambda: urllib.request.urlopen(f"http://{address}/healthz").status == 200)
        driver.get(f"http://{address}/?folder={root}")
        self.until("the editor is there", lambda: self.find(".monaco-workbench .statusbar"))

    def find(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return "\n".join(e.text or e.get_attribute("aria-label") or "" for e in self.find(selector))

    def until(self, what, holds):
        """Waits for something, which counts as absent while it raises an error."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                result = holds()
                if result:
                    return result
            except (OSError, IndexError, WebDriverException):
                pass
            time.sleep(0.2)
        self.shot("wrong")
        sys.exit(f"not so: {what}")

    def shot(self, name):
        """Keeps a picture of the window, for people."""
        if self.shots:
            self.driver.switch_to.default_content()
            self.driver.save_screenshot(f"{self.shots}/{name}.png")

    def press(self, *keys):
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()

    def press_control(self, key):
        webdriver.ActionChains(self.driver).key_down(Keys.CONTROL).send_keys(key).key_up(Keys.CONTROL).perform()

    def pick(self, text, wanted):
        """Chooses what the list of commands offers for a text."""
        self.driver.switch_to.default_content()
        self.press(Keys.F1)
        box = self.until("the list opens", lambda: self.find(".quick-input-widget .input"))[0]
        self.until("the list is ready", lambda: box.is_displayed())
        box.send_keys(Keys.CONTROL, "a")
        box.send_keys(text)
        self.until(f"'{wanted}' is offered", lambda: wanted in self.text(".quick-input-list .monaco-list-row"))
        box.send_keys(Keys.ENTER)

    def run(self, command):
        self.pick(f">{command}", command)

    def open(self, file):
        """Opens a file in the way that needs no index of the folder."""
        row = self.until(f"{file} is listed", lambda: self.find(f'.explorer-folders-view [aria-label^="{file}"]'))[0]
        webdriver.ActionChains(self.driver).double_click(row).perform()
        self.until(f"{file} is open", lambda: self.find(".editor-instance .view-line"))

    def go(self, line):
        self.pick(f":{line}", f"line {line}")
        self.until(f"the cursor is on line {line}", lambda: f"Ln {line}," in self.text(".statusbar"))

    def in_page(self, holds):
        """Asks something of the page with the graph, which is a frame in a frame."""
        self.driver.switch_to.default_content()
        self.driver.switch_to.frame(self.find("iframe.webview.ready")[0])
        self.driver.switch_to.frame(self.find("#active-frame")[0])
        return holds()

    def rows(self):
        return [row.get_attribute("aria-label") for row in self.find(".pane-body .monaco-list-row")]


def main():
    code_server, vsix, clangd, tool, include, *shots = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="cuda-capture-vscode-") as name:
        work = pathlib.Path(name).resolve()
        root = work / "project"
        (root / "build").mkdir(parents=True)
        (root / "model.cu").write_text(SOURCE)
        flags = ["clang++", "-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", f"-isystem{include}"]
        command = {"directory": str(root), "file": "model.cu", "arguments": [*flags, "-c", "model.cu"]}
        (root / "build/compile_commands.json").write_text(json.dumps([command]))
        settings = work / "user/User/settings.json"
        settings.parent.mkdir(parents=True)
        values = {
            "security.workspace.trust.enabled": False,
            "workbench.startupEditor": "none",
            "cudaCapture.server.path": clangd,
            "cudaCapture.tool.path": tool,
        }
        settings.write_text(json.dumps(values))
        with served(code_server, vsix, work) as address, browser(str(work)) as driver:
            editor = Editor(driver, address, root, shots[0] if shots else None)
            try_all(editor)
            try_failures(editor, clangd)
    print("the extension works")


def try_all(editor):
    # Findings while one types: the server runs.
    editor.open("model.cu")
    editor.until("the finding is underlined", lambda: editor.find(".squiggly-warning"))

    # The graph of the function that the cursor is in, and only of that.
    editor.go(12)
    editor.run("CUDA Capture: Show the Graph of This Capture")
    labels = editor.until("the graph is shown", lambda: editor.in_page(lambda: editor.text("svg text")))
    assert "attention" in labels and "memset" in labels and "wrong" not in labels, labels
    editor.shot("graph")

    # A click leads to the line, in the function that is called.
    editor.in_page(lambda: editor.find('[data-line="5"] text')[0].click())
    editor.driver.switch_to.default_content()
    editor.until("the cursor is on the line of the node", lambda: "Ln 5," in editor.text(".statusbar"))

    # The picture follows the file when that is saved.
    editor.go(12)
    editor.press(Keys.END, Keys.ENTER, "mlp<<<8, 128, 0, stream>>>(data);", Keys.ESCAPE)
    editor.press_control("s")
    editor.until("the file is saved", lambda: "mlp<<<" in (editor.root / "model.cu").read_text())
    editor.until("the new node is shown", lambda: editor.in_page(lambda: "mlp" in editor.text("svg text")))
    editor.driver.switch_to.default_content()

    # Functions that can be captured, with reasons.
    editor.run("CUDA Capture: Which of These Functions Can Be Captured?")
    rows = editor.until("the functions are shown", lambda: [r for r in editor.rows() if "other" in r] and editor.rows())
    assert any(row.startswith("not capturable") for row in rows), rows
    editor.shot("functions")
    [row] = [r for r in editor.find(".pane-body .monaco-list-row") if "other" in r.get_attribute("aria-label")]
    row.click()
    editor.until("the cursor is in the function", lambda: "Ln 16," in editor.text(".statusbar"))

    # A baseline, and a check that knows it.
    editor.run("CUDA Capture: Check the Whole Program")
    editor.until("the finding is shown", lambda: [r for r in editor.rows() if "cudaMemset" in r])
    editor.run("CUDA Capture: Make or Update the Baseline of Known Findings")
    baseline = editor.root / "cuda-capture-findings.json"
    editor.until("the baseline is written", baseline.exists)
    assert "cudaMemset" in baseline.read_text()
    editor.run("CUDA Capture: Check the Whole Program")
    editor.until("the finding is known", lambda: any(r.startswith("0 findings in 2 captures") for r in editor.rows()))
    editor.shot("findings")


def try_failures(editor, clangd):
    # A server that crashes is started again.
    before = editor.until("the server runs", lambda: servers(clangd, editor.root))
    os.kill(before[0], signal.SIGSEGV)
    editor.until("another server runs", lambda: set(servers(clangd, editor.root)) - set(before))

    # Settings that change hold at once. One that refuses to start says why.
    folder = editor.root / ".vscode"
    folder.mkdir()
    for name, value, message in (
        ("server.arguments", ["--resource-dir=/none"], "exited with 1: --resource-dir=/none: no headers of Clang"),
        ("server.path", "no-such-server", "no-such-server is not in PATH. Install cuda-capture-tidy"),
    ):
        (folder / "settings.json").write_text(json.dumps({f"cudaCapture.{name}": value}))
        editor.until(f"a message has '{message}'", lambda m=message: m in editor.text(".notifications-toasts"))
    editor.until("no server runs", lambda: not servers(clangd, editor.root))
    editor.shot("missing")


def servers(clangd, root):
    """The processes of a program in a folder."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            command = (process / "cmdline").read_bytes().split(b"\0")[0].decode()
            if command == clangd and pathlib.Path(os.readlink(process / "cwd")) == root:
                found.append(int(process.name))
    return found


if __name__ == "__main__":
    main()
