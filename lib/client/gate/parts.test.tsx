import { encodeQR } from "qr";
import { expect, it } from "vitest";
import { decodeQrCode } from "./decode";
import { createRepeatedCodeFilter } from "./repeat-filter";
import type { WaitingScan } from "./store";
import { groupScansIntoBatches } from "./waiting-scans";

/** Returns a QR code as a camera sees it, in grey tones. */
function makeQrImage(text: string, sizePx: number) {
  const qrModules = encodeQR(text, "raw", { ecc: "medium", border: 4 });
  const scale = Math.floor((sizePx * 0.6) / qrModules.length);
  const offset = Math.floor((sizePx - scale * qrModules.length) / 2);
  const data = new Uint8ClampedArray(sizePx * sizePx * 4).fill(255);
  for (let at = 0; at < sizePx * sizePx; at += 1) {
    const x = Math.floor(((at % sizePx) - offset) / scale);
    const y = Math.floor((Math.floor(at / sizePx) - offset) / scale);
    const isDark = qrModules[y]?.[x];
    data.set(isDark === undefined ? [120, 110, 100] : isDark ? [30, 30, 30] : [225, 225, 220], at * 4);
  }
  return { width: sizePx, height: sizePx, data };
}

it.each([320, 640])("reads a ticket's code in a picture of %d pixels", (sizePx) => {
  expect(decodeQrCode(makeQrImage("7K2M9XQ47K2M9XQ4", sizePx))).toBe("7K2M9XQ47K2M9XQ4");
});

it("returns null for a picture without a QR code", () => {
  expect(decodeQrCode({ width: 200, height: 200, data: new Uint8ClampedArray(200 * 200 * 4).fill(90) })).toBeNull();
});

it("accepts a scanned code once while it is held to the camera, and again 3 s after it was removed", () => {
  const isNew = createRepeatedCodeFilter();
  expect([0, 1_000, 3_500, 6_000].map((at) => isNew("A", at))).toEqual([true, false, false, false]);
  expect(isNew("A", 9_000)).toBe(true);
  expect(isNew("B", 9_100)).toBe(true);
  expect(isNew("A", 9_200)).toBe(true);
});

it("ignores the same code after a long lookup, and any other code until the lookup ends", () => {
  const isNew = createRepeatedCodeFilter();
  expect(isNew("A", 0)).toBe(true);
  expect([1_000, 2_000, 3_500].map((at) => isNew("A", at, true))).toEqual([false, false, false]);
  expect(isNew("A", 3_700)).toBe(false);
  expect(isNew("B", 3_800, true)).toBe(false);
  expect(isNew("B", 3_900)).toBe(true);
});

it("groups queued scans into batches of one event and one gate, at most 100, in their order", () => {
  const scan = (number: number, gate: string, event = "e"): WaitingScan => ({
    id: String(number),
    hash: "",
    scanned_at: "",
    let_in: true,
    admin: "a",
    event,
    gate,
  });
  const manyScans = Array.from({ length: 150 }, (_, number) => scan(number, "Gate 1"));
  const batches = groupScansIntoBatches([
    ...manyScans,
    scan(150, "Gate 2"),
    scan(151, "Gate 1", "f"),
    scan(152, "Gate 2"),
    scan(153, "Gate 1"),
  ]);
  expect(batches.map((batch) => [batch.length, batch[0]?.event, batch[0]?.gate])).toEqual([
    [100, "e", "Gate 1"],
    [50, "e", "Gate 1"],
    [2, "e", "Gate 2"],
    [1, "f", "Gate 1"],
    [1, "e", "Gate 1"],
  ]);
  expect(groupScansIntoBatches([])).toEqual([]);
});
