"""The moving picture in a real browser: it draws, it plays, it asks for nothing."""

import io
import shutil
from dataclasses import replace

import numpy as np
import pytest
from tests.unit.view.pictures.scene_pages import write_scene_page
from tests.unit.view.running_chain import FINE, running_chain

from catena.results.scene import Arrows
from catena.view.pictures.viewer import scene_html, scene_scripts
from catena.view.report import write_report

pytestmark = pytest.mark.browser

FLAGS = [
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
]
FIGURE = "figure.scene"
WAIT = 60_000


@pytest.fixture(scope="module")
def browser():
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.skip("no Chromium on this machine")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


class Visit:
    """An opened page and all it did."""

    def __init__(self, browser, path, **settings):
        size = {"width": 560, "height": 620}
        self.context = browser.new_context(**{"viewport": size, **settings})
        self.page = self.context.new_page()
        self.requests, self.complaints = [], []
        self.context.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", self._listen)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(path.as_uri())
        self.page.wait_for_selector(f"{FIGURE}[data-drawn]", timeout=WAIT)

    def _listen(self, message):
        chatter = "GPU stall" in message.text or "GL Driver" in message.text
        if message.type in ("error", "warning") and not chatter:
            self.complaints.append(message.text)

    def state(self, name):
        return self.page.eval_on_selector(FIGURE, f"f => f.dataset.{name}")

    def frame(self):
        return float(self.state("frame"))

    def picture(self):
        from PIL import Image

        shot = self.page.locator(".scene-stage canvas").screenshot(timeout=WAIT)
        return np.asarray(Image.open(io.BytesIO(shot)).convert("RGB")).astype(int)

    def until(self, condition):
        """Wait until an expression is true; the policy forbids waiting in the page."""
        for _ in range(WAIT // 50):
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"never came true: {condition}")


def _frame_is(test):
    frame = f"Number(document.querySelector('{FIGURE}').dataset.frame)"
    return f"(f => {test})({frame})"


@pytest.fixture(scope="module")
def page_path(tmp_path_factory):
    return write_scene_page(
        running_chain(), tmp_path_factory.mktemp("scene") / "a.html"
    )


@pytest.fixture
def visit(browser, page_path):
    opened = []

    def open_page(path=page_path, **settings):
        opened.append(Visit(browser, path, **{"reduced_motion": "reduce", **settings}))
        return opened[-1]

    yield open_page
    for one in opened:
        one.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_draws_in_light_and_dark(visit, scheme):
    seen = visit(color_scheme=scheme)
    assert seen.state("drawn") == "yes"
    pixels = seen.picture()
    background = np.median(pixels.reshape(-1, 3), axis=0)
    assert (background.mean() > 128) == (scheme == "light")
    drawn = np.abs(pixels - background).max(axis=-1) > 40
    assert 0.03 < drawn.mean() < 0.7
    colourful = np.ptp(pixels, axis=-1) > 90
    assert colourful.mean() > 0.005  # the plates show their tension
    (only,) = seen.requests
    assert only.startswith("file:")
    assert seen.complaints == []


def test_it_plays_by_itself_and_pauses(visit):
    seen = visit(reduced_motion="no-preference")
    start = seen.frame()
    seen.until(_frame_is(f"f > {start} + 0.5"))
    seen.page.click("button.scene-play")
    assert seen.page.get_attribute("button.scene-play", "aria-label") == "Play"
    seen.page.wait_for_timeout(300)
    held = seen.frame()
    seen.page.wait_for_timeout(600)
    assert seen.frame() == held
    assert seen.complaints == []


def test_it_stays_still_for_those_who_ask_for_it_and_obeys_the_keyboard(visit):
    seen = visit()
    assert seen.frame() == 0.0
    before = seen.picture()
    seen.page.focus(".scene-stage")
    for _ in range(4):
        seen.page.keyboard.press("ArrowRight")
    seen.until(_frame_is("f === 4"))
    assert (np.abs(before - seen.picture()).max(axis=-1) > 30).mean() > 0.002
    seen.page.keyboard.press("End")
    seen.until(_frame_is("f === 39"))
    seen.page.keyboard.press("Space")
    seen.until(_frame_is("f > 0 && f < 38"))  # runs on from the beginning
    assert seen.complaints == []


