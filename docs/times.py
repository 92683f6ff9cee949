#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sums up how long the tests took, by module and by class: docs/times.py [FOLDER] [CLASSES]

FOLDER is a checkout after mvn verify; without it, the one of this script. Columns of the first table: seconds of all
test classes, how many they are, tests, skipped tests. The second one lists the CLASSES slowest classes, 20 unless given.
The third one lists what was skipped, and why. Times are those of the clock: on a busy machine they say more about the
machine.
"""

import collections
import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def reports(top):
    """Module and report of each class that has run."""
    for report in sorted(top.glob("**/target/surefire-reports/TEST-*.xml")):
        module = report.relative_to(top).parts[:-3]
        if "target" not in module:  # a copy, as the continuous integration makes it
            yield "/".join(module), ElementTree.parse(report).getroot()


def skipped(top):
    """Class, test and reason of each skipped test."""
    for _, suite in reports(top):
        if suite.get("tests") == "0":
            # Surefire keeps neither the reason nor the tests of classes nested in a superclass.
            yield suite.get("name").rpartition(".")[2], "all tests", "what they need is missing, or they are nested"
        for test in suite.iter("testcase"):
            for skip in test.iter("skipped"):
                reason = skip.get("message") or (skip.text or "").partition("\n")[0].partition("failed: ")[2]
                yield suite.get("name").rpartition(".")[2], test.get("name") or "all tests", reason


def main():
    top = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    shown = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    modules = collections.defaultdict(lambda: [0.0, 0, 0, 0])
    slowest = []
    for module, suite in reports(top):
        seconds = float(suite.get("time").replace(",", ""))
        tests = int(suite.get("tests"))
        for key in (module, "all"):
            for i, value in enumerate((seconds, 1, tests, int(suite.get("skipped")))):
                modules[key][i] += value
        slowest.append((seconds, module, suite.get("name").rpartition(".")[2], tests))
    for module, sums in sorted(modules.items(), key=lambda each: -each[1][0]):
        print(f"{module:24} {sums[0]:8.1f} {sums[1]:6} {sums[2]:7} {sums[3]:5}")
    print()
    for seconds, module, name, tests in sorted(slowest, reverse=True)[:shown]:
        print(f"{seconds:8.1f}  {module} {name} ({tests} tests)")
    print()
    for name, test, reason in skipped(top):
        print(f"skipped: {name} {test}: {reason}")


if __name__ == "__main__":
    main()
