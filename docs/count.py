#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the main Java sources, by module: docs/count.py [FOLDER]

FOLDER is a checkout; without it, the one of this script. Generated code, examples and benchmarks do not count.
Columns: files; lines that are neither blank nor comment, imports included; types, nested ones included;
packages; packages of more than 30 files beside package-info.java.
"""

import pathlib
import re
import sys

MOST_FILES = 30
# Texts go first: a comment may begin in none, and a text in no comment.
TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/', re.S
)
TYPE = re.compile(r"(?<![\w.@])(?:class|enum|record|@?interface)\s+[A-Z]\w*\s*[<({]|"
                  r"(?<![\w.@])(?:class|@?interface|enum|record)\s+[A-Z]\w*\s+(?:extends|implements|permits)\b")


def without_comments(source):
    """The source with comments and the contents of texts removed, in the same lines."""

    def replaced(match):
        text = match.group()
        kept = "\n" * text.count("\n")
        if text.startswith(("//", "/*")):
            return kept or " "
        # A line within a text block is code.
        return kept.replace("\n", "_\n") + "_"

    return TOKEN.sub(replaced, source)


def main():
    top = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    skipped = {"target", "docs", "tests"}
    modules = sorted(
        pom.parent
        for pom in top.glob("**/pom.xml")
        if skipped.isdisjoint(pom.relative_to(top).parts) and (pom.parent / "src/main/java").is_dir()
    )
    rows, crowded = [], []
    for module in modules:
        folder = module / "src/main/java"
        files = sorted(folder.rglob("*.java"))
        packages = {}
        lines = types = 0
        for file in files:
            packages[file.parent] = packages.get(file.parent, 0) + (file.name != "package-info.java")
            code = without_comments(file.read_text(encoding="utf-8"))
            lines += sum(1 for line in code.splitlines() if line.strip())
            types += len(TYPE.findall(code))
        full = {package: count for package, count in packages.items() if count > MOST_FILES}
        rows.append((str(module.relative_to(top)), len(files), lines, types, len(packages), len(full)))
        crowded += [
            (count, ".".join(package.relative_to(folder).parts)) for package, count in full.items()
        ]
    rows.append(("all",) + tuple(sum(column) for column in list(zip(*rows))[1:]))
    head = ("module", "files", "code lines", "types", "packages", f"> {MOST_FILES} files")
    print("| " + " | ".join(head) + " |")
    print("|---" + "|---:" * (len(head) - 1) + "|")
    for row in rows:
        print("| " + " | ".join(f"{cell:,}" if isinstance(cell, int) else cell for cell in row) + " |")
    for count, package in sorted(crowded, reverse=True):
        print(f"{package}: {count} files")


if __name__ == "__main__":
    main()
