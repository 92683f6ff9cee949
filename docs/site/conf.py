# SPDX-License-Identifier: Apache-2.0
"""Sphinx's settings of the documentation site; build.sh runs it.

The source folder is the top of the repository, so that a link means the same here and where the repository is browsed.
"""

import os
from pathlib import Path

import latex2mathml.converter
from docutils.nodes import SkipNode, Text, literal, literal_block, table

here = Path(__file__).resolve().parent

project = "OTD"
author = "The OTD authors"
version = release = os.environ.get("OTD_SITE_VERSION", "development")
root_doc = "docs/README"
include_patterns = ["docs/**", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "otd-train/python/README.md"]
exclude_patterns = ["docs/site", "**/target", "**/src"]

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
# Headings are linked to by the names that code hosts give them.
myst_heading_anchors = 6
# Formulas are written as code hosts read them: $...$, and fences of the language "math".
myst_enable_extensions = ["dollarmath"]
myst_dmath_double_inline = False
myst_dmath_allow_space = False
myst_dmath_allow_digits = False
myst_fence_as_directive = ["math"]
html_math_renderer = "mathml"
language = "en"
# Quotes are curved, but the two hyphens of an option stay.
smartquotes_action = "q"
# Code without a language is shown as it is.
highlight_language = "none"
nitpicky = True

html_theme = "furo"
html_title = "OTD documentation"
templates_path = [str(here / "templates")]
html_additional_pages = {"index": "start.html"}
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/versions.html",
        "sidebar/scroll-end.html",
    ]
}
html_static_path = [str(here / "static")]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_permalinks_icon = "#"


# Pages that list others, with the patterns of those.
LISTS = {"docs/adr/README": "*", "docs/examples/README": "*/README", "docs/results": "results/*/README"}


def add_contents(app, docname, source):
    """The tree of pages, which no reader of the files themselves needs to see."""
    if docname == root_doc:
        source[0] += "\n" + (here / "contents.md").read_text(encoding="utf-8")
    elif docname in LISTS:
        source[0] += f"\n```{{toctree}}\n:hidden:\n:glob:\n\n{LISTS[docname]}\n```\n"


def mark_short_code(app, doctree, docname):
    """What fits into the line of a phone is not divided."""
    for code in doctree.findall(literal):
        if len(code.astext()) <= 32:
            code["classes"].append("short")


def wrap_commands(app, doctree, docname):
    """Commands are broken where the screen ends; drawings are not."""
    for code in doctree.findall(literal_block):
        drawn = any("\u2500" <= letter <= "\u257f" for letter in code.astext())
        if code.get("language", "none") in ("none", "sh") and not drawn:
            code["classes"].append("wrapped")


def keep_deviations(app, doctree, docname):
    """In a table, a value and its deviation stay on one line."""
    for each in doctree.findall(table):
        for text in list(each.findall(Text)):
            if " ± " in text:
                text.parent.replace(text, Text(text.replace(" ± ", "\u00a0±\u00a0")))


def formula(display):
    """Browsers draw MathML themselves: no script is loaded."""

    def visit(self, node):
        self.body.append(latex2mathml.converter.convert(node.astext(), display="block" if display else "inline"))
        raise SkipNode

    return visit, None


def setup(app):
    app.add_html_math_renderer("mathml", formula(False), formula(True))
    app.connect("source-read", add_contents)
    app.connect("doctree-resolved", mark_short_code)
    app.connect("doctree-resolved", wrap_commands)
    app.connect("doctree-resolved", keep_deviations)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
