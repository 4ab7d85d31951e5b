/**
 * Zoom and position of a picture in the stage, the area of the viewer that shows it. At `zoom` 1 the picture fits the stage; a long
 * picture fits by its shorter side. `x` and `y` are pixels from the stage's centre, `quarterTurns` counts quarter turns. `minZoom` is the
 * zoom that shows all of a long picture, set once the stage's size is known.
 */
export type PictureView = { zoom: number; x: number; y: number; quarterTurns: number; minZoom?: number };
/** Width and height in pixels. */
export type Size = { width: number; height: number };
/** Position in pixels. */
export type Point = { x: number; y: number };

/** View of a picture that was neither moved, zoomed nor rotated. */
export const INITIAL_PICTURE_VIEW: PictureView = { zoom: 1, x: 0, y: 0, quarterTurns: 0 };
const MAX_ZOOM = 8;
/** Maximum factor by which small pictures are scaled up to fit. */
const MAX_FIT_SCALE = 1.5;
const STAGE_MARGIN = 24;
/** Ratio of the sides above which a picture counts as long. A screenshot of one phone screen has a lower ratio. */
const LONG_PICTURE_RATIO = 3;

const sizeAfterTurn = ({ width, height }: Size, quarterTurns: number): Size =>
  quarterTurns % 2 ? { width: height, height: width } : { width, height };

/** Returns the scale that shows the whole picture and, for a long one, the scale that fits its shorter side. */
function pictureScales(picture: Size, stage: Size, quarterTurns: number): { whole: number; readable: number } {
  const { width, height } = sizeAfterTurn(picture, quarterTurns);
  const sides = [(stage.width - STAGE_MARGIN) / width, (stage.height - STAGE_MARGIN) / height] as const;
  const whole = Math.min(...sides, MAX_FIT_SCALE);
  const isLong = Math.max(width, height) > LONG_PICTURE_RATIO * Math.min(width, height);
  return { whole, readable: isLong ? Math.max(whole, Math.min(width < height ? sides[0] : sides[1], 1)) : whole };
}

/** Returns the scale of a picture at zoom 1: it shows the whole picture. A long picture fits by its shorter side. */
export const pictureFitScale = (picture: Size, stage: Size, quarterTurns: number): number =>
  pictureScales(picture, stage, quarterTurns).readable;

/**
 * Limits zoom and position, so that no gap appears between an edge of the picture and the stage. Centres a picture that fits. A long
 * picture that was not moved yet starts at its beginning.
 */
export function limitPictureView(view: PictureView, picture: Size, stage: Size): PictureView {
  const { whole: wholeScale, readable: readableScale } = pictureScales(picture, stage, view.quarterTurns);
  const minZoom = wholeScale > 0 && wholeScale < readableScale ? wholeScale / readableScale : undefined;
  const zoom = Math.min(MAX_ZOOM, Math.max(minZoom ?? 1, view.zoom));
  const { width, height } = sizeAfterTurn(picture, view.quarterTurns);
  const isNew = minZoom !== undefined && view.minZoom === undefined;
  const within = (value: number, size: number, available: number) => {
    const maxOffset = Math.max(0, (size * readableScale * zoom - available + STAGE_MARGIN) / 2);
    return isNew ? maxOffset : Math.min(maxOffset, Math.max(-maxOffset, value));
  };
  return { ...view, zoom, minZoom, x: within(view.x, width, stage.width), y: within(view.y, height, stage.height) };
}

/** Zooms around a point, which is relative to the stage's centre and stays in place. */
export function zoomPictureAt(view: PictureView, factor: number, point: Point): PictureView {
  const zoom = Math.min(MAX_ZOOM, Math.max(view.minZoom ?? 1, view.zoom * factor));
  const ratio = zoom / view.zoom;
  return { ...view, zoom, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio };
}

/** Rotates a view around the stage's centre, so that the visible part stays in view. */
export function rotatePictureView(view: PictureView, quarterTurns: 1 | -1): PictureView {
  const [x, y] = quarterTurns === 1 ? [-view.y, view.x] : [view.y, -view.x];
  return { ...view, x, y, quarterTurns: (view.quarterTurns + quarterTurns + 4) % 4 };
}
