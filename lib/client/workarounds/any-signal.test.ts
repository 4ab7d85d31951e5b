import { expect, it, vi } from "vitest";
import { anySignal } from "./any-signal";

it("aborts the combined signal with the reason of the first signal that aborts", () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const first = anySignal(one.signal, other.signal);
  expect(first.aborted).toBe(false);
  other.abort("left");
  one.abort("late");
  expect([first.aborted, first.reason]).toEqual([true, "left"]);
});

it("returns an aborted signal if one of the signals is already aborted", () => {
  const left = anySignal(new AbortController().signal, AbortSignal.abort("left"));
  expect([left.aborted, left.reason]).toEqual([true, "left"]);
});

it("combines signals in a browser without AbortSignal.any", () => {
  vi.spyOn(AbortSignal, "any").mockImplementation(() => {
    throw new TypeError("AbortSignal.any is not a function");
  });
  expect(anySignal(AbortSignal.abort("left"), new AbortController().signal).reason).toBe("left");
});
