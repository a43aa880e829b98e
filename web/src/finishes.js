// What the surfaces look like. A plate that shows a value is less of a mirror.
import { MeshStandardMaterial } from "three";

const LOOKS = {
  light: {
    steel: ["#a9b2bd", 0.75, 0.36],
    bright: ["#cfd5dc", 0.85, 0.25],
    dark: ["#5b6672", 0.55, 0.42],
    cast: ["#8894a2", 0.5, 0.46],
    polymer: ["#30506e", 0.0, 0.6],
    value: ["#c9c9c9", 0.0, 0.55],
  },
  dark: {
    steel: ["#b5bec9", 0.75, 0.34],
    bright: ["#e1e6eb", 0.9, 0.2],
    dark: ["#6d7885", 0.7, 0.38],
    cast: ["#8491a0", 0.5, 0.44],
    polymer: ["#46698c", 0.0, 0.55],
    value: ["#e6e6e6", 0.0, 0.5],
  },
};

const ROUND_PARTS = ["bright"]; // rollers and shafts are seen from the side

export class Finishes {
  constructor() {
    this.faces = {};
    this.sides = {};
    for (const name of Object.keys(LOOKS.light)) {
      this.faces[name] = new MeshStandardMaterial();
      this.sides[name] = new MeshStandardMaterial();
    }
    this.follow("light");
  }

  // Sides are darker than faces: every part gets a contour.
  get(name) {
    return [this.faces[name], this.sides[name]];
  }

  // Without reflections metal would be black, so it is painted instead.
  follow(theme, reflections = true) {
    for (const [name, [colour, metalness, roughness]] of Object.entries(LOOKS[theme])) {
      for (const material of [this.faces[name], this.sides[name]]) {
        material.color.set(name === "value" && !reflections ? "#ffffff" : colour);
        material.metalness = reflections ? metalness : 0;
        material.roughness = roughness;
      }
      if (ROUND_PARTS.includes(name)) continue;
      this.sides[name].color.multiplyScalar(0.34);
    }
  }
}
