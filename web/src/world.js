// Meshes, lights and camera. Draws the moment it is told to; knows nothing of time.
import {
  Color, DirectionalLight, DynamicDrawUsage, ExtrudeGeometry,
  DoubleSide, Euler, Group, HemisphereLight, InstancedBufferAttribute, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial,
  NeutralToneMapping, PCFShadowMap, Path, PerspectiveCamera, PlaneGeometry, PMREMGenerator, Raycaster, Scene, ShadowMaterial,
  Shape, ShapeGeometry, Vector2, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { RoomEnvironment } from "three/addons/environments/RoomEnvironment.js";
import { Arrows } from "./arrows.js";
import { colourOf } from "./colours.js";
import { Finishes } from "./finishes.js";

const SIDE = new Vector3(-0.4, 0.27, 1).normalize(); // from where one looks first
const VIEW_ANGLE = 24;
const SKY = 0.5;
const PLAIN_SKY = 3.0; // makes up for missing reflections

export class World {
  constructor(scene, stage, fine) {
    this.data = scene;
    this.stage = stage;
    this.unit = 1 / scene.box.size; // the scene is drawn one unit large
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true, powerPreference: "low-power" });
    this.renderer.toneMapping = NeutralToneMapping;
    this.fine = fine ?? !drawnBySoftware(this.renderer);
    this.renderer.shadowMap.enabled = this.fine;
    this.renderer.shadowMap.type = PCFShadowMap;
    stage.append(this.renderer.domElement);

    this.root = new Scene();
    this.camera = new PerspectiveCamera(VIEW_ANGLE, 1, 0.01, 50);
    this.finishes = new Finishes();
    this.bodies = new Group();
    this.bodies.scale.setScalar(this.unit);
    const { x, y, width, height } = scene.box;
    this.bodies.position.set(-(x + width / 2) * this.unit, -(y + height / 2) * this.unit, 0);
    this.root.add(this.bodies);
    const coloured = scene.families.flatMap((family) => family.shapes).filter((shape) => shape.coloured);
    this.frontmost = Math.max(...coloured.map((shape) => shape.depth[1]));
    this.parts = scene.families.map((family) => this.addFamily(family));
    this.arrows = new Arrows(scene.arrows, scene.box.size, this.bodies);
    this.addLights();
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.renderer.domElement.style.touchAction = "pan-y"; // a finger can still scroll the page
    this.controls.enableDamping = false;
    this.controls.enableZoom = false; // until the viewer has the focus: pages must scroll
    this.controls.screenSpacePanning = true;
    this.controls.minDistance = 0.15;
    this.controls.maxDistance = 12;
    this.selected = null;
    this.matrix = new Matrix4();
    this.colour = new Color();
    this.resize();
    this.fit();
  }

  addFamily(family) {
    const front = Math.max(...family.shapes.filter((s) => s.coloured).map((s) => s.depth[1]));
    family.shade = front < this.frontmost ? 0.6 : 1; // what lies behind looks darker
    const matrices = new InstancedBufferAttribute(new Float32Array(16 * family.count), 16);
    const colours = new InstancedBufferAttribute(new Float32Array(3 * family.count).fill(1), 3);
    matrices.setUsage(DynamicDrawUsage);
    colours.setUsage(DynamicDrawUsage);
    const meshes = family.shapes.map((shape) => {
      const name = shape.coloured ? "value" : shape.finish;
      const mesh = new InstancedMesh(geometryOf(shape), this.finishes.get(name), family.count);
      mesh.instanceMatrix = matrices;
      if (shape.coloured) mesh.instanceColor = colours;
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      mesh.userData.family = family;
      this.bodies.add(mesh);
      return mesh;
    });
    return { family, matrices, colours, meshes };
  }

  addLights() {
    if (this.fine) {
      const room = new PMREMGenerator(this.renderer);
      this.root.environment = room.fromScene(new RoomEnvironment(), 0.04).texture;
      room.dispose();
    }
    const sun = new DirectionalLight("#ffffff", 1.9);
    sun.position.set(-0.7, 1.1, 1.6);
    sun.castShadow = this.fine;
    sun.shadow.mapSize.set(2048, 2048);
    sun.shadow.radius = 3;
    sun.shadow.normalBias = 0.002;
    Object.assign(sun.shadow.camera, { left: -0.75, right: 0.75, top: 0.75, bottom: -0.75, near: 0.2, far: 4 });
    this.sun = sun;
    this.sky = new HemisphereLight("#ffffff", "#7c8a9c", this.fine ? SKY : PLAIN_SKY);
    this.root.add(sun, this.sky);
    const lowest = (f) => (f.z ? f.z.reduce((a, b) => Math.min(a, b)) : 0);
    const back = Math.min(...this.data.families.flatMap((f) => f.shapes.map((s) => s.depth[0] + lowest(f))));
    this.wall = new Mesh(new PlaneGeometry(8, 8), new ShadowMaterial({ opacity: 0.2 }));
    this.wall.position.z = back * this.unit - 0.008;
    this.wall.receiveShadow = true;
    this.root.add(this.wall);
  }

  follow(theme) {
    this.finishes.follow(theme, this.fine);
    this.wall.material.opacity = theme === "dark" ? 0.42 : 0.16;
    this.root.environmentIntensity = theme === "dark" ? 0.55 : 0.8;
    this.renderer.toneMappingExposure = theme === "dark" ? 0.9 : 1.0;
    this.accent = theme === "dark" ? "#7fd0ff" : "#0075d6";
    this.arrows.follow(theme);
    if (this.halo) this.halo.children.forEach((mesh) => mesh.material.color.set(this.accent));
  }

  resize() {
    const { clientWidth, clientHeight } = this.stage;
    if (!clientWidth || !clientHeight) return;
    this.renderer.setPixelRatio(this.fine ? Math.min(window.devicePixelRatio || 1, 2) : 1);
    this.renderer.setSize(clientWidth, clientHeight);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
  }

  fit(front = false) {
    const { width, height, size } = this.data.box;
    const half = Math.tan(((VIEW_ANGLE / 2) * Math.PI) / 180);
    const far = Math.max(height, width / this.camera.aspect) / size / 2 / half;
    this.controls.target.set(0, 0, 0);
    this.camera.position.copy(front ? new Vector3(0, 0, 1) : SIDE).multiplyScalar(far * 1.1 + 0.06);
    this.camera.up.set(0, 1, 0);
    this.controls.update();
  }

  pan(x, y) {
    const step = 0.06 * this.camera.position.distanceTo(this.controls.target);
    const side = new Vector3().setFromMatrixColumn(this.camera.matrix, 0).multiplyScalar(x * step);
    side.addScaledVector(this.camera.up, y * step);
    this.camera.position.add(side);
    this.controls.target.add(side);
    this.controls.update();
  }

  orbit(around, over) {
    const arm = this.camera.position.clone().sub(this.controls.target);
    arm.applyAxisAngle(new Vector3(0, 1, 0), around);
    const side = new Vector3().crossVectors(this.camera.up, arm).normalize();
    arm.applyAxisAngle(side, over);
    if (Math.abs(arm.clone().normalize().y) < 0.98) this.camera.position.copy(this.controls.target).add(arm);
    this.controls.update();
  }

  zoom(factor) {
    const arm = this.camera.position.clone().sub(this.controls.target).multiplyScalar(factor);
    arm.clampLength(this.controls.minDistance, this.controls.maxDistance);
    this.camera.position.copy(this.controls.target).add(arm);
    this.controls.update();
  }

  // A moment lies between two frames: first + share.
  show(first, share, scale) {
    for (const part of this.parts) {
      this.move(part, first, share);
      if (part.meshes.some((mesh) => mesh.instanceColor)) this.paint(part, first, share, scale);
    }
    this.arrows.show(first, share);
    if (this.selected) this.placeHalo(first, share);
  }

  move({ family, matrices }, first, share) {
    if (family.frames === 1 && family.still) return;
    for (let i = 0; i < family.count; i += 1) {
      poseMatrix(family, first, share, i, this.matrix).toArray(matrices.array, 16 * i);
    }
    matrices.needsUpdate = true;
    family.still = true;
  }

  paint({ family, colours }, first, share, scale) {
    const values = scale && family.channels[scale.name];
    for (let i = 0; i < family.count; i += 1) {
      if (values) colourOf(valueAt(family, values, first, share, i), scale.low, scale.high, this.colour);
      else this.colour.set("#aeb7c1");
      this.colour.multiplyScalar(family.shade);
      this.colour.toArray(colours.array, 3 * i);
    }
    colours.needsUpdate = true;
  }

  render() {
    this.renderer.render(this.root, this.camera);
  }

  // Slow machines get no reflections and shadows rather than a stuttering picture.
  simplify(theme) {
    this.fine = false;
    this.sun.castShadow = false;
    this.wall.visible = false;
    this.root.environment = null;
    this.sky.intensity = PLAIN_SKY;
    this.follow(theme);
    this.resize();
  }

  pick(clientX, clientY) {
    const box = this.renderer.domElement.getBoundingClientRect();
    const at = new Vector2(((clientX - box.left) / box.width) * 2 - 1, 1 - ((clientY - box.top) / box.height) * 2);
    const ray = new Raycaster();
    ray.setFromCamera(at, this.camera);
    const meshes = this.parts.flatMap((part) => part.meshes);
    meshes.forEach((mesh) => { mesh.boundingSphere = null; mesh.boundingBox = null; });
    const hit = ray.intersectObjects(meshes, false)[0];
    return hit ? { family: hit.object.userData.family, index: hit.instanceId } : null;
  }

  // The chosen body gets a rim that nothing hides.
  select(body) {
    if (this.halo) {
      this.bodies.remove(this.halo);
      this.halo.children.forEach((mesh) => mesh.geometry.dispose());
    }
    this.halo = null;
    this.selected = body;
    if (!body) return;
    this.halo = new Group();
    this.halo.matrixAutoUpdate = false;
    const shapes = body.family.shapes;
    const shape = shapes.find((one) => one.coloured) || shapes[0];
    const look = { color: this.accent, side: DoubleSide, toneMapped: false, depthTest: false, transparent: true };
    const rim = new Mesh(rimOf(shape, 0.006 / this.unit), new MeshBasicMaterial(look));
    rim.renderOrder = 1;
    this.halo.add(rim);
    this.halo.userData.depth = Math.max(Math.abs(shape.depth[0]), Math.abs(shape.depth[1]));
    this.bodies.add(this.halo);
  }

  placeHalo(first, share) {
    const { family, index } = this.selected;
    poseMatrix(family, first, share, index, this.halo.matrix);
    this.halo.children[0].position.z = this.halo.userData.depth * Math.sign(this.camera.position.z || 1);
    this.halo.matrixWorldNeedsUpdate = true;
  }
}

