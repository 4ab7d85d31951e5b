import { afterEach, expect, it, vi } from "vitest";
import { caretNodeFromPoint } from "./caret-node-from-point";

const text = document.createTextNode("Ada Obi");
const stub = (method: string, value: unknown) => Object.assign(document, { [method]: value });
afterEach(() => {
  stub("caretPositionFromPoint", undefined);
  stub("caretRangeFromPoint", undefined);
});

it("returns the text node by the standard method", () => {
  stub(
    "caretPositionFromPoint",
    vi.fn(() => ({ offsetNode: text })),
  );
  expect(caretNodeFromPoint(10, 20)).toBe(text);
});

it("returns the text node in a browser that has only caretRangeFromPoint", () => {
  stub(
    "caretRangeFromPoint",
    vi.fn(() => ({ startContainer: text })),
  );
  expect(caretNodeFromPoint(10, 20)).toBe(text);
});

it("returns undefined at a point without text", () => {
  stub(
    "caretPositionFromPoint",
    vi.fn(() => null),
  );
  expect(caretNodeFromPoint(10, 20)).toBeUndefined();
});
