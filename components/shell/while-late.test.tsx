import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { WhileLate } from "./while-late";

/** A page that was there in time has no fallback; one that is late has one. */
const page = (fallback: string | undefined) => (
  <WhileLate fallback={fallback}>
    <input aria-label="Organiser" />
  </WhileLate>
);

it.each([
  ["in time, then late", undefined, "Loading"],
  ["late, then in time", "Loading", undefined],
])("keeps what is typed on a page that is %s", (_, first, second) => {
  const { rerender } = render(page(first));
  const field = screen.getByLabelText("Organiser");
  fireEvent.change(field, { target: { value: "Boat club" } });
  rerender(page(second));
  expect(screen.getByLabelText("Organiser")).toBe(field);
});
