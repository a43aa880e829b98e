/* The behaviour of the report: draws the plots, follows light and dark, hands out data. */
(() => {
  "use strict";
  const root = document.documentElement;
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const { plots, arrays, template, colors } = read("plots");
  const config = {
    responsive: true, doubleClick: "reset", showTips: false, displaylogo: false,
    /* Only these buttons: by default there is one that sends the data to a server. */
    showSendToCloud: false, plotlyServerURL: "",
    modeBarButtons: [["zoom2d", "pan2d", "zoomIn2d", "zoomOut2d", "resetScale2d"]],
  };
  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  const narrow = matchMedia("screen and (max-width: 46rem)");

  const paper = { width: 650, height: 300, autosize: false }; /* fits A4 and letter */
  let beforePrint = null; /* the theme to come back to */

  const remembered = () => {
    try { return localStorage.getItem("catena-theme"); } catch { return null; }
  };
  const remember = (name) => { try { localStorage.setItem("catena-theme", name); } catch { /* a private window */ } };
  const wanted = () => remembered() || (systemDark.matches ? "dark" : "light");

  /* A copy of a part of a plot, with real colours for names and real arrays for places. */
  const finished = (part, theme) => {
    if (Array.isArray(part)) return part.map((value) => finished(value, theme));
    if (typeof part === "string") return part[0] === "@" ? colors[theme][part.slice(1)] : part;
    if (part === null || typeof part !== "object") return part;
    if ("pool" in part) return { ...arrays[part.pool] };
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, finished(value, theme)]));
  };

  function draw(id) {
    const theme = root.dataset.theme;
    const { data, layout, narrow: small } = plots[id];
    const whole = { ...layout, ...(narrow.matches ? small : {}), ...(beforePrint ? paper : {}), template };
    return Plotly.react(id, finished(data, theme), finished(whole, theme), config);
  }

  function show(theme) {
    root.dataset.theme = theme;
    const button = document.getElementById("theme");
    button.setAttribute("aria-label", theme === "dark" ? "Switch to light colours" : "Switch to dark colours");
    button.setAttribute("aria-pressed", String(theme === "dark"));
    return Promise.all(Object.keys(plots).map(draw));
  }

  function save(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  async function unpack(element) {
    const bytes = Uint8Array.from(atob(element.textContent.trim()), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).blob();
  }

  async function copy(button) {
    const source = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.textContent);
    } catch {
      getSelection().selectAllChildren(source);
      document.execCommand("copy");
    }
    const before = button.textContent;
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = before; }, 1500);
  }

  const picture = (button) => Plotly.downloadImage(button.dataset.picture, {
    format: "svg", filename: button.dataset.name, width: 1100, height: 560,
  });

  const download = async (button) => {
    const source = document.getElementById(button.dataset.download);
    const packed = source.dataset.packed === "gzip";
    const blob = packed ? await unpack(source) : new Blob([source.textContent], { type: "text/plain" });
    save(blob, button.dataset.name);
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.copy) copy(button);
    if (button.dataset.picture) picture(button);
    if (button.dataset.download) download(button);
    if (button.id === "theme") {
      const theme = root.dataset.theme === "dark" ? "light" : "dark";
      remember(theme);
      show(theme);
    }
  });
  systemDark.addEventListener("change", () => { if (!remembered()) show(wanted()); });
  narrow.addEventListener("change", () => show(root.dataset.theme));

  addEventListener("beforeprint", () => {
    beforePrint ??= root.dataset.theme;
    document.querySelectorAll("details").forEach((box) => { box.open = true; });
    show("light");
  });
  addEventListener("afterprint", () => {
    const theme = beforePrint ?? wanted();
    beforePrint = null;
    show(theme);
  });

  show(wanted()).then(() => { root.dataset.drawn = "yes"; });
})();
