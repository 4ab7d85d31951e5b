import "server-only";

/**
 * Perceptual hash of a picture by cosine transform: 256 bits (`fine`), of which the 64 coarsest are in `coarse`. Compression,
 * size and brightness change a few bits; another picture changes about half. Measured with the demo's drawn faces, which are more
 * similar than photos (docs/documents.md).
 */
export type PerceptualHash = { fine: string; coarse: string };

/** Side in pixels of the picture that is hashed. */
export const HASH_SIDE = 32;
/** Thumbnails in lists: longest side in pixels, and JPEG quality. */
export const THUMBNAIL = { side: 128, quality: 60 };
const SIDE = HASH_SIDE;
const COSINES = Array.from({ length: SIDE }, (_, wave) =>
  Array.from({ length: SIDE }, (_, at) => Math.cos((Math.PI / SIDE) * (at + 0.5) * wave)),
);

/** Pairs of frequencies from coarse to fine. Skips the first, the mean brightness, which is no feature of the picture. */
const WAVES = Array.from({ length: SIDE * SIDE }, (_, index) => [index % SIDE, Math.floor(index / SIDE)] as const)
  .sort(([a, b], [c, d]) => a + b - (c + d) || a - c)
  .slice(1, 257);
const HIGHEST = Math.max(...WAVES.flat()) + 1;

/** @param pixels one grey byte per pixel, HASH_SIDE by HASH_SIDE */
export function hashOfPixels(pixels: Buffer): PerceptualHash {
  const across = Array.from({ length: SIDE }, (_, y) =>
    Array.from({ length: HIGHEST }, (_, wave) => sum((x) => (pixels[y * SIDE + x] ?? 0) * cosine(wave, x))),
  );
  const strengths = WAVES.map(([u, v]) => sum((y) => (across[y]?.[u] ?? 0) * cosine(v, y)));
  return { fine: signs(strengths), coarse: signs(strengths.slice(0, 64)) };
}

const cosine = (wave: number, at: number) => COSINES[wave]?.[at] ?? 0;
const sum = (term: (at: number) => number) => {
  let total = 0;
  for (let at = 0; at < SIDE; at++) total += term(at);
  return total;
};

function signs(strengths: readonly number[]): string {
  const middle = [...strengths].sort((a, b) => a - b)[strengths.length / 2] ?? 0;
  return strengths.map((strength) => (strength > middle ? "1" : "0")).join("");
}

/** Returns the coarse bits as four 16-bit numbers, for the columns of the table. */
export function partsOf({ coarse }: PerceptualHash) {
  const [photoHash0 = 0, photoHash1 = 0, photoHash2 = 0, photoHash3 = 0] = [0, 16, 32, 48].map((from) =>
    Number.parseInt(coarse.slice(from, from + 16), 2),
  );
  return { photoHash0, photoHash1, photoHash2, photoHash3 };
}