def test_a_chosen_link_shows_its_curve(visit):
    seen = visit()
    seen.page.click("text=Front")
    seen.page.wait_for_timeout(200)
    canvas = seen.page.locator(".scene-stage canvas").bounding_box()
    pixels = seen.picture()
    row, column = _colourful_spot(pixels)
    seen.page.mouse.click(
        canvas["x"] + column / pixels.shape[1] * canvas["width"],
        canvas["y"] + row / pixels.shape[0] * canvas["height"],
    )
    seen.until(f"document.querySelector('{FIGURE}').dataset.chosen")
    label = seen.state("chosen")
    assert label.startswith("link ")
    assert seen.page.inner_text(".scene-curve strong") == label
    assert "link tension" in seen.page.inner_text(".scene-value")
    drawn = seen.page.get_attribute(".scene-plot path.line", "d")
    assert drawn.count("L") == FINE - 1
    seen.page.select_option("select[aria-label='Colour by']", "contact")
    assert "contact force" in seen.page.inner_text(".scene-value")
    assert seen.page.get_attribute(".scene-plot path.line", "d").count("L") < 40
    seen.page.focus(".scene-stage")
    seen.page.keyboard.press("Escape")
    assert seen.page.locator(".scene-curve").is_hidden()
    assert seen.complaints == []


def _colourful_spot(pixels):
    """The middle of the largest bright patch of the upper strand."""
    strong = np.ptp(pixels, axis=-1) > 90
    strong[:70] = False  # legend and list lie above
    rows, columns = np.nonzero(strong)
    middle = np.argmin(np.abs(columns - np.median(columns)))
    return rows[middle] + 1, columns[middle]


def test_controls_have_names_and_do_what_they_say(visit):
    seen = visit()
    page = seen.page
    names = page.evaluate(
        "[...document.querySelectorAll('button, select, input, [tabindex]')]"
        ".map(e => (e.getAttribute('aria-label') || e.textContent).trim())"
    )
    assert len(names) >= 7 and all(names)
    move = "e => { e.value = 5000; e.dispatchEvent(new Event('input')); }"
    page.eval_on_selector(".scene-scrub", move)
    seen.until(_frame_is("Math.abs(f - 19.5) < 0.05"))
    assert "30.0 ms" in page.inner_text(".scene-clock")
    page.select_option("select[aria-label='Speed']", "4")
    assert page.inner_text(".scene-pace") == "1:58.3 slow motion"  # 14 s show 60 ms
    assert page.inner_text(".scene-legend").split() == ["50", "350", "N"]
    page.select_option("select[aria-label='Colour by']", "")
    assert page.locator(".scene-legend").is_hidden()


def test_forces_are_arrows_that_can_be_switched_off(visit, tmp_path):
    """A red one from the middle of the scene upwards, as long as its share says."""
    base = running_chain()
    at, force = np.zeros((2, len(base.time), 2, 3))
    at[..., 0] = 0.06
    force[:, 0, 1], force[:, 1, 1] = 100.0, 1.0  # the small one is left out
    arrows = (Arrows("tooth", "teeth on rollers", "N", at, force),)
    seen = visit(write_scene_page(replace(base, arrows=arrows), tmp_path / "f.html"))
    page = seen.page
    page.select_option("select[aria-label='Colour by']", "")
    page.wait_for_timeout(300)
    assert "teeth on rollers, up to 100 N" in page.inner_text(".scene-arrows")

    def red():
        pixels = seen.picture()
        return (pixels[..., 0] > 150) & (pixels[..., 1:].max(axis=-1) < 100)

    drawn = red()
    page.get_by_label("Force of teeth on rollers").uncheck()
    page.wait_for_timeout(300)
    rows, columns = np.nonzero(drawn & ~red())
    assert rows.size > 100
    assert np.ptp(rows) > 3 * np.ptp(columns)
    assert seen.complaints == []


def test_it_works_in_the_slot_of_a_report(browser, content, tmp_path):
    scenes = running_chain(8), running_chain(8, name="second")
    full = replace(
        content,
        extra_html="".join(scene_html(scene) for scene in scenes),
        extra_scripts=scene_scripts(),
    )
    narrow = {"width": 390, "height": 800}
    path = write_report(full, tmp_path / "report.html")
    seen = Visit(browser, path, viewport=narrow)
    seen.until(
        f"document.querySelectorAll(\"{FIGURE}[data-drawn='yes']\").length === 2"
    )
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert len(seen.requests) == 1
    assert seen.complaints == []
    seen.context.close()


def test_without_webgl_or_scripts_the_first_moment_is_there(browser, page_path):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(page_path.as_uri())
    assert page.locator(".scene-still use").count() > 100
    context.close()
    context = browser.new_context()
    context.add_init_script("HTMLCanvasElement.prototype.getContext = () => null;")
    page = context.new_page()
    page.goto(page_path.as_uri())
    page.wait_for_selector(f"{FIGURE}[data-drawn='no']", timeout=WAIT)
    assert page.locator(".scene-still svg").is_visible()
    assert "cannot be shown" in page.inner_text(FIGURE)
    context.close()
