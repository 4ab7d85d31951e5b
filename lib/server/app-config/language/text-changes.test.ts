import { expect, it } from "vitest";
import { textChanges } from "./text-changes";

it("an audit row lists the first 100 of many changed texts, counts the rest, and shortens texts to 300 characters", () => {
  const manyChanges = Array.from({ length: 130 }, (_, n) => ({
    key: `k.${n}`,
    before: null,
    after: "x".repeat(2_000),
  }));
  const { before, after } = textChanges("efi", manyChanges);
  expect(Object.keys(before)).toHaveLength(100);
  expect(after).toMatchObject({ texts: 130, not_named: 30, "k.99 (efi)": "x".repeat(300) });
  expect(after).not.toHaveProperty("k.100 (efi)");
  expect(textChanges("efi", manyChanges.slice(0, 1)).after).not.toHaveProperty("not_named");
});
