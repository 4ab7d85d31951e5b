import { expect, it } from "vitest";
import { inOrder } from "./ordering";

const of = (...ids: string[]) => ids.map((id) => ({ id }));

it("reorders one level and keeps the others in place", () => {
  expect(inOrder(of("a", "a1", "a2", "b"), ["a2", "a1"])).toEqual(of("a", "a2", "a1", "b"));
  expect(inOrder(of("a", "a1", "b", "b1", "c"), ["c", "a", "b"])).toEqual(of("c", "a1", "a", "b1", "b"));
});

it("keeps records missing in the order, and ignores unknown ids", () => {
  expect(inOrder(of("a", "b", "new"), ["b", "gone", "a"])).toEqual(of("b", "a", "new"));
});
