// The keyboard, while the picture has the focus.

const TURN = 0.09;

export function keyActions(viewer) {
  const { world, player } = viewer;
  const still = (act) => () => { viewer.pause(); act(); };
  return {
    " ": () => viewer.toggle(),
    ArrowRight: still(() => player.step(1)),
    ArrowLeft: still(() => player.step(-1)),
    "shift+ArrowRight": still(() => player.step(10)),
    "shift+ArrowLeft": still(() => player.step(-10)),
    Home: still(() => { player.now = player.start; }),
    End: still(() => { player.now = player.end; }),
    ArrowUp: () => viewer.neighbour(1),
    ArrowDown: () => viewer.neighbour(-1),
    a: () => world.orbit(-TURN, 0),
    d: () => world.orbit(TURN, 0),
    w: () => world.orbit(0, -TURN),
    s: () => world.orbit(0, TURN),
    "shift+A": () => world.pan(-1, 0),
    "shift+D": () => world.pan(1, 0),
    "shift+W": () => world.pan(0, 1),
    "shift+S": () => world.pan(0, -1),
    "+": () => world.zoom(0.88),
    "=": () => world.zoom(0.88),
    "-": () => world.zoom(1 / 0.88),
    0: () => world.fit(),
    f: () => world.fit(true),
    Escape: () => viewer.choose(null),
  };
}

export const HELP = "Space plays and pauses, left and right step, up and down choose a part, "
  + "W A S D turn, with shift they move, plus and minus zoom, 0 resets the view, F looks from the front.";
