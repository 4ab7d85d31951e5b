import { expect, it } from "vitest";
import { firstSignal } from "./first-signal";

it("aborts with the first of several, and for its reason", () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const first = firstSignal(one.signal, other.signal);
  expect(first.aborted).toBe(false);
  other.abort("left");
  one.abort("late");
  expect([first.aborted, first.reason]).toEqual([true, "left"]);
});

it("is aborted from the start where one is", () => {
  const left = firstSignal(new AbortController().signal, AbortSignal.abort("left"));
  expect([left.aborted, left.reason]).toEqual([true, "left"]);
});
