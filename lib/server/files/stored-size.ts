export type PixelSize = { width: number; height: number };

/** Longest stored side of a picture with usual proportions: small print on a card stays readable. */
const MAX_LONG_SIDE = 3_000;
/** Stored width of a long picture, such as a screenshot of a whole chat, within the two limits below. */
const MAX_SHORT_SIDE = 1_200;
const MAX_PIXELS = 16_000_000;
/** Browsers draw taller pictures blurred or not at all. */
const MAX_LENGTH = 24_000;

/**
 * Returns the scale at which a picture is stored, at most 1. The longer side limits usual proportions. The area limits long
 * pictures, because the longer side would leave 1,080 × 12,000 pixels only 270 wide.
 */
export function storedScale({ width, height }: PixelSize): number {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const byArea = Math.min(MAX_SHORT_SIDE / short, Math.sqrt(MAX_PIXELS / (width * height)), MAX_LENGTH / long);
  return Math.min(1, Math.max(MAX_LONG_SIDE / long, byArea));
}

/** Returns the stored size of a picture. */
export function storedSize(size: PixelSize): PixelSize {
  const scale = storedScale(size);
  return { width: Math.max(1, Math.round(size.width * scale)), height: Math.max(1, Math.round(size.height * scale)) };
}
