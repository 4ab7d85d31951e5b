import "server-only";

/**
 * What a picture looks like, as 256 signs (`fine`) and as its 64 coarsest (`coarse`): perceptual hashes over a cosine
 * transform. Compression, size and brightness change a few signs; another picture changes about half of them. Measured on
 * the demo's drawn faces, which resemble each other more than photos do: docs/documents.md.
 */
export type PerceptualHash = { fine: string; coarse: string };

/** Pixels a side that are looked at. */
export const HASH_SIDE = 32;
/** How a picture stands in lists: its longest side in pixels. */
export const THUMBNAIL = { side: 128, quality: 60 };
const SIDE = HASH_SIDE;
const COSINES = Array.from({ length: SIDE }, (_, wave) =>
  Array.from({ length: SIDE }, (_, at) => Math.cos((Math.PI / SIDE) * (at + 0.5) * wave)),
);

/** Pairs of waves from the coarsest to the finest; the first, the mean brightness, says nothing. */
const WAVES = Array.from({ length: SIDE * SIDE }, (_, index) => [index % SIDE, Math.floor(index / SIDE)] as const)
  .sort(([a, b], [c, d]) => a + b - (c + d) || a - c)
  .slice(1, 257);
const HIGHEST = Math.max(...WAVES.flat()) + 1;

/** @param pixels one byte of grey for each of LOOK_SIDE by LOOK_SIDE */
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

/** The coarse signs in four numbers of 16 bits, as the tables keep it. */
export function partsOf({ coarse }: PerceptualHash) {
  const [photoHash0 = 0, photoHash1 = 0, photoHash2 = 0, photoHash3 = 0] = [0, 16, 32, 48].map((from) =>
    Number.parseInt(coarse.slice(from, from + 16), 2),
  );
  return { photoHash0, photoHash1, photoHash2, photoHash3 };
}
