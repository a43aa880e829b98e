// Vectors as arrows: each kind has a colour and its own scale, and may be switched off.
import {
  ConeGeometry, CylinderGeometry, DynamicDrawUsage, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, Vector3,
} from "three";

const COLOURS = { light: ["#c22b46", "#00806b", "#6f3fc4", "#b06a00"], dark: ["#ff7a8f", "#3fd6b8", "#b795ff", "#ffb84d"] };
const LONGEST = 0.13; // of the scene, for the largest vector of a kind
const THIN = 0.003; // radius of a shaft, of the scene
const SHORTEST = 0.015; // shorter ones are left out, over the longest
const UP = new Vector3(0, 1, 0);

export class Arrows {
  constructor(kinds, size, group) {
    this.size = size;
    this.kinds = kinds.map((kind) => this.add(kind, group));
    this.matrix = new Matrix4();
    this.turn = new Quaternion();
    this.start = new Vector3();
    this.along = new Vector3();
    this.scale = new Vector3();
  }

  // Nothing hides an arrow: it would start inside the body it acts on.
  add(kind, group) {
    const look = new MeshBasicMaterial({ toneMapped: false, depthTest: false, transparent: true, opacity: 0.9 });
    const shaft = new CylinderGeometry(1, 1, 1, 8).translate(0, 0.5, 0);
    const head = new ConeGeometry(1, 1, 12).translate(0, -0.5, 0);
    const meshes = [shaft, head].map((geometry) => {
      const mesh = new InstancedMesh(geometry, look, kind.count);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
      mesh.renderOrder = 2;
      group.add(mesh);
      return mesh;
    });
    return { kind, look, meshes, shown: kind.shown };
  }

  follow(theme) {
    this.kinds.forEach(({ look }, i) => look.color.set(COLOURS[theme][i % COLOURS[theme].length]));
  }

  choose(name, shown) {
    this.kinds.filter(({ kind }) => kind.name === name).forEach((one) => { one.shown = shown; });
  }

  show(first, share) {
    for (const { kind, meshes, shown } of this.kinds) {
      meshes.forEach((mesh) => { mesh.visible = shown; });
      if (shown) this.place(kind, meshes, first, share);
    }
  }

  place({ at, vectors, count, frames, longest }, [shaft, head], first, share) {
    const a = first * count;
    const b = Math.min(first + 1, frames - 1) * count;
    const mix = (steps, i, out) => out.fromArray(
      steps.map((values) => values[a + i] + share * (values[b + i] - values[a + i])));
    const thin = THIN * this.size;
    for (let i = 0; i < count; i += 1) {
      mix(at, i, this.start);
      mix(vectors, i, this.along);
      const force = this.along.length() / longest;
      const drawn = force > SHORTEST ? 1 : 0;
      const length = LONGEST * this.size * force * drawn;
      this.along.normalize();
      this.turn.setFromUnitVectors(UP, this.along);
      const tip = Math.min(6 * thin, 0.5 * length);
      this.scale.set(thin * drawn, length - tip, thin * drawn);
      shaft.setMatrixAt(i, this.matrix.compose(this.start, this.turn, this.scale));
      this.start.addScaledVector(this.along, length);
      this.scale.set(2.6 * thin * drawn, tip, 2.6 * thin * drawn);
      head.setMatrixAt(i, this.matrix.compose(this.start, this.turn, this.scale));
    }
    shaft.instanceMatrix.needsUpdate = true;
    head.instanceMatrix.needsUpdate = true;
  }
}
