#!/usr/bin/env python3
"""Large plans on the page of a review: it opens, and answers, in bounded time. Usage: large_test.py PLANBUILDER

Times are taken inside the page. The bounds are generous, since machines differ: they find what grows with the square.
"""
import pathlib
import subprocess
import sys
import tempfile

import webdriver

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "perf"))
import topologies  # noqa: E402

PLANBUILDER = sys.argv[1]
# activities, seconds to open, milliseconds to select, to search and to move: the last three until the next frame is drawn
BOUNDS = [(2_000, 10, 1_500, 1_500, 400), (20_000, 30, 4_000, 4_000, 1_000)]

# How long it takes from an action until it is drawn.
DRAWN = """
const start = performance.now();
{action};
return new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start))), {delay}));
"""


def drawn(browser, action, *arguments, delay=0):
    return browser.run(DRAWN.replace("{action}", action).replace("{delay}", str(delay)), *arguments) - delay


def check(what, found, bound):
    print(f"  {what}: {found:.0f} of at most {bound}")
    assert found <= bound, f"{what} takes {found:.0f}, more than {bound}"


def measure(shape, activities, bounds):
    opening, selecting, searching, moving = bounds
    with tempfile.TemporaryDirectory() as folder, webdriver.Browser() as browser:
        service = topologies.write(shape, activities // 2, folder)
        page = pathlib.Path(folder) / "page.html"
        subprocess.run([PLANBUILDER, "review", service, "--kind", "build", "-o", page], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        browser.open(page.as_uri())
        browser.wait("return document.documentElement.dataset.ready === 'true'", "the page is ready", seconds=opening)
        count = browser.run("return document.querySelector('#summary strong').textContent")
        print(f"{shape}: {count}, {page.stat().st_size / 1e6:.1f} MB")
        check("ms to open", browser.run("return performance.getEntriesByType('navigation')[0].domComplete"), 1000 * opening)
        if activities > 400:
            assert "drawn as one box per wave" in browser.run("return document.querySelector('.note').textContent")
        browser.run("document.getElementById('tab-table').click()")
        names = browser.run("return [...document.querySelectorAll('.activities tbody tr')].map((row) => row.dataset.activity)")
        browser.run("document.getElementById('tab-graph').click()")
        for name in (names[0], names[len(names) // 2], names[-1]):
            check(f"ms to select {name}", drawn(browser, "location.hash = '#plan=build&activity=' + encodeURIComponent(arguments[0])", name), selecting)
            assert name in browser.run("return document.querySelector('#details h2').textContent")
        check("ms to search", drawn(browser, "const s = document.getElementById('search'); s.value = 'n1'; s.dispatchEvent(new Event('input'))", delay=300), searching)
        check("ms to open all lanes", drawn(browser, "document.getElementById('close-lanes').click()"), selecting)
        check("ms to zoom", drawn(browser, "document.querySelector('[aria-label=\"Zoom in\"]').click()"), moving)
        problems = [entry["message"] for entry in browser.log("browser") if entry["level"] == "SEVERE"]
        assert not problems, problems


if __name__ == "__main__":
    if webdriver.missing():
        print(f"skipped: there is no {webdriver.missing()}")
        sys.exit(77)
    for activities, *bounds in BOUNDS:
        for shape in ("layered", "hub"):
            measure(shape, activities, bounds)
