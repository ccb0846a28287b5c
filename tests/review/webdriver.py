"""A real browser for tests: Chromium, driven over the WebDriver protocol by the standard library alone.

Everything it starts is its own: a driver on a free port of loopback, a profile that is thrown away, one process group that is
stopped whatever happens.
"""
import base64
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from patience import PATIENCE, wait_until  # noqa: E402

FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--force-device-scale-factor=1", "--hide-scrollbars"]
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Left": "\ue012", "Up": "\ue013", "Right": "\ue014", "Down": "\ue015", "Tab": "\ue004", "Shift": "\ue008"}


def missing():
    """What is not installed, in words; empty when a browser can be started."""
    return ", ".join(name for name in ("chromium", "chromedriver") if not shutil.which(name))


class Element:
    def __init__(self, browser, reference):
        self.browser, self.reference = browser, reference
        self.path = f"/element/{reference}"

    def click(self):
        self.browser.post(f"{self.path}/click", {})

    def type(self, text):
        self.browser.post(f"{self.path}/value", {"text": text})

    @property
    def text(self):
        return self.browser.get(f"{self.path}/text")


class Browser:
    def __init__(self, size=(1440, 900)):
        self.profile = tempfile.mkdtemp(prefix="planbuilder-browser-")
        # A session of its own makes a group of processes, which end together.
        environment = {**os.environ, "HOME": self.profile}
        self.driver = subprocess.Popen(["chromedriver", "--port=0", "--allowed-ips=127.0.0.1"], stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True, start_new_session=True, env=environment)
        self.session = ""
        signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended from outside"))  # so that what is started here is stopped then, too
        try:
            self.root = f"http://127.0.0.1:{self.port_of_driver()}"
            options = {"args": FLAGS + [f"--user-data-dir={self.profile}/profile", f"--window-size={size[0]},{size[1]}"]}
            limits = {"script": PATIENCE * 1000, "pageLoad": PATIENCE * 1000}  # only what hangs is ended
            wanted = {"browserName": "chrome", "timeouts": limits, "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
            self.session = self.request("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.session:
            try:
                self.request("DELETE", f"/session/{self.session}", None)
            except OSError:
                pass
        try:
            os.killpg(self.driver.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.driver.wait()
        self.driver.stdout.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def port_of_driver(self):
        """It chooses one that is free, and says so when it listens; after that it says no more."""
        for line in self.driver.stdout:
            if found := re.fullmatch(r"ChromeDriver was started successfully on port (\d+)\.\n", line):
                return int(found[1])
        raise OSError("chromedriver does not start")

    def request(self, method, path, body):
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.root + path, content, {"Content-Type": "application/json"}, method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # loopback needs no proxy
        try:
            with opener.open(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            problem = json.load(error)["value"]
            raise AssertionError(f"{method} {path}: {problem['error']}: {problem['message'][:600]}") from None

    def get(self, path):
        return self.request("GET", f"/session/{self.session}{path}", None)

    def post(self, path, body):
        return self.request("POST", f"/session/{self.session}{path}", body)

    def open(self, url):
        self.post("/url", {"url": url})

    def run(self, script, *arguments):
        """The value of a piece of script in the page; it may be a promise."""
        return self.post("/execute/sync", {"script": script, "args": list(arguments)})

    def all(self, selector):
        found = self.post("/elements", {"using": "css selector", "value": selector})
        return [Element(self, each[ELEMENT]) for each in found]

    def one(self, selector):
        found = self.all(selector)
        assert found, f"there is no {selector}"
        return found[0]

    def press(self, *keys):
        """Keys go to what has the focus; several of them are pressed one after the other. `Shift+x` holds one down."""
        actions = []
        for key in keys:
            parts = [KEYS.get(part, part) for part in (key.split("+") if len(key) > 1 else [key])]
            actions += [{"type": "keyDown", "value": part} for part in parts]
            actions += [{"type": "keyUp", "value": part} for part in reversed(parts)]
        self.post("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def wait(self, script, what, *arguments):
        """Until the script gives something that is true."""
        return wait_until(lambda: self.run(script, *arguments), what)

    def log(self, kind):
        return self.post("/se/log", {"type": kind})

    def command(self, method, **parameters):
        """One of the DevTools protocol."""
        return self.post("/goog/cdp/execute", {"cmd": method, "params": parameters})

    def screenshot(self, path):
        with open(path, "wb") as out:
            out.write(base64.b64decode(self.get("/screenshot")))
