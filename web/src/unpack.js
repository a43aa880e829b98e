// The packed scene of scene_packing.py, back as numbers.

const GAP = 65535;

export async function unpack(scene) {
  const bytes = await inflate(scene.data);
  for (const family of scene.families) {
    const [x, y, turn, z, tilt, lean] = family.poses.map((place) => steps(bytes, place));
    const toX = (v) => scene.box.x + (v / (GAP - 1)) * scene.box.size;
    const toY = (v) => scene.box.y + (v / (GAP - 1)) * scene.box.size;
    family.count = family.labels.length;
    family.frames = family.poses[0].shape[0];
    family.x = Float32Array.from(x, toX);
    family.y = Float32Array.from(y, toY);
    const toAngle = (v) => (v / 65536) * 2 * Math.PI;
    family.angle = Float32Array.from(turn, toAngle);
    if (z) {
      family.z = Float32Array.from(z, (v) => (v / (GAP - 1) - 0.5) * scene.box.size);
      family.tilt = Float32Array.from(tilt, toAngle);
      family.lean = Float32Array.from(lean, toAngle);
    }
    for (const scale of scene.channels) {
      const place = family.channels[scale.name];
      if (place) family.channels[scale.name] = values(steps(bytes, place), scale);
    }
    for (const curve of Object.values(family.curves)) {
      curve.values = values(steps(bytes, curve.values), curve);
    }
  }
  for (const arrows of scene.arrows) {
    [arrows.frames, arrows.count] = arrows.at[0].shape;
    const low = [scene.box.x, scene.box.y, -0.5 * scene.box.size];
    arrows.at = arrows.at.map((place, k) => values(steps(bytes, place), { low: low[k], high: low[k] + scene.box.size }));
    const reach = arrows.longest || 1;
    arrows.vectors = arrows.vectors.map((place) => values(steps(bytes, place), { low: -reach, high: reach }));
  }
  delete scene.data;
  return scene;
}

async function inflate(text) {
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Low bytes, then high bytes, of differences in time.
function steps(bytes, { at, shape }) {
  const size = shape.reduce((a, b) => a * b, 1);
  const width = size / shape[0];
  const out = new Uint16Array(size);
  for (let i = 0; i < size; i += 1) {
    const change = bytes[at + i] | (bytes[at + size + i] << 8);
    out[i] = change + (i >= width ? out[i - width] : 0);
  }
  return out;
}

function values(found, { low, high }) {
  return Float32Array.from(found, (v) => (v === GAP ? NaN : low + (v / (GAP - 1)) * (high - low)));
}