function drawnBySoftware(renderer) {
  const gl = renderer.getContext();
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  const name = names ? gl.getParameter(names.UNMASKED_RENDERER_WEBGL) : "";
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

export function valueAt(family, values, first, share, index) {
  const next = Math.min(first + 1, values.length / family.count - 1);
  const a = values[first * family.count + index];
  return a + share * (values[next * family.count + index] - a);
}

function poseMatrix(family, first, share, index, out) {
  const a = (family.frames > 1 ? first : 0) * family.count + index;
  const b = (family.frames > 1 ? Math.min(first + 1, family.frames - 1) : 0) * family.count + index;
  const turn = between(family.angle, a, b, share);
  const x = family.x[a] + share * (family.x[b] - family.x[a]);
  const y = family.y[a] + share * (family.y[b] - family.y[a]);
  if (!family.z) return out.makeRotationZ(turn).setPosition(x, y, 0);
  const z = family.z[a] + share * (family.z[b] - family.z[a]);
  const tilt = between(family.tilt, a, b, share);
  const lean = between(family.lean, a, b, share);
  const pose = new Euler(lean, tilt, turn, "ZYX");
  return out.makeRotationFromEuler(pose).setPosition(x, y, z);
}

// An angle on the shorter way from one frame to the next.
function between(angles, a, b, share) {
  const turn = angles[b] - angles[a];
  return angles[a] + share * (turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI)));
}

