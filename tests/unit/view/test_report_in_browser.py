"""The report in a real browser: drawn, quiet, safe, and usable by keyboard."""

import re
import shutil
from dataclasses import replace

import pytest

from catena.view.report import write_report

pytestmark = pytest.mark.browser

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
DRAWN = "document.documentElement.dataset.drawn === 'yes'"


def _chromium():
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    return next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="module")
def browser():
    if _chromium() is None:
        pytest.skip("no Chromium on this machine")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_chromium(), args=FLAGS)
        yield browser
        browser.close()


class Visit:
    """An opened report and all it did."""

    def __init__(self, browser, path, **settings):
        self.context = browser.new_context(**settings)
        self.page = self.context.new_page()
        self.requests, self.complaints, self.dialogs = [], [], []
        self.context.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", self._listen)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", self._dismiss)
        self.page.goto(path.as_uri())
        self.page.wait_for_function(DRAWN, timeout=30_000)

    def _listen(self, message):
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _dismiss(self, dialog):
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def theme(self):
        return self.page.evaluate("document.documentElement.dataset.theme")

    def colour(self, selector):
        script = "s => getComputedStyle(document.querySelector(s)).color"
        return self.page.evaluate(script, selector)


@pytest.fixture
def visit(browser, tmp_path):
    visits = []

    def open_report(content, **settings):
        path = write_report(content, tmp_path / "report.html")
        visits.append(Visit(browser, path, **settings))
        return visits[-1]

    yield open_report
    for opened in visits:
        opened.context.close()


@pytest.fixture(scope="module")
def opened(browser, content, tmp_path_factory):
    """One report for all tests that only look."""
    path = write_report(content, tmp_path_factory.mktemp("shared") / "report.html")
    seen = Visit(browser, path)
    yield seen
    seen.context.close()


def test_everything_is_drawn_and_the_network_is_left_alone(visit, content):
    seen = visit(content)
    page = seen.page
    assert page.locator(".plot svg.main-svg >> visible=true").count() >= 3
    assert page.locator("#plot-0 .scatterlayer .trace").count() == 3
    assert page.locator("#plot-1 .shapelayer path").count() == 4
    assert page.locator("#plot-2 .heatmaplayer image").count() == 1
    assert page.locator("#plot-2 .contourlayer .contourlines path").count() == 1
    page.hover("#plot-0 .nsewdrag")
    page.click("#theme")
    page.wait_for_timeout(300)
    (only,) = seen.requests
    assert only.endswith("report.html")
    assert seen.complaints == []


def test_no_button_sends_data_away(opened):
    titles = opened.page.eval_on_selector_all(
        "#plot-0 .modebar-btn", "found => found.map(e => e.dataset.title)"
    )
    assert titles == ["Zoom", "Pan", "Zoom in", "Zoom out", "Reset axes"]


def test_the_pointer_reads_all_curves_with_units(opened):
    opened.page.hover("#plot-0 .nsewdrag")
    opened.page.wait_for_selector("#plot-0 .hoverlayer .legend")
    text = opened.page.locator("#plot-0 .hoverlayer").text_content()
    assert re.match(r"time: [\d.]+ s", text)
    for name in ("dynamic", "kinetostatic", "context"):
        assert re.search(name + r" : -?[\d.]+ µm", text)


def test_the_policy_stops_what_tries_to_connect(opened):
    outcome = opened.page.evaluate(
        "fetch('http://127.0.0.1:9/x').then(() => 'reached', () => 'stopped')"
    )
    assert outcome == "stopped"
    assert any("Content Security Policy" in text for text in opened.complaints)


def test_hostile_text_is_inert(visit, content):
    text = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    figure = content.figures[0]
    traces = tuple(replace(trace, label=text) for trace in figure.traces)
    hostile = replace(
        content,
        title=text,
        user_text=text,
        figures=(replace(figure, title=text, caption=text, traces=traces),),
        provenance={text: text},
    )
    seen = visit(hostile)
    assert seen.page.locator("h1").inner_text() == text
    assert seen.page.locator("#user-text").text_content() == text
    assert text in seen.page.locator("#plot-0 .legend").text_content()
    assert seen.page.locator("img").count() == 0
    assert seen.dialogs == []
    assert seen.complaints == []
    assert len(seen.requests) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_follow_the_system_and_the_button(visit, content, scheme):
    other = {"light": "dark", "dark": "light"}[scheme]
    seen = visit(content, color_scheme=scheme)
    assert seen.theme() == scheme
    text_before, line_before = seen.colour("h1"), _line(seen)
    seen.page.focus("#theme")
    seen.page.keyboard.press("Enter")
    seen.page.wait_for_timeout(300)
    assert seen.theme() == other
    assert seen.colour("h1") != text_before
    assert _line(seen) != line_before
    stored = "localStorage.getItem('catena-theme')"
    assert seen.page.evaluate(stored) == other


def _line(seen):
    path = seen.page.locator("#plot-0 .scatterlayer .trace path.js-line").nth(1)
    return path.evaluate("path => getComputedStyle(path).stroke")


def test_a_narrow_screen_needs_no_sideways_scrolling(visit, content):
    seen = visit(content, viewport={"width": 360, "height": 700})
    width = seen.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360
    assert seen.complaints == []


def test_downloads_come_out_of_the_page(visit, content):
    seen = visit(content, accept_downloads=True)
    with seen.page.expect_download() as download:
        seen.page.click("text=Save signals as CSV")
    assert download.value.suggested_filename == "signals.csv"
    lines = download.value.path().read_text().splitlines()
    assert lines[0] == '"time [s]","error [m]"'
    with seen.page.expect_download() as download:
        seen.page.click("[data-picture=plot-1]")
    assert download.value.suggested_filename == "spectrum.svg"
    assert download.value.path().read_text().startswith("<svg")
    with seen.page.expect_download() as download:
        seen.page.click("text=Save as input.toml")
    assert download.value.path().read_text() == content.user_text
    assert all(r.startswith(("file:", "blob:", "data:")) for r in seen.requests)
    assert seen.complaints == []


def test_a_viewer_script_runs_in_its_slot(visit, content):
    script = "document.getElementById('slot').textContent = 'alive ' + typeof Plotly;"
    seen = visit(
        replace(content, extra_html='<p id="slot"></p>', extra_scripts=(script,))
    )
    assert seen.page.locator("#slot").inner_text() == "alive object"


def test_numbers_are_there_without_scripts(browser, tmp_path, content):
    path = write_report(content, tmp_path / "report.html")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(path.as_uri())
    assert "18.73" in page.locator(".cards").inner_text()
    assert "need JavaScript" in page.locator("body").inner_text()
    context.close()


def test_print_is_light_and_complete(visit, content):
    seen = visit(content, color_scheme="dark")
    seen.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert seen.theme() == "light"
    assert seen.page.locator("details:not([open])").count() == 0
    width = "document.querySelector('#plot-0 svg.main-svg').clientWidth"
    assert seen.page.evaluate(width) == 650  # what a sheet of paper holds
    seen.page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert seen.theme() == "dark"
    assert len(seen.page.pdf()) > 20_000  # tells the page about printing by itself
    assert seen.theme() == "dark"


def test_all_controls_have_names_and_can_be_reached(opened):
    names = opened.page.evaluate(
        "[...document.querySelectorAll('button, a')].filter(e => !e.closest('.plot'))"
        ".map(e => (e.getAttribute('aria-label') || e.textContent).trim())"
    )
    assert all(names)
    opened.page.keyboard.press("Tab")
    assert opened.page.evaluate("document.activeElement.className") == "skip"
