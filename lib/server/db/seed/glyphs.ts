import "server-only";

/**
 * Stroke font for the sample documents, because SVG text is empty on a server without fonts. Each glyph has a width and
 * a path of relative steps from its upper left corner; capitals are 10 high.
 */
const GLYPHS: Record<string, readonly [width: number, path: string]> = {
  A: [7.2, "m0 10l3.6-10l3.6 10m-5.9-3.4h4.6"],
  B: [6, "m0 0h3.1a2.4 2.4 0 0 1 0 4.8h-3.1h3.4a2.6 2.6 0 0 1 0 5.2h-3.4z"],
  C: [6.6, "m6.6 2.2a3.6 5 0 1 0 0 5.6"],
  D: [6.6, "m0 0h2.4a4.2 5 0 0 1 0 10h-2.4z"],
  E: [5.2, "m5.2 0h-5.2v10h5.2m-5.2-5.1h4.5"],
  F: [5, "m5 0h-5v10m0-5h4.4"],
  G: [7, "m6.6 2.2a3.6 5 0 1 0 .4 4.2v-1h-2.8"],
  H: [6.4, "m0 0v10m6.4-10v10m-6.4-5.1h6.4"],
  I: [0, "m0 0v10"],
  J: [4.4, "m4.4 0v7.3a2.2 2.7 0 0 1-4.4 0"],
  K: [6.2, "m0 0v10m6-10l-6 6.2m2.3-2l3.9 5.8"],
  L: [4.8, "m0 0v10h4.8"],
  M: [8, "m0 10v-10l4 6.6l4-6.6v10"],
  N: [6.4, "m0 10v-10l6.4 10v-10"],
  O: [7.4, "m3.7 0a3.7 5 0 0 1 0 10a3.7 5 0 0 1 0-10z"],
  P: [6, "m0 10v-10h3.2a2.8 2.8 0 0 1 0 5.6h-3.2"],
  Q: [7.4, "m3.7 0a3.7 5 0 0 1 0 10a3.7 5 0 0 1 0-10zm.9 7.2l2.6 3.2"],
  R: [6.2, "m0 10v-10h3.2a2.8 2.8 0 0 1 0 5.6h-3.2m3.2 0l3 4.4"],
  S: [
    5.9,
    "m5.5 1.9c-.5-1.3-1.5-1.9-2.5-1.9c-1.6 0-2.7 1-2.7 2.5c0 3.4 5.6 1.7 5.6 5c0 1.5-1.3 2.5-2.9 2.5c-1.4 0-2.5-.7-3-2",
  ],
  T: [6.4, "m0 0h6.4m-3.2 0v10"],
  U: [6.2, "m0 0v6.6a3.1 3.4 0 0 0 6.2 0v-6.6"],
  V: [7, "m0 0l3.5 10l3.5-10"],
  W: [9.6, "m0 0l2.4 10l2.4-8.5l2.4 8.5l2.4-10"],
  X: [6.4, "m0 0l6.4 10m0-10l-6.4 10"],
  Y: [6.4, "m0 0l3.2 5l3.2-5m-3.2 5v5"],
  Z: [6, "m0 0h6l-6 10h6"],
  "0": [6, "m3 0a3 5 0 0 1 0 10a3 5 0 0 1 0-10z"],
  "1": [2.2, "m0 1.8l2.2-1.8v10"],
  "2": [5.8, "m.1 2.7a2.8 2.7 0 0 1 5.6 0c0 2.5-5.1 4.5-5.7 7.3h5.8"],
  "3": [5.4, "m.4 1.4a2.4 2.4 0 1 1 2.1 3.4a2.7 2.6 0 1 1-2.5 3.5"],
  "4": [6.2, "m4.6 10v-10l-4.6 7.1h6.2"],
  "5": [5.7, "m5.2 0h-4.2l-.4 4.6a2.8 2.8 0 1 1-.6 3.9"],
  "6": [5.8, "m4.6 0c-2.8 1.6-4.6 4-4.6 7.1a2.9 2.9 0 1 0 5.8 0a2.9 2.9 0 0 0-5.6-1"],
  "7": [5.8, "m0 0h5.8l-4 10"],
  "8": [5.6, "m2.8 4.8a2.4 2.4 0 0 1 0-4.8a2.4 2.4 0 0 1 0 4.8a2.6 2.6 0 0 1 0 5.2a2.6 2.6 0 0 1 0-5.2z"],
  "9": [5.8, "m1.2 10c2.8-1.6 4.6-4 4.6-7.1a2.9 2.9 0 1 0-5.8 0a2.9 2.9 0 0 0 5.6 1"],
  "-": [3, "m0 5.4h3"],
  ".": [0, "m0 9.9v.1"],
  ",": [0.6, "m.6 9.6l-.6 2"],
  ":": [0, "m0 3.4v.1m0 5.9v.1"],
  "'": [0, "m0 0v2.4"],
  "/": [4.6, "m0 10.6l4.6-11.2"],
  "<": [4.6, "m4.6 1.6l-4.6 3.6l4.6 3.6"],
  "*": [2, "m1 4.4a.8 .8 0 0 1 0 1.6a.8 .8 0 0 1 0-1.6z"],
  "₦": [6.8, "m.4 10v-10l6 10v-10m-7 4h8m-8 2.2h8"],
};
const SPACE_WIDTH = 3.6;
const LETTER_GAP = 2.2;

type TextStyle = { size: number; colour: string; weight?: number; anchor?: "start" | "middle"; opacity?: number };

const glyphAdvance = (letter: string) => (GLYPHS[letter]?.[0] ?? SPACE_WIDTH) + LETTER_GAP;

/** Returns a text in the font's capitals, without accents, as on identity cards. */
const glyphKeysOf = (text: string) =>
  [...text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase()].map((letter) => PLAIN_LETTERS[letter] ?? letter);
const PLAIN_LETTERS: Record<string, string> = { Ɔ: "O", Ɛ: "E", Ŋ: "N", "’": "'" };

/** Returns the width of a line of text at this size (height of capitals). */
export const textWidth = (text: string, size: number) =>
  ((glyphKeysOf(text).reduce((sum, letter) => sum + glyphAdvance(letter), 0) - LETTER_GAP) * size) / 10;

/** Draws a line of capitals; `y` is the baseline. Characters missing in the font become spaces. */
export function drawTextLine(text: string, x: number, y: number, style: TextStyle): string {
  const { size, colour, weight = 1.3, anchor = "start", opacity = 1 } = style;
  let offsetX = 0;
  let path = "";
  for (const letter of glyphKeysOf(text)) {
    const glyph = GLYPHS[letter];
    if (glyph) path += `M${offsetX.toFixed(1)} 0${glyph[1]}`;
    offsetX += glyphAdvance(letter);
  }
  const startX = anchor === "middle" ? x - textWidth(text, size) / 2 : x;
  const placement = `translate(${startX.toFixed(1)} ${(y - size).toFixed(1)}) scale(${(size / 10).toFixed(3)})`;
  return `<path transform="${placement}" d="${path}" fill="none" stroke="${colour}" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round" stroke-opacity="${opacity}"/>`;
}

/** Returns the largest size up to `size` at which the text fits into `width`. */
export const fitTextSize = (text: string, width: number, size: number) =>
  Math.min(size, (width / textWidth(text, size)) * size);
