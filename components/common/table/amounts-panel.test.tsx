import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { AmountsPanel } from "./amounts-panel";

/** Applies the amounts as typed, from the first to the second where there are two. */
function apply(...typed: [string, string?]) {
  const onChange = vi.fn();
  render(
    <AmountsPanel
      facet={{ kind: "amounts", min: "min", max: "max", label: "Amount" }}
      filters={{}}
      onChange={onChange}
      onClose={vi.fn()}
    />,
  );
  if (typed[1] !== undefined)
    fireEvent.change(screen.getByRole("combobox", { name: "Operator" }), { target: { value: "between" } });
  screen.getAllByRole("textbox").forEach((field, index) => {
    fireEvent.change(field, { target: { value: typed[index] } });
  });
  fireEvent.click(screen.getByRole("button", { name: "Apply" }));
  return onChange;
}

it.each(["1000,5", "5,00", "1,0000", "1.000,50", "-5", "5.005", "five", "", "12345678901234"])(
  "says that %j is no amount, and filters by nothing",
  (typed) => {
    expect(apply(typed)).not.toHaveBeenCalled();
    const field = screen.getByRole("textbox", { name: "Amount in naira" });
    const words = document.getElementById(field.getAttribute("aria-describedby") ?? "");
    expect(words?.textContent).toBe("Enter an amount such as 5,000 or 5,000.50.");
    expect(field.getAttribute("aria-invalid")).toBe("true");
  },
);

it.each([
  ["5,000", "5000"],
  ["₦ 1,234,567.5", "1234567.5"],
  ["0.05", "0.05"],
])("reads %j as %s", (typed, min) => {
  expect(apply(typed)).toHaveBeenCalledExactlyOnceWith({ min, max: undefined });
});

it("takes two amounts in either order, and neither when one is none", () => {
  expect(apply("5,000", "20")).toHaveBeenCalledExactlyOnceWith({ min: "20", max: "5000" });
  cleanup();
  expect(apply("20", "5,00")).not.toHaveBeenCalled();
});
