// The curve of the chosen body, drawn as SVG with a line at the present moment.
import { make, number } from "./panel.js";
import { valueAt } from "./world.js";

const SPACE = "http://www.w3.org/2000/svg";
const HEIGHT = 132;
const EDGE = { left: 54, right: 12, top: 10, bottom: 24 };

function svg(tag, attributes) {
  const element = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

export class Curve {
  constructor(scene, player, close) {
    this.scene = scene;
    this.player = player;
    this.name = make("strong");
    this.value = make("output", { class: "scene-value" });
    const shut = make("button", { type: "button", text: "Close", "aria-label": "Close the curve", onclick: close });
    this.head = make("div", { class: "scene-curve-head" }, this.name, this.value, shut);
    this.plot = svg("svg", { class: "scene-plot", role: "img" });
    this.box = make("div", { class: "scene-curve" }, this.head, this.plot);
    this.box.hidden = true;
  }

  show(body, scale) {
    this.body = body;
    this.scale = scale;
    this.box.hidden = !body;
    if (!body) return;
    this.name.textContent = body.family.labels[body.index];
    this.samples = scale && this.samplesOf(body, scale);
    this.plot.style.display = this.samples ? "" : "none";
    if (this.samples) this.draw();
  }

  samplesOf({ family, index }, scale) {
    const fine = family.curves[scale.name];
    const values = fine ? fine.values : family.channels[scale.name];
    if (!values) return null;
    const x = fine ? fine.x : this.scene.time;
    const overTime = !fine || fine.x_units === "s";
    const small = overTime && Math.abs(x[x.length - 1]) < 1;
    return {
      x: Float64Array.from(x, (v) => (small ? v * 1e3 : v)),
      y: Float64Array.from(x, (_, k) => values[k * family.count + index] * scale.factor),
      label: overTime ? `time in ${small ? "ms" : "s"}` : `${fine.x_label} ${fine.x_units && `in ${fine.x_units}`}`,
      toX: overTime ? (t) => (small ? t * 1e3 : t) : null,
    };
  }

  draw() {
    const { x, y, label } = this.samples;
    const width = Math.max(this.box.clientWidth - 2, 240);
    const finite = y.filter((v) => Number.isFinite(v));
    let [low, high] = [Math.min(...finite), Math.max(...finite)];
    if (!(high > low)) [low, high] = [low - 0.5, low + 0.5];
    const pad = 0.06 * (high - low);
    this.toX = (v) => EDGE.left + ((v - x[0]) / (x[x.length - 1] - x[0] || 1)) * (width - EDGE.left - EDGE.right);
    this.toY = (v) => EDGE.top + ((high + pad - v) / (high - low + 2 * pad)) * (HEIGHT - EDGE.top - EDGE.bottom);
    this.plot.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    this.plot.setAttribute("height", HEIGHT);
    this.plot.setAttribute("aria-label", `${this.scale.label} of ${this.name.textContent} over ${label}`);
    // out of sight until `follow` places them: curves over another axis have no now
    this.cursor = svg("line", { class: "cursor", x1: -99, x2: -99, y1: EDGE.top, y2: HEIGHT - EDGE.bottom });
    this.dot = svg("circle", { class: "dot", r: 4, cx: -99 });
    this.plot.replaceChildren(...this.grid(low, high, width), this.line(x, y), this.cursor, this.dot);
    this.follow();
  }

  line(x, y) {
    let path = "";
    let pen = "M";
    for (let k = 0; k < x.length; k += 1) {
      if (Number.isFinite(y[k])) {
        path += `${pen}${this.toX(x[k]).toFixed(1)},${this.toY(y[k]).toFixed(1)}`;
        pen = "L";
      } else pen = "M";
    }
    return svg("path", { class: "line", d: path });
  }

  grid(low, high, width) {
    const marks = [];
    const text = (x, y, anchor, words) => {
      const element = svg("text", { x, y, "text-anchor": anchor });
      element.textContent = words;
      marks.push(element);
    };
    for (const value of ticks(low, high, 4)) {
      const y = this.toY(value);
      marks.push(svg("line", { class: "grid", x1: EDGE.left, x2: width - EDGE.right, y1: y, y2: y }));
      text(EDGE.left - 7, y + 4, "end", number(value));
    }
    const { x, label } = this.samples;
    for (const value of ticks(x[0], x[x.length - 1], 8)) text(this.toX(value), HEIGHT - 8, "middle", number(value));
    text(width - EDGE.right, HEIGHT - 8, "end", label);
    marks.slice(-1)[0].setAttribute("class", "axis");
    return marks.filter((mark) => !(mark.textContent && mark !== marks.slice(-1)[0]
      && mark.getAttribute("y") === String(HEIGHT - 8) && Number(mark.getAttribute("x")) > width - EDGE.right - 110));
  }

  follow() {
    const { player } = this;
    if (!this.body) return;
    const { first, share } = player.place();
    const { family, index } = this.body;
    const values = this.scale && family.channels[this.scale.name];
    if (!values) { this.value.textContent = ""; return; }
    const value = valueAt(family, values, first, share, index) * this.scale.factor;
    this.value.textContent = `${this.scale.label} ${number(value)} ${this.scale.units}`;
    if (!this.samples || !this.samples.toX) return;
    const x = this.toX(this.samples.toX(player.now));
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
    this.dot.setAttribute("cx", x);
    this.dot.setAttribute("cy", Number.isFinite(value) ? this.toY(value) : -99);
  }
}

function ticks(low, high, count) {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough);
  const found = [];
  for (let v = Math.ceil(low / step) * step; v <= high + 1e-9 * step; v += step) found.push(Number(v.toPrecision(12)));
  return found;
}
