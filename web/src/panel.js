// Buttons, slider, legend: plain HTML elements, so that keyboard and readers know them.
import { gradient } from "./colours.js";

const ICONS = {
  play: "M7 4.5v15l12.5-7.5z",
  pause: "M6.5 4.5h4v15h-4zM13.5 4.5h4v15h-4z",
};
const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") element.textContent = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

export class Panel {
  constructor(scene, acts) {
    this.scene = scene;
    this.play = make("button", { type: "button", class: "scene-play", onclick: acts.toggle });
    this.scrub = make("input", {
      type: "range", class: "scene-scrub", min: 0, max: 10000, step: 1, value: 0,
      "aria-label": "Moment", oninput: () => acts.scrub(this.scrub.value / 10000),
    });
    this.clock = make("output", { class: "scene-clock" });
    this.pace = make("span", { class: "scene-pace" });
    this.speed = make("select", { "aria-label": "Speed", onchange: () => acts.speed(Number(this.speed.value)) },
      ...SPEEDS.map((speed) => make("option", { value: speed, text: `${speed}×` })));
    this.speed.value = "1";
    this.channel = make("select", { "aria-label": "Colour by", onchange: () => acts.colour(this.channel.value) },
      ...scene.channels.map((scale) => make("option", { value: scale.name, text: scale.label })),
      make("option", { value: "", text: "no colours" }));
    const views = [["Front", acts.front], ["Reset view", acts.fit]].map(
      ([text, act]) => make("button", { type: "button", text, onclick: act }));
    this.bar = make("div", { class: "scene-bar" }, this.play, this.scrub, this.clock,
      make("label", { class: "scene-field" }, make("span", { text: "Speed" }), this.speed), this.pace, ...views);
    this.low = make("span");
    this.high = make("span");
    const ramp = make("span", { class: "scene-ramp" });
    ramp.style.background = gradient;
    this.legend = make("div", { class: "scene-legend" }, this.low, ramp, this.high);
    this.top = make("div", { class: "scene-top" },
      make("label", { class: "scene-field" }, make("span", { text: "Colour by" }), this.channel), this.legend);
    if (scene.arrows.length) this.top.append(this.forces(scene.arrows, acts));
    if (!scene.channels.length && !scene.arrows.length) this.top.hidden = true;
    this.showPlaying(false);
  }

  // One box for each kind of arrow, with the size of its longest.
  forces(kinds, acts) {
    return make("fieldset", { class: "scene-arrows" }, make("legend", { text: "Forces" }),
      ...kinds.map((kind, i) => {
        const text = `${kind.label}, up to ${number(kind.longest * kind.factor)} ${kind.units}`;
        const act = () => acts.arrows(kind.name, box.checked);
        const box = make("input", { type: "checkbox", "aria-label": `Force of ${text}`, onchange: act });
        box.checked = kind.shown;
        return make("label", { class: `scene-arrow-${i % 4}` }, box, make("span", { text }));
      }));
  }

  showPlaying(playing) {
    this.play.replaceChildren(icon(playing ? "pause" : "play"));
    this.play.setAttribute("aria-label", playing ? "Pause" : "Play");
  }

  showTime(player) {
    const share = (player.now - player.start) / (player.end - player.start || 1);
    const value = String(Math.round(share * 10000));
    if (this.scrub.value !== value) this.scrub.value = value;
    const text = `${readable(player.now)} of ${readable(player.end)}`;
    if (this.clock.textContent !== text) {
      this.clock.textContent = text;
      this.scrub.setAttribute("aria-valuetext", text);
    }
  }

  showPace(pace) {
    const slow = pace < 1;
    const ratio = number(slow ? 1 / pace : pace);
    this.pace.textContent = slow ? `1:${ratio} slow motion` : `${ratio}:1 time lapse`;
  }

  showScale(scale) {
    this.legend.hidden = !scale;
    if (!scale) return;
    this.low.textContent = number(scale.low * scale.factor);
    this.high.textContent = `${number(scale.high * scale.factor)} ${scale.units}`;
  }
}

function readable(seconds) {
  return Math.abs(seconds) < 1 ? `${(seconds * 1e3).toFixed(1)} ms` : `${seconds.toFixed(3)} s`;
}

export function number(value) {
  if (!Number.isFinite(value)) return "–";
  const text = Number(value.toPrecision(3));
  return (Math.abs(text) >= 1e5 ? text.toExponential(2) : String(text)).replace("-", "−");
}
