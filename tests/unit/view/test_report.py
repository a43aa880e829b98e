"""The report as a file: complete, safe, and the same each time."""

import base64
import gzip
import hashlib
import html
import json
import re
from dataclasses import replace

import numpy as np
import pytest

from catena.results.figures import Axis
from catena.results.health import Check, KeyNumber, Outcome
from catena.results.trust import Trust
from catena.view.page import asset, escaped, json_block, script_element
from catena.view.palette import DARK, LIGHT
from catena.view.report import report_html, write_report
from catena.view.report_sections import health_in_words, level_of
from catena.view.signal_table import Column, signal_table

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&\x00\ud800"


def without_scripts(page):
    return re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)


def test_all_parts_are_there(content):
    text = html.unescape(without_scripts(report_html(content)))
    for expected in (
        "Gear pair 14/39",
        "Stable: every disturbance dies out.",
        "1 of 2 numerical checks failed: Energy balance; 1 warning.",
        "18.73",
        "µm",
        "not available",
        "step too large",
        "the stiffness table jumps at its ends",
        'drive = "periodic" # mine',
        "catena run gear_pair.toml",
        "With one impact.",
    ):
        assert expected in text


def test_the_same_content_gives_the_same_page(content):
    assert report_html(content) == report_html(content)


def test_writing_is_all_or_nothing(tmp_path, content):
    target = tmp_path / "deep" / "report.html"
    assert write_report(content, target) == target
    before = target.read_bytes()
    with pytest.raises(ValueError, match="script"):
        write_report(replace(content, extra_scripts=("</script>",)), target)
    assert target.read_bytes() == before
    assert [path.name for path in target.parent.iterdir()] == ["report.html"]


def test_hostile_text_stays_text(content):
    figure = content.figures[0]
    hostile = replace(
        content,
        title=HOSTILE,
        drive=HOSTILE,
        user_text=HOSTILE,
        spec_text=HOSTILE,
        command=HOSTILE,
        provenance={HOSTILE: HOSTILE},
        columns=(Column(HOSTILE, HOSTILE, [1.0]),),
        outcome=Outcome(
            HOSTILE,
            (KeyNumber("n", HOSTILE, 1.0, HOSTILE),),
            (Check("c", HOSTILE, 1.0, 1.0, False, HOSTILE),),
            (HOSTILE,),
        ),
        figures=(
            replace(
                figure,
                title=HOSTILE,
                caption=HOSTILE,
                section=HOSTILE,
                x=Axis(HOSTILE, HOSTILE),
                traces=(replace(figure.traces[0], label=HOSTILE),),
            ),
        ),
    )
    page = report_html(hostile)
    assert "alert(1)" in page
    assert "<script>alert" not in page
    assert "<img" not in without_scripts(page)
    assert "\x00" not in page
    page.encode("utf-8")
    assert page.count("<script") == report_html(content).count("<script")


def test_only_our_scripts_may_run(content):
    page = report_html(replace(content, extra_scripts=("window.viewer = 1;",)))
    policy = html.unescape(re.search(r'Policy" content="([^"]*)"', page)[1])
    scripts = re.findall(r"<script>(.*?)</script>", page, flags=re.DOTALL)
    assert len(scripts) == 4
    for code in scripts:
        digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert "connect-src 'none'" in policy
    assert "unsafe-inline" not in policy.split("style-src")[0]
    assert "unsafe-eval" not in policy


def test_no_address_is_loaded(content):
    page = re.sub(r"<script>.*?</script>", "", report_html(content), flags=re.DOTALL)
    assert not re.search(r"(src|href)\s*=\s*[\"'](?!#|data:)", page)
    assert "url(" not in page
    assert "@import" not in page


def test_the_viewer_has_a_place(content):
    page = report_html(replace(content, extra_html='<canvas id="viewer"></canvas>'))
    assert '<div id="extra"><canvas id="viewer"></canvas></div>' in page
    assert 'id="extra"' not in report_html(content)


def test_embedded_plots_are_strict_json(content):
    page = report_html(content)
    text = re.search(
        r'<script type="application/json" id="plots">(.*?)</script>', page
    )[1]
    assert "<" not in text
    plots = json.loads(text, parse_constant=pytest.fail)
    assert list(plots["plots"]) == ["plot-0", "plot-1", "plot-2"]
    x_places = [trace["x"]["pool"] for trace in plots["plots"]["plot-0"]["data"]]
    assert len(x_places) == 3
    assert len(set(x_places)) == 1  # one time axis serves all curves
    assert page.count('class="plot') == 3 + page.count('class="plots"')


