#!/usr/bin/env python3
"""Measures how the page of a review gets on with large plans in a real browser; prints one table.

Usage: bench_page.py PLANBUILDER [--sizes 2000,20000] [--shapes layered,hub]
The size is the number of activities, more or less. Times are taken inside the page, until what was asked for is drawn. Only ratios
within one run mean something: machines differ, and so do their loads.
"""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "review"))
import large_test  # noqa: E402

MOST_GROWTH = 2  # time, largest against smallest size, beside the growth of the size: what grows with its square is found
REPEATS = 3
LEAST = 50  # milliseconds: below, frames are what is measured
COLUMNS = ("open", "select", "search", "open lanes", "zoom")


def measure(planbuilder, shape, size):
    """Milliseconds of each: the best of some, but for what can be done only once."""
    with large_test.large_page(planbuilder, shape, size) as page:
        names = page.activities()
        selected = min(page.select(name) for name in (names[0], names[len(names) // 2], names[-1]))
        found = min(page.search() for _ in range(REPEATS))
        return page.opening(), selected, found, page.open_lanes(), min(page.zoom() for _ in range(REPEATS))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("planbuilder")
    parser.add_argument("--sizes", default=",".join(map(str, large_test.SIZES)))
    parser.add_argument("--shapes", default=",".join(large_test.SHAPES))
    options = parser.parse_args()
    large_test.need_browser()
    misses = 0
    print(f"{'shape':8} {'size':>8}" + "".join(f" {f'{name} ms':>18}" for name in COLUMNS))
    for shape in options.shapes.split(","):
        first = None
        for size in sorted(map(int, options.sizes.split(","))):
            took = [max(milliseconds, LEAST) for milliseconds in measure(options.planbuilder, shape, size)]
            first = first or (size, took)
            growth = [now / before / (size / first[0]) for now, before in zip(took, first[1])]
            misses += sum(each > MOST_GROWTH for each in growth)
            print(f"{shape:8} {size:8}" + "".join(f" {now:7.0f} ({each:4.2f}{' MISS' if each > MOST_GROWTH else ''})".rjust(19)
                                                 for now, each in zip(took, growth)), flush=True)
    print(f"in brackets, per activity against the smallest size; target: at most {MOST_GROWTH}; {misses} missed")


if __name__ == "__main__":
    sys.exit(main())
