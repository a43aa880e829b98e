// What the surfaces look like. A plate that shows a value is less of a mirror.
import { MeshStandardMaterial } from "three";

const LOOKS = {
  light: {
    steel: ["#a9b2bd", 0.75, 0.36],
    bright: ["#d3d9df", 0.9, 0.22],
    dark: ["#5a6470", 0.7, 0.4],
    cast: ["#77828f", 0.55, 0.5],
    polymer: ["#2f4a63", 0.0, 0.55],
    value: ["#ffffff", 0.18, 0.42],
  },
  dark: {
    steel: ["#b5bec9", 0.75, 0.34],
    bright: ["#e1e6eb", 0.9, 0.2],
    dark: ["#6d7885", 0.7, 0.38],
    cast: ["#8794a3", 0.5, 0.48],
    polymer: ["#5d83a8", 0.0, 0.55],
    value: ["#ffffff", 0.12, 0.4],
  },
};

export class Finishes {
  constructor() {
    this.materials = {};
    for (const name of Object.keys(LOOKS.light)) {
      this.materials[name] = new MeshStandardMaterial();
    }
    this.follow("light");
  }

  get(name) {
    return this.materials[name];
  }

  follow(theme) {
    for (const [name, [colour, metalness, roughness]] of Object.entries(LOOKS[theme])) {
      const material = this.materials[name];
      material.color.set(colour);
      material.metalness = metalness;
      material.roughness = roughness;
    }
  }
}
