"""Sphinx configuration: MyST pages, a gallery of runnable examples, API by hand."""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from sphinx_gallery.scrapers import figure_rst

from catena import __version__

sys.path.insert(0, str(Path(__file__).parent))

from make_reference import write_pages

write_pages()

project = "Catena"
author = "The Catena developers"
release = version = __version__
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "mathml",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
]
myst_enable_extensions = ["dollarmath", "amsmath", "colon_fence", "deflist"]
myst_heading_anchors = 3
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = [
    "_build",
    "README.md",
    "**/README.rst",
    "theory/khang_dien_table.md",
    "theory/cebulla_table.md",
    "theory/timing_table.md",
]
html_theme = "pydata_sphinx_theme"
html_title = "Catena"
html_math_renderer = "mathml"
html_sidebars = {
    page: []
    for page in ("index", "guide/**", "theory/**", "notation", "references", "api")
}
html_static_path: list[str] = []
html_theme_options = {
    "show_prev_next": False,
    "navigation_with_keys": False,
}
autodoc_typehints = "description"
autodoc_member_order = "bysource"
suppress_warnings = ["config.cache"]

# The examples write PNG files; the scraper takes those a block has added.
FIGURES = Path(tempfile.mkdtemp(prefix="catena-gallery-"))
os.environ["CATENA_FIGURES"] = str(FIGURES)


def drawn_figures(
    block: Any, block_vars: dict[str, Any], gallery: dict[str, Any]
) -> str:
    """Move new pictures to where the gallery wants them."""
    moved = []
    for picture in sorted(FIGURES.glob("*.png"), key=lambda path: path.stat().st_mtime):
        target = next(block_vars["image_path_iterator"])
        shutil.move(picture, target)
        moved.append(target)
    return figure_rst(moved, gallery["src_dir"])


sphinx_gallery_conf = {
    "examples_dirs": "../examples",
    "gallery_dirs": "gallery",
    # Strands and pushbelts take minutes: shown here, run by `make papers`.
    "filename_pattern": r"/(?!roller_|pushbelt)\w+\.py$",
    "ignore_pattern": r"against_print\.py$",
    "within_subsection_order": "FileNameSortKey",
    "image_scrapers": (drawn_figures,),
    "reset_modules": (),
    "download_all_examples": False,
    "remove_config_comments": True,
    "show_memory": False,
    "matplotlib_animations": False,
    "abort_on_example_error": True,
}
