#!/usr/bin/env python3
"""Large plans on the page of a review: it opens, and does what it is asked for. Usage: large_test.py PLANBUILDER
How long that takes is measured by tests/perf/bench_page.py."""
import contextlib
import pathlib
import subprocess
import sys
import tempfile

import webdriver

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "perf"))
import topologies  # noqa: E402

SHAPES = ("layered", "hub")
SIZES = (2_000, 20_000)  # activities
FAR = 400  # as many are drawn as one box per wave

# Does something; milliseconds until it is drawn. A new address is noticed only when this script has ended.
DRAWN = """
const start = performance.now();
{action};
return new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)))));
"""
# Enter, since the page waits a while for more to be typed.
SEARCH = "const field = document.getElementById('search'); field.value = 'n1'; field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))"


class LargePage:
    """Actions on the page give the milliseconds that they took, and fail when they did not work."""

    def __init__(self, browser, address):
        self.browser = browser
        browser.open(address)
        browser.wait("return document.documentElement.dataset.ready === 'true'", "the page is ready")

    def opening(self):
        return self.browser.run("return performance.getEntriesByType('navigation')[0].domComplete")

    def drawn(self, action, *arguments):
        return self.browser.run(DRAWN.replace("{action}", action), *arguments)

    def summary(self):
        return self.browser.run("return document.querySelector('#summary strong').textContent")

    def activities(self):
        self.browser.run("document.getElementById('tab-table').click()")
        names = self.browser.run("return [...document.querySelectorAll('.activities tbody tr')].map((row) => row.dataset.activity)")
        self.browser.run("document.getElementById('tab-graph').click()")
        return names

    def select(self, name):
        took = self.drawn("location.hash = '#plan=build&activity=' + encodeURIComponent(arguments[0])", name)
        self.browser.wait("return document.querySelector('#details h2')?.textContent.includes(arguments[0])", f"{name} is shown", name)
        return took

    def search(self):
        took = self.drawn(SEARCH)
        self.browser.wait("return document.getElementById('filter-count').textContent.includes('fit')", "something is found")
        return took

    def open_lanes(self):
        return self.drawn("document.getElementById('close-lanes').click()")

    def zoom(self):
        transform = "return document.querySelector('.world').getAttribute('transform')"
        before = self.browser.run(transform)
        took = self.drawn("document.querySelector('[aria-label=\"Zoom in\"]').click()")
        self.browser.wait(f"{transform} !== arguments[0]", "the picture is larger", before)
        return took


@contextlib.contextmanager
def large_page(planbuilder, shape, activities):
    with tempfile.TemporaryDirectory() as folder, webdriver.Browser() as browser:
        service = topologies.write(shape, activities // 2, folder)
        page = pathlib.Path(folder) / "page.html"
        subprocess.run([planbuilder, "review", service, "--kind", "build", "-o", page], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        yield LargePage(browser, page.as_uri())
        problems = [entry["message"] for entry in browser.log("browser") if entry["level"] == "SEVERE"]
        assert not problems, problems


def check(planbuilder, shape, activities):
    with large_page(planbuilder, shape, activities) as page:
        if activities > FAR:
            assert "drawn as one box per wave" in page.browser.run("return document.querySelector('.note').textContent")
        names = page.activities()
        for name in (names[0], names[len(names) // 2], names[-1]):
            page.select(name)
        page.search()
        page.open_lanes()
        page.zoom()
        print(f"{shape}: {page.summary()}", flush=True)


def need_browser():
    if webdriver.missing():
        print(f"skipped: there is no {webdriver.missing()}")
        sys.exit(77)


if __name__ == "__main__":
    need_browser()
    for size in SIZES:
        for each in SHAPES:
            check(sys.argv[1], each, size)
