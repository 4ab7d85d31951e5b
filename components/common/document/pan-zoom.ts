/**
 * Zoom and position of a picture: `zoom` 1 fits the stage, `x` and `y` are pixels from its centre, `quarters` counts quarter
 * turns. A long picture fits by its shorter side; `least` is the zoom that shows all of it, set once the stage size is known.
 */
export type View = { zoom: number; x: number; y: number; quarters: number; least?: number };
export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

export const FIT: View = { zoom: 1, x: 0, y: 0, quarters: 0 };
const CLOSEST = 8;
/** Limits the scaling of small pictures. */
const LARGEST_FIT = 1.5;
const MARGIN = 24;
/** Ratio of the sides above which a picture is long. A screenshot of one phone screen is below it. */
const LONG = 3;

const turned = ({ width, height }: Size, quarters: number): Size =>
  quarters % 2 ? { width: height, height: width } : { width, height };

/** Returns the scale that shows the whole picture and, for a long one, the scale that fits its shorter side. */
function scalesOf(picture: Size, stage: Size, quarters: number): { whole: number; readable: number } {
  const { width, height } = turned(picture, quarters);
  const sides = [(stage.width - MARGIN) / width, (stage.height - MARGIN) / height] as const;
  const whole = Math.min(...sides, LARGEST_FIT);
  const isLong = Math.max(width, height) > LONG * Math.min(width, height);
  return { whole, readable: isLong ? Math.max(whole, Math.min(width < height ? sides[0] : sides[1], 1)) : whole };
}

/** Returns the scale of a picture at zoom 1. */
export const fitOf = (picture: Size, stage: Size, quarters: number): number =>
  scalesOf(picture, stage, quarters).readable;

/**
 * Limits a view: no gap between an edge of the picture and the stage, and a picture that fits is centred. A long picture that was
 * not moved yet starts at its beginning.
 */
export function held(view: View, picture: Size, stage: Size): View {
  const { whole, readable } = scalesOf(picture, stage, view.quarters);
  const least = whole > 0 && whole < readable ? whole / readable : undefined;
  const zoom = Math.min(CLOSEST, Math.max(least ?? 1, view.zoom));
  const { width, height } = turned(picture, view.quarters);
  const isNew = least !== undefined && view.least === undefined;
  const within = (value: number, size: number, room: number) => {
    const most = Math.max(0, (size * readable * zoom - room + MARGIN) / 2);
    return isNew ? most : Math.min(most, Math.max(-most, value));
  };
  return { ...view, zoom, least, x: within(view.x, width, stage.width), y: within(view.y, height, stage.height) };
}

/** Zooms around a point, given relative to the stage's centre. */
export function zoomedAt(view: View, factor: number, at: Point): View {
  const zoom = Math.min(CLOSEST, Math.max(view.least ?? 1, view.zoom * factor));
  const by = zoom / view.zoom;
  return { ...view, zoom, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by };
}

/** Rotates around the stage's centre, so that the visible part stays in view. */
export function turnedBy(view: View, quarters: 1 | -1): View {
  const [x, y] = quarters === 1 ? [-view.y, view.x] : [view.y, -view.x];
  return { ...view, x, y, quarters: (view.quarters + quarters + 4) % 4 };
}
