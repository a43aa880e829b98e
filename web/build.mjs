// Bundles src/ and three.js into one classic script beside its licence.
import { build } from "esbuild";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";

const assets = new URL("../src/catena/view/assets/", import.meta.url);
const target = new URL("viewer.js", assets);

await build({
  entryPoints: ["src/main.js"],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2020",
  legalComments: "none",
  charset: "ascii",
  outfile: target.pathname,
});

// What would end or hide a script inside a page must not occur in it.
const code = readFileSync(target, "utf8");
const safe = code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
writeFileSync(target, safe);
copyFileSync("node_modules/three/LICENSE", new URL("viewer.LICENSE", assets));
console.log(`viewer.js ${(safe.length / 1024).toFixed(0)} kB`);
