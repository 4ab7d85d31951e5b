/** Width and height of a picture in pixels. */
export type PixelSize = { width: number; height: number };

/** Maximum side in pixels of a stored picture with usual proportions: small print on a card stays readable. */
const MAX_LONG_SIDE = 3_000;
/** Width in pixels of a stored long picture, such as a screenshot of a whole chat, unless MAX_PIXELS or MAX_LENGTH requires less. */
const MAX_SHORT_SIDE = 1_200;
const MAX_PIXELS = 16_000_000;
/** Maximum height in pixels, because browsers display taller pictures blurred or not at all. */
const MAX_LENGTH = 24_000;

/**
 * Returns the scale at which a picture is stored, at most 1. Usual proportions are limited by the longer side, long
 * pictures by their area: otherwise 1,080 × 12,000 pixels would become only 270 wide.
 */
export function storedScale({ width, height }: PixelSize): number {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const byArea = Math.min(MAX_SHORT_SIDE / short, Math.sqrt(MAX_PIXELS / (width * height)), MAX_LENGTH / long);
  return Math.min(1, Math.max(MAX_LONG_SIDE / long, byArea));
}

/** Returns the size in pixels at which a picture is stored. */
export function storedSize(size: PixelSize): PixelSize {
  const scale = storedScale(size);
  return { width: Math.max(1, Math.round(size.width * scale)), height: Math.max(1, Math.round(size.height * scale)) };
}
