// One scale for all channels: hue and lightness both grow, so that it reads in grey
// and for colour-blind eyes, on light and on dark.
import { Color, SRGBColorSpace } from "three";

export const STOPS = ["#4b4cc8", "#7d49c4", "#b24aae", "#dd5a86", "#f47f57", "#fbb043", "#fde95a"];
const colours = STOPS.map((stop) => new Color().setStyle(stop, SRGBColorSpace));
const none = new Color().setStyle("#8b95a1", SRGBColorSpace);

export const gradient = `linear-gradient(to right, ${STOPS.join(", ")})`;

export function colourOf(value, low, high, out) {
  if (Number.isNaN(value)) return out.copy(none);
  const at = Math.min(Math.max((value - low) / (high - low), 0), 1) * (colours.length - 1);
  const i = Math.min(Math.floor(at), colours.length - 2);
  return out.lerpColors(colours[i], colours[i + 1], at - i);
}
