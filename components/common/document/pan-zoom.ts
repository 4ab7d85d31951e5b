/** How a picture is looked at: `zoom` 1 fits the stage, `x` and `y` are pixels off its centre, `quarters` are turns. */
export type View = { zoom: number; x: number; y: number; quarters: number };
export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

export const FIT: View = { zoom: 1, x: 0, y: 0, quarters: 0 };
const CLOSEST = 8;
/** A small picture is not blown up to fill the stage. */
const LARGEST_FIT = 1.5;
const MARGIN = 24;

const turned = ({ width, height }: Size, quarters: number): Size =>
  quarters % 2 ? { width: height, height: width } : { width, height };

/** By what a picture's pixels are multiplied at zoom 1. */
export function fitOf(picture: Size, stage: Size, quarters: number): number {
  const { width, height } = turned(picture, quarters);
  return Math.min((stage.width - MARGIN) / width, (stage.height - MARGIN) / height, LARGEST_FIT);
}

/** An edge of the picture never comes further in than the stage's edge, and what fits stays in the middle. */
export function held(view: View, picture: Size, stage: Size): View {
  const scale = fitOf(picture, stage, view.quarters) * view.zoom;
  const { width, height } = turned(picture, view.quarters);
  const within = (value: number, size: number, room: number) => {
    const most = Math.max(0, (size * scale - room + MARGIN) / 2);
    return Math.min(most, Math.max(-most, value));
  };
  return { ...view, x: within(view.x, width, stage.width), y: within(view.y, height, stage.height) };
}

/** Zooms so that what is under the point stays there; the point counts from the stage's centre. */
export function zoomedAt(view: View, factor: number, at: Point): View {
  const zoom = Math.min(CLOSEST, Math.max(1, view.zoom * factor));
  const by = zoom / view.zoom;
  return { ...view, zoom, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by };
}

/** Turns about the stage's centre, so that what is looked at stays in sight. */
export function turnedBy(view: View, quarters: 1 | -1): View {
  const [x, y] = quarters === 1 ? [-view.y, view.x] : [view.y, -view.x];
  return { ...view, x, y, quarters: (view.quarters + quarters + 4) % 4 };
}
