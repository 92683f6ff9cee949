# SPDX-License-Identifier: Apache-2.0
"""Checks a made site: each link inside it has its file and its anchor, and nothing is loaded from elsewhere.

Sphinx checks the links between pages; this sees the finished pages, with what templates and themes add.
The API documentation is linked to, but its own pages are Javadoc's.
"""

import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

from bs4 import BeautifulSoup

LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}


def read(page):
    return BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")


def anchors(soup):
    return {tag["id"] for tag in soup.find_all(id=True)} | {tag["name"] for tag in soup.find_all("a", attrs={"name": True})}


def check(site):
    pages = [p for p in site.rglob("*.html") if "api" not in p.relative_to(site).parts]
    soups = {page: read(page) for page in pages}
    known = {page: anchors(soup) for page, soup in soups.items()}
    wrong, links = [], 0
    for page, soup in soups.items():
        for tag in soup.find_all(["a", *LOADED]):
            name = LOADED.get(tag.name, "href")
            if tag.name == "link" and "canonical" in tag.get("rel", []):
                continue
            target = tag.get(name)
            if not target:
                continue
            links += 1
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                if tag.name != "a" and parts.scheme != "data":
                    wrong.append(f"{page}: loads {target} (expected: a file of the site)")
                continue
            file = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if not file.is_file():
                wrong.append(f"{page}: {target} (expected: a file)")
            elif parts.fragment and file in known and unquote(parts.fragment) not in known[file]:
                wrong.append(f"{page}: {target} (expected: an anchor of that page)")
    return pages, links, wrong


def main(site):
    pages, links, wrong = check(site.resolve())
    print("\n".join(wrong[:100]) or f"{len(pages)} pages, {links} links: none broken")
    sys.exit(1 if wrong or len(pages) < 2 else 0)


main(Path(sys.argv[1]))