def test_the_signals_come_back_out(content):
    page = report_html(content)
    packed = re.search(r'data-packed="gzip">([^<]*)<', page)[1]
    lines = gzip.decompress(base64.b64decode(packed)).decode().splitlines()
    assert lines[0] == '"time [s]","error [m]"'
    assert lines[6] == "0.5,0.25"
    assert len(lines) == 12


def test_long_signals_are_cut_at_the_front_not_thinned_out():
    time = np.arange(1000.0)
    table = signal_table((Column("t", "s", time), Column("y", "m", time)), limit=100)
    assert (table.rows, table.total_rows) == (50, 1000)
    assert table.text.splitlines()[1] == "950,950"
    assert table.text.splitlines()[-1] == "999,999"


def test_csv_gaps_and_formulas():
    table = signal_table((Column('=cmd("x")', "", [np.nan, 1.5]),))
    assert table.text == '"\'=cmd(""x"")"\r\n\r\n1.5\r\n'
    assert table.packed() == table.packed()


def outcome_with(*ok, warnings=()):
    checks = [Check("c", f"check {i}", 1.0, 1.0, good) for i, good in enumerate(ok)]
    return Outcome("words", (), checks, warnings)


@pytest.mark.parametrize(
    ("outcome", "level", "words"),
    [
        (outcome_with(True, True), "good", "All 2 numerical checks passed."),
        (outcome_with(True), "good", "The one numerical check passed."),
        (
            outcome_with(True, True, warnings=("w", "v")),
            "caution",
            "All 2 numerical checks passed; 2 warnings.",
        ),
        (
            outcome_with(True, False),
            "bad",
            "1 of 2 numerical checks failed: check 1.",
        ),
        (outcome_with(), "bad", "No numerical checks were recorded."),
    ],
)
def test_the_verdict_is_told_in_words_and_colour(outcome, level, words):
    assert level_of(outcome) == level
    assert health_in_words(outcome) == words


@pytest.mark.parametrize(
    ("ended", "level", "words"),
    [
        (Trust.INTERRUPTED, "caution", "Interrupted: it stopped"),
        (Trust.FAILED, "bad", "Failed: it stopped"),
    ],
)
def test_an_unfinished_run_says_so_first(content, ended, level, words):
    outcome = Outcome("it stopped", ended=ended)
    page = report_html(replace(content, outcome=outcome))
    assert f'<div class="verdict {level}" id="verdict"' in page
    assert f'<p class="words">{words}</p>' in page


def test_a_bare_report_has_no_empty_sections(outcome, content):
    bare = replace(
        content,
        figures=(),
        spec_text="",
        user_text="",
        provenance={},
        command="",
        columns=(),
        outcome=Outcome("done"),
    )
    text = without_scripts(report_html(bare))
    for absent in ('id="inputs"', 'id="data"', 'id="reproduce"', "<dl", "#inputs"):
        assert absent not in text


def test_a_specification_in_json_is_shown_on_many_lines(content):
    page = html.unescape(report_html(replace(content, spec_text='{"a":{"b":1.5}}')))
    assert '{\n  "a": {\n    "b": 1.5' in page
    assert 'data-name="spec.json"' in page


def test_json_cannot_close_its_element():
    block = json_block("x", {"t": "</script><!--\u2028&"})
    assert block.count("</script") == 1
    assert "<!--" not in block
    inner = block.split(">", 1)[1].removesuffix("</script>")
    assert json.loads(inner) == {"t": "</script><!--\u2028&"}
    with pytest.raises(ValueError, match="JSON"):
        json_block("x", float("nan"))


def test_control_characters_are_dropped():
    assert escaped("a\x00b\x1bc\td") == "abc\td"


@pytest.mark.parametrize("name", ["plotly-cartesian.min.js", "report.js"])
def test_bundled_scripts_can_be_inlined(name):
    code = asset(name)
    script_element(code)
    assert "\r" not in code  # a browser would change it and its digest
    assert "eval(" not in code
    assert "new Function" not in code


def test_the_licence_lies_beside_the_bundle():
    assert "MIT License" in asset("plotly-cartesian.min.js.LICENSE")
    version = re.search(r"v(\d+\.\d+\.\d+)", asset("plotly-cartesian.min.js")[:200])[1]
    assert version in asset("README.md")


def _luminance(color):
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts
    ]
    return float(np.dot([0.2126, 0.7152, 0.0722], linear))


def contrast(a, b):
    high, low = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_text_is_readable(theme):
    for ink in (theme.ink, theme.ink_soft, theme.ink_faint, theme.accent):
        assert contrast(ink, theme.panel) >= 4.5
    for name in ("good", "caution", "bad"):
        back = getattr(theme, f"{name}_back")
        assert contrast(getattr(theme, name), back) >= 4.5
        assert contrast(theme.ink, back) >= 4.5
