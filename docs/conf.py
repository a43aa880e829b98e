"""Sphinx configuration: MyST pages, a gallery of runnable examples, API by hand."""

from catena import __version__

project = "Catena"
author = "The Catena developers"
release = version = __version__
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.mathjax",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
]
myst_enable_extensions = ["dollarmath", "colon_fence", "deflist", "attrs_inline"]
myst_heading_anchors = 3
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["_build", "README.md", "**/README.rst"]
html_theme = "pydata_sphinx_theme"
html_title = "Catena"
html_static_path: list[str] = []
html_theme_options = {"show_prev_next": False, "navigation_with_keys": False}
autodoc_typehints = "description"
autodoc_member_order = "bysource"
suppress_warnings = ["config.cache"]

sphinx_gallery_conf = {
    "examples_dirs": "../examples",
    "gallery_dirs": "gallery",
    "filename_pattern": r"\.py$",
    "download_all_examples": False,
    "remove_config_comments": True,
    "show_memory": False,
    "matplotlib_animations": False,
    "abort_on_example_error": True,
}