// Plates and wheels get a broken edge that catches the light; pins and rollers do not
// need the extra triangles.
function geometryOf(shape) {
  const outline = new Shape(ring(shape.outline));
  outline.holes = shape.holes.map((hole) => new Path(ring(hole)));
  const [low, high] = shape.depth;
  const bevelEnabled = shape.finish !== "bright" && shape.finish !== "dark";
  const edge = bevelEnabled ? Math.min(0.22 * (high - low), 0.0006) : 0;
  const geometry = new ExtrudeGeometry(outline, {
    depth: high - low - 2 * edge,
    bevelEnabled,
    bevelThickness: edge,
    bevelSize: edge,
    bevelOffset: -edge,
    bevelSegments: 1,
  });
  geometry.translate(0, 0, low + edge);
  return geometry;
}

// A flat band around an outline.
function rimOf(shape, width) {
  const inner = ring(shape.outline);
  const count = inner.length;
  const outer = inner.map((point, i) => {
    const along = inner[(i + 1) % count].clone().sub(inner[(i + count - 1) % count]).normalize();
    return new Vector2(point.x + width * along.y, point.y - width * along.x);
  });
  const band = new Shape(outer);
  band.holes = [new Path(inner)];
  return new ShapeGeometry(band);
}

function ring(flat) {
  const points = [];
  for (let i = 0; i < flat.length; i += 2) points.push(new Vector2(flat[i] * 1e-6, flat[i + 1] * 1e-6));
  return points;
}
