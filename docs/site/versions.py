# SPDX-License-Identifier: Apache-2.0
"""Writes the list of the versions that a site holds, and leads its start page to the newest release."""

import re
import sys
from pathlib import Path

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>OTD documentation</title>{more}
<style>body {{ font: 1.1rem/1.6 system-ui, sans-serif; margin: 2rem auto; max-width: 40rem; padding: 0 1rem; }}</style>
</head>
<body>
<h1>OTD documentation</h1>
<ul>
{items}
</ul>
</body>
</html>
"""


def age(version):
    """A key that sorts releases by their numbers, and a snapshot before its release."""
    numbers, _, rest = version.partition("-")
    return [int(n) for n in re.findall(r"\d+", numbers)], rest == "", rest


def main(site):
    versions = [f.parent.name for f in site.glob("*/index.html") if f.parent.name not in ("api",)]
    versions.sort(key=age, reverse=True)
    items = "\n".join(f'<li><a href="{v}/index.html">{v}</a></li>' for v in versions)
    newest = next((v for v in versions if "-" not in v), versions[0])
    lead = f'\n<meta http-equiv="refresh" content="0; url={newest}/index.html">'
    (site / "versions.html").write_text(PAGE.format(more="", items=items), encoding="utf-8")
    (site / "index.html").write_text(PAGE.format(more=lead, items=items), encoding="utf-8")


main(Path(sys.argv[1]))
