import { expect, it } from "vitest";
import { sortByIds } from "./ordering";

const rowsWithIds = (...ids: string[]) => ids.map((id) => ({ id }));

it("sortByIds reorders the records of one tree level, and keeps records of other levels in place", () => {
  expect(sortByIds(rowsWithIds("a", "a1", "a2", "b"), ["a2", "a1"])).toEqual(rowsWithIds("a", "a2", "a1", "b"));
  expect(sortByIds(rowsWithIds("a", "a1", "b", "b1", "c"), ["c", "a", "b"])).toEqual(
    rowsWithIds("c", "a1", "a", "b1", "b"),
  );
});

it("sortByIds keeps records that the new order lacks, and ignores unknown ids", () => {
  expect(sortByIds(rowsWithIds("a", "b", "new"), ["b", "gone", "a"])).toEqual(rowsWithIds("b", "a", "new"));
});
