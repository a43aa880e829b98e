// Finds every scene of the page and starts a viewer in it.
import { Curve } from "./curve.js";
import { HELP, keyActions } from "./keys.js";
import { make, Panel } from "./panel.js";
import { Player } from "./player.js";
import { unpack } from "./unpack.js";
import { World } from "./world.js";

class Viewer {
  constructor(figure, scene) {
    this.scene = scene;
    this.figure = figure;
    const place = figure.querySelector(".scene-place");
    this.stage = make("div", {
      class: "scene-stage", tabindex: 0, role: "application", "aria-label": `${scene.title}. ${HELP}`,
    });
    this.player = new Player(scene.time);
    const { quality } = figure.dataset; // "fine", "plain" or undefined: as the machine can
    this.world = new World(scene, this.stage, quality && quality === "fine"); // throws without WebGL
    this.panel = new Panel(scene, {
      toggle: () => this.toggle(),
      scrub: (share) => this.scrub(share),
      speed: (speed) => { this.player.speed = speed; this.panel.showPace(this.player.pace); },
      colour: (name) => this.colourBy(name),
      arrows: (name, shown) => { this.world.arrows.choose(name, shown); this.refresh(); },
      front: () => { this.world.fit(true); this.refresh(); },
      fit: () => { this.world.fit(); this.refresh(); },
    });
    this.curve = new Curve(scene, this.player, () => this.choose(null));
    this.hint = make("p", { class: "scene-hint", text: "Click a part for its curve. Drag to turn, right-drag to move." });
    this.panel.showPace(this.player.pace);
    place.replaceChildren(this.stage, this.curve.box, this.panel.bar);
    this.stage.append(this.panel.top, this.hint);
    this.listen();
    this.colourBy(scene.channels.length ? scene.channels[0].name : "");
    this.follow();
    this.world.resize();
    this.world.fit();
    this.refresh();
    figure.dataset.drawn = "yes";
  }

  listen() {
    const canvas = this.world.renderer.domElement;
    this.world.controls.addEventListener("change", () => this.refresh());
    this.stage.addEventListener("focusin", () => { this.world.controls.enableZoom = true; });
    this.stage.addEventListener("focusout", () => { this.world.controls.enableZoom = false; });
    let pressed = null;
    canvas.addEventListener("pointerdown", (event) => {
      pressed = [event.clientX, event.clientY];
      this.stage.focus({ preventScroll: true });
    });
    canvas.addEventListener("pointerup", (event) => {
      if (!pressed || event.button) return;
      const moved = Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]);
      if (moved < 5) this.choose(this.world.pick(event.clientX, event.clientY));
    });
    const actions = keyActions(this);
    this.stage.addEventListener("keydown", (event) => {
      if (event.target !== this.stage || event.ctrlKey || event.metaKey || event.altKey) return;
      const act = actions[(event.shiftKey && event.key !== "+" ? "shift+" : "") + event.key];
      if (!act) return;
      event.preventDefault();
      act();
      this.refresh();
    });
    new ResizeObserver(() => {
      this.world.resize();
      if (this.curve.body && this.curve.samples) this.curve.draw();
      this.refresh();
    }).observe(this.figure);
    new MutationObserver(() => this.follow()).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    new IntersectionObserver(([entry]) => {
      this.seen = entry.isIntersecting;
      if (this.seen) this.refresh();
    }).observe(this.stage);
    addEventListener("beforeprint", () => this.draw());
  }

  follow() {
    this.theme = document.documentElement.dataset.theme === "dark" ? "dark" : "light";
    this.world.follow(this.theme);
    this.refresh();
  }

  colourBy(name) {
    this.scale = this.scene.channels.find((scale) => scale.name === name);
    this.panel.showScale(this.scale);
    if (this.curve.body) this.curve.show(this.curve.body, this.scale);
    this.refresh();
  }

  choose(body) {
    this.world.select(body);
    this.curve.show(body, this.scale);
    this.hint.hidden = true;
    this.figure.dataset.chosen = body ? body.family.labels[body.index] : "";
    this.refresh();
  }

  // All bodies that carry values, in the order of their numbers.
  neighbour(step) {
    const bodies = this.scene.families
      .filter((family) => Object.keys(family.channels).length)
      .flatMap((family) => family.labels.map((label, index) => ({ family, index, label })));
    if (!bodies.length) return;
    bodies.sort((a, b) => a.label.localeCompare(b.label, "en", { numeric: true }));
    const now = this.world.selected;
    const at = now ? bodies.findIndex((b) => b.family === now.family && b.index === now.index) : -1;
    const next = at < 0 ? 0 : (at + step + bodies.length) % bodies.length;
    this.choose(bodies[next]);
  }

  toggle() {
    this.player.playing = !this.player.playing;
    this.last = null;
    this.panel.showPlaying(this.player.playing);
    this.refresh();
  }

  pause() {
    if (this.player.playing) this.toggle();
  }

  scrub(share) {
    this.pause();
    this.player.now = this.player.start + share * (this.player.end - this.player.start);
    this.refresh();
  }

  refresh() {
    if (!this.waiting) this.waiting = requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    this.waiting = 0;
    if (this.player.playing) {
      if (this.last) this.pass(now - this.last);
      this.last = now;
      if (this.seen !== false && !document.hidden) this.refresh(); else this.last = null;
    }
    this.draw();
  }

  pass(milliseconds) {
    this.player.advance(Math.min(milliseconds / 1000, 0.25));
    this.slow = milliseconds > 90 ? (this.slow || 0) + 1 : 0;
    if (this.slow === 4 && this.world.fine && !this.figure.dataset.quality) this.world.simplify(this.theme);
  }

  draw() {
    const { first, share } = this.player.place();
    this.world.show(first, share, this.scale);
    this.world.render();
    this.panel.showTime(this.player);
    this.curve.follow();
    this.figure.dataset.frame = (first + share).toFixed(2);
  }
}

async function start(figure) {
  const source = document.getElementById(`${figure.id}-data`);
  try {
    const viewer = new Viewer(figure, await unpack(JSON.parse(source.textContent)));
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) viewer.toggle();
  } catch (problem) {
    figure.dataset.drawn = "no";
    const words = `The moving picture cannot be shown here (${problem.message}); this is its first moment.`;
    figure.querySelector(".scene-place").append(make("p", { class: "note", text: words }));
  }
}

document.querySelectorAll("figure.scene").forEach(start);
