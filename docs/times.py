#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sums up how long the tests took, by module and by class: docs/times.py [FOLDER] [CLASSES]

FOLDER is a checkout after mvn verify; without it, the one of this script. Columns of the first table: seconds of all
test classes, how many they are, tests, skipped tests. The second one lists the CLASSES slowest classes, 20 unless given.
Times are those of the clock: on a busy machine they say more about the machine.
"""

import collections
import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def classes(top):
    """Module, class, seconds, tests and skipped tests of each class that has run."""
    for report in sorted(top.glob("**/target/surefire-reports/TEST-*.xml")):
        module = report.relative_to(top).parts[:-3]
        if "target" in module:
            continue  # a copy, as the continuous integration makes it
        suite = ElementTree.parse(report).getroot()
        yield (
            "/".join(module),
            suite.get("name").rpartition(".")[2],
            float(suite.get("time").replace(",", "")),
            int(suite.get("tests")),
            int(suite.get("skipped")),
        )


def main():
    top = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    shown = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    modules = collections.defaultdict(lambda: [0.0, 0, 0, 0])
    slowest = []
    for module, name, seconds, tests, skipped in classes(top):
        for key in (module, "all"):
            for i, value in enumerate((seconds, 1, tests, skipped)):
                modules[key][i] += value
        slowest.append((seconds, module, name, tests))
    for module, sums in sorted(modules.items(), key=lambda each: -each[1][0]):
        print(f"{module:24} {sums[0]:8.1f} {sums[1]:6} {sums[2]:7} {sums[3]:5}")
    print()
    for seconds, module, name, tests in sorted(slowest, reverse=True)[:shown]:
        print(f"{seconds:8.1f}  {module} {name} ({tests} tests)")


if __name__ == "__main__":
    main()
