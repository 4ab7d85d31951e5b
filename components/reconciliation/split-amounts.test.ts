import { expect, it } from "vitest";
import { parseParts, partsProblem } from "./split-amounts";

it("parses one amount per line, with any minus sign", () => {
  expect(parseParts("10,000.00\n\n − 50 \n₦49.50")).toEqual({ amounts: [1_000_000, -5_000, 4_950], problem: null });
});

it.each([
  ["100\nabc", 10_000, "“abc”"],
  ["100\n0", 10_000, "can't be zero"],
  ["100", 10_000, "at least two parts"],
  ["60\n30", 10_000, "₦10.00 is left."],
  ["60\n50", 10_000, "₦10.00 is too much."],
  ["-60\n-30", -10_000, "₦10.00 is left."],
] as const)("returns the problem of %j", (text, total, message) => {
  expect(partsProblem(parseParts(text), total)).toContain(message);
});

it("returns no problem for parts that sum to the item", () => {
  expect(partsProblem(parseParts("10,000\n-50"), 995_000)).toBeNull();
});
