import { afterEach, expect, it, vi } from "vitest";
import { caretNodeFromPoint } from "./caret-node-from-point";

const textNode = document.createTextNode("Ada Obi");
const stubDocumentMethod = (method: string, value: unknown) => Object.assign(document, { [method]: value });
afterEach(() => {
  stubDocumentMethod("caretPositionFromPoint", undefined);
  stubDocumentMethod("caretRangeFromPoint", undefined);
});

it("returns the text node at a point with the standard caretPositionFromPoint", () => {
  stubDocumentMethod(
    "caretPositionFromPoint",
    vi.fn(() => ({ offsetNode: textNode })),
  );
  expect(caretNodeFromPoint(10, 20)).toBe(textNode);
});

it("returns the text node at a point in a browser that has only caretRangeFromPoint", () => {
  stubDocumentMethod(
    "caretRangeFromPoint",
    vi.fn(() => ({ startContainer: textNode })),
  );
  expect(caretNodeFromPoint(10, 20)).toBe(textNode);
});

it("returns undefined for a point without text", () => {
  stubDocumentMethod(
    "caretPositionFromPoint",
    vi.fn(() => null),
  );
  expect(caretNodeFromPoint(10, 20)).toBeUndefined();
});
