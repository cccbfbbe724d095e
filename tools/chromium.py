"""Open pages in headless Chromium and record events, over its debugging pipe.

Only the browser is needed. It reads commands from file descriptor 3 and answers on 4. Each message is
JSON, followed by a zero byte.
"""

from __future__ import annotations

import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass, field

NAMES = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"),
    "--remote-debugging-pipe",
]
FACTS = """(async () => {
    await window.MathJax?.startup?.promise;
    await window.formulasDrawn;
    await Promise.all([...document.images].map(image => {
        image.loading = "eager";
        return image.decode().catch(() => {});
    }));
    // Formulas in folds are drawn when these open.
    const later = [...document.querySelectorAll(".later")].map(e => e.textContent.slice(2, -2));
    const colour = name => getComputedStyle(document.body)[name].match(/[\\d.]+/g).map(Number);
    const light = colour("backgroundColor");
    document.documentElement.dataset.theme = "dark";
    const dark = colour("backgroundColor"), text = colour("color");
    return {
        title: document.title,
        formulas: document.querySelectorAll(".math").length,
        drawn: document.querySelectorAll(".math mjx-container").length,
        mathErrors: [
            ...[...document.querySelectorAll("[data-mjx-error]")].map(e => e.outerHTML),
            ...later.filter(tex => MathJax.tex2mml(tex).includes("<merror")),
        ],
        brokenImages: [...document.images].filter(i => !i.naturalWidth).map(i => i.src),
        width: document.documentElement.scrollWidth,
        light, dark, text,
    };
})()"""


def binary() -> str | None:
    """The path of the browser, or None."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@dataclass
class Visit:
    """The record of a page: the addresses it requested, its errors, its facts, and its loads.

    `answer` is the value of the visitor's own script.
    """

    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    facts: dict = field(default_factory=dict)
    loaded: set[str] = field(default_factory=set)
    answer: object = None


class Browser:
    """A running headless Chromium; a context manager."""

    def __init__(self, timeout: float = 300):
        self.timeout = timeout
        self._count = 0
        self._buffer = b""
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        theirs_in, self._write = os.pipe()
        self._read, theirs_out = os.pipe()

        def wire():
            first = fcntl.fcntl(theirs_in, fcntl.F_DUPFD, 10)
            second = fcntl.fcntl(theirs_out, fcntl.F_DUPFD, 10)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self._process = subprocess.Popen(
            [binary(), *OPTIONS, f"--user-data-dir={self._profile.name}"],
            preexec_fn=wire,
            close_fds=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        os.close(self._write)
        os.close(self._read)
        self._profile.cleanup()

    def visit(self, address: str, width: int, height: int = 900, script: str = "") -> Visit:
        """Open an address in a window of this width, and wait for its formulas and images.

        A `script` is an expression that is evaluated at the end; if it is a promise, its value is awaited.
        """
        tab = Tab(self, address, width, height)
        tab.visit.facts = tab.evaluate(FACTS)
        if script:
            tab.visit.answer = tab.evaluate(script)
        tab.close()
        return tab.visit

    def _call(self, visit, method, session=None, **parameters):
        self._count += 1
        number = self._count
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        left = memoryview(json.dumps(message).encode() + b"\0")
        while left:
            left = left[os.write(self._write, left) :]
        answer = self._until(visit, lambda received: received.get("id") == number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def _until(self, visit, wanted):
        """Read messages until the wanted one, and record requests and errors."""
        deadline = time.monotonic() + self.timeout
        while True:
            while b"\0" not in self._buffer:
                left = deadline - time.monotonic()
                if left <= 0 or not select.select([self._read], [], [], left)[0]:
                    raise TimeoutError(f"no answer from the browser in {self.timeout} s")
                received = os.read(self._read, 1 << 16)
                if not received:
                    raise RuntimeError("the browser ended")
                self._buffer += received
            raw, self._buffer = self._buffer.split(b"\0", 1)
            message = json.loads(raw)
            _note(visit, message.get("method"), message.get("params", {}))
            if wanted(message):
                return message


class Tab:
    """A page that stays open, loaded from an address; with `media` "print" in the form for paper."""

    def __init__(self, browser: Browser, address: str, width: int, height=900, media=""):
        self.browser, self.visit, self._session = browser, Visit(), None
        self._target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=self._target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        size = {"width": width, "height": height, "deviceScaleFactor": 1}
        phone = width < 600 and media != "print"
        self.call("Emulation.setDeviceMetricsOverride", **size, mobile=phone)
        self.call("Emulation.setEmulatedMedia", media=media)
        self.call("Page.setLifecycleEventsEnabled", enabled=True)
        loader = self.call("Page.navigate", url=address)["loaderId"]
        if loader not in self.visit.loaded:
            browser._until(self.visit, lambda _: loader in self.visit.loaded)

    def call(self, method: str, **parameters) -> dict:
        """The answer of a method of the debugging protocol on this page."""
        return self.browser._call(self.visit, method, self._session, **parameters)

    def evaluate(self, expression: str):
        """The value of an expression, or of its promise, on the page."""
        asked = {"expression": expression, "awaitPromise": True, "returnByValue": True}
        answer = self.call("Runtime.evaluate", **asked)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"on the page: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def close(self):
        """Close the page."""
        self.browser._call(self.visit, "Target.closeTarget", targetId=self._target)


def _note(visit, method, event):
    """Record the requests and errors of an event."""
    if method == "Network.requestWillBeSent":
        visit.requests.append(event["request"]["url"])
    elif method == "Page.lifecycleEvent" and event["name"] == "load":
        visit.loaded.add(event["loaderId"])
    elif method == "Runtime.exceptionThrown":
        visit.errors.append(str(event["exceptionDetails"]))
    elif method == "Runtime.consoleAPICalled" and event["type"] == "error":
        visit.errors.append(str(event["args"]))
    elif method == "Log.entryAdded" and event["entry"]["level"] == "error":
        visit.errors.append(str(event["entry"]))
