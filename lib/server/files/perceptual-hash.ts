import "server-only";

/**
 * Perceptual hash of a picture by cosine transform: 256 bits (`fine`), of which the 64 coarsest are in `coarse`.
 * Compression, size and brightness change a few bits; a different picture changes about half. Measured with the demo's
 * drawn faces, which resemble each other more than photos (docs/documents.md).
 */
export type PerceptualHash = { fine: string; coarse: string };

/** Width and height in pixels to which a picture is reduced before it is hashed. */
export const HASH_SIDE_PIXELS = 32;
/** Thumbnails in lists: longest side in pixels, and JPEG quality. */
export const THUMBNAIL_SETTINGS = { side: 128, quality: 60 };
const SIDE = HASH_SIDE_PIXELS;
const COSINES = Array.from({ length: SIDE }, (_, frequency) =>
  Array.from({ length: SIDE }, (_, position) => Math.cos((Math.PI / SIDE) * (position + 0.5) * frequency)),
);

/** Pairs of frequencies from coarse to fine. Skips the first one, which is only the mean brightness. */
const FREQUENCIES = Array.from({ length: SIDE * SIDE }, (_, index) => [index % SIDE, Math.floor(index / SIDE)] as const)
  .sort(([a, b], [c, d]) => a + b - (c + d) || a - c)
  .slice(1, 257);
const FREQUENCY_COUNT = Math.max(...FREQUENCIES.flat()) + 1;

/** Returns the hash of a picture. @param pixels one grey byte per pixel, HASH_SIDE_PIXELS by HASH_SIDE_PIXELS */
export function hashOfPixels(pixels: Buffer): PerceptualHash {
  const rowTransforms = Array.from({ length: SIDE }, (_, y) =>
    Array.from({ length: FREQUENCY_COUNT }, (_, wave) => sumOver((x) => (pixels[y * SIDE + x] ?? 0) * cosine(wave, x))),
  );
  const coefficients = FREQUENCIES.map(([u, v]) => sumOver((y) => (rowTransforms[y]?.[u] ?? 0) * cosine(v, y)));
  return { fine: toBits(coefficients), coarse: toBits(coefficients.slice(0, 64)) };
}

const cosine = (frequency: number, position: number) => COSINES[frequency]?.[position] ?? 0;
const sumOver = (term: (position: number) => number) => {
  let total = 0;
  for (let position = 0; position < SIDE; position++) total += term(position);
  return total;
};

function toBits(coefficients: readonly number[]): string {
  const median = [...coefficients].sort((a, b) => a - b)[coefficients.length / 2] ?? 0;
  return coefficients.map((coefficient) => (coefficient > median ? "1" : "0")).join("");
}

/** Returns the coarse bits as four 16-bit numbers, for the columns of the table. */
export function hashColumnsOf({ coarse }: PerceptualHash) {
  const [photoHash0 = 0, photoHash1 = 0, photoHash2 = 0, photoHash3 = 0] = [0, 16, 32, 48].map((from) =>
    Number.parseInt(coarse.slice(from, from + 16), 2),
  );
  return { photoHash0, photoHash1, photoHash2, photoHash3 };
}
