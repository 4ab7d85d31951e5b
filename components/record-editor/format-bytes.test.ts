import { expect, it } from "vitest";
import { formatBytes } from "./format-bytes";

it.each([
  [480, "480 bytes"],
  [84_400, "84 KB"],
  [1_240_000, "1.2 MB"],
])("formats %i bytes as %s", (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});
