import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { StableSuspense } from "./stable-suspense";

/** A page that was ready in time has no fallback; a late page has one. */
const page = (fallback: string | undefined) => (
  <StableSuspense fallback={fallback}>
    <input aria-label="Organiser" />
  </StableSuspense>
);

it.each([
  ["in time, then late", undefined, "Loading"],
  ["late, then in time", "Loading", undefined],
])("keeps typed text on a page that is %s", (_, first, second) => {
  const { rerender } = render(page(first));
  const field = screen.getByLabelText("Organiser");
  fireEvent.change(field, { target: { value: "Boat club" } });
  rerender(page(second));
  expect(screen.getByLabelText("Organiser")).toBe(field);
});
