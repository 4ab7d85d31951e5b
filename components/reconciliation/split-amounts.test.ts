import { expect, it } from "vitest";
import { parseSplitParts, splitPartsProblem } from "./split-amounts";

it("parses the amounts of a split reconciliation item, one per line, with a hyphen, dash or minus sign", () => {
  expect(parseSplitParts("10,000.00\n\n − 50 \n₦49.50")).toEqual({
    amounts: [1_000_000, -5_000, 4_950],
    problem: null,
  });
});

it.each([
  ["100\nabc", 10_000, "“abc”"],
  ["100\n0", 10_000, "can't be zero"],
  ["100", 10_000, "at least two parts"],
  ["60\n30", 10_000, "₦10.00 is left."],
  ["60\n50", 10_000, "₦10.00 is too much."],
  ["-60\n-30", -10_000, "₦10.00 is left."],
] as const)(
  "explains why the typed parts %j can't replace a reconciliation item of %d kobo",
  (text, total, message) => {
    expect(splitPartsProblem(parseSplitParts(text), total)).toContain(message);
  },
);

it("accepts parts of a split item whose sum equals the item's amount", () => {
  expect(splitPartsProblem(parseSplitParts("10,000\n-50"), 995_000)).toBeNull();
});
