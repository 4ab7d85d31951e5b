import type { Glyph } from "fontkit";

const ON_CURVE_FLAG = 1;
type Point = readonly [flag: number, x: number, y: number];

/**
 * Encodes an outline of lines and quadratic curves as an entry of the font's `glyf` table, without instructions and without packed
 * coordinates. Works around `TTFGlyphEncoder.encodeSimple` of fontkit 2.0.4, which throws "First argument to DataView constructor
 * must be an ArrayBuffer" when a glyph of a variable font is embedded. Delete this file when a later version embeds them.
 */
export function encodeGlyph(path: Glyph["path"]): Uint8Array {
  const contours: Point[][] = [];
  for (const { command, args } of path.commands) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = args.map(Math.round);
    if (command === "moveTo") contours.push([]);
    if (command === "moveTo" || command === "lineTo") contours.at(-1)?.push([ON_CURVE_FLAG, x1, y1]);
    if (command === "quadraticCurveTo") contours.at(-1)?.push([0, x1, y1], [ON_CURVE_FLAG, x2, y2]);
  }
  const points = contours.flat();
  if (points.length === 0) return new Uint8Array();
  const size = 10 + contours.length * 2 + 2 + points.length * 5;
  // Aligns entries of the table to four bytes.
  const entry = Buffer.alloc(Math.ceil(size / 4) * 4);
  let byteOffset = 0;
  const int16 = (value: number) => {
    byteOffset = entry.writeInt16BE(value, byteOffset);
  };
  const [xs, ys] = [points.map(([, x]) => x), points.map(([, , y]) => y)];
  for (const value of [contours.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)])
    int16(value);
  let endPoint = -1;
  for (const contour of contours) {
    endPoint += contour.length;
    int16(endPoint);
  }
  int16(0);
  for (const [flag] of points) byteOffset = entry.writeUInt8(flag, byteOffset);
  for (const values of [xs, ys]) for (const [index, value] of values.entries()) int16(value - (values[index - 1] ?? 0));
  return entry;
}
