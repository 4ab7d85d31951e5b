import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { AmountFilterPanel } from "./amounts-panel";

/** Types a minimum and, if given, a maximum into the filter panel, and applies the filter. */
function applyAmounts(...amounts: [string, string?]) {
  const onChange = vi.fn();
  render(
    <AmountFilterPanel
      facet={{ kind: "amounts", min: "min", max: "max", label: "Amount" }}
      filters={{}}
      onChange={onChange}
      onClose={vi.fn()}
    />,
  );
  if (amounts[1] !== undefined)
    fireEvent.change(screen.getByRole("combobox", { name: "Operator" }), { target: { value: "between" } });
  screen.getAllByRole("textbox").forEach((field, index) => {
    fireEvent.change(field, { target: { value: amounts[index] } });
  });
  fireEvent.click(screen.getByRole("button", { name: "Apply" }));
  return onChange;
}

const UNCLEAR_AMOUNT =
  "This amount is not clear. Use commas between thousands and a dot before kobo, such as 5,000 or 5,000.50.";
const MISSING_AMOUNT = "Enter an amount such as 5,000 or 5,000.50.";
it.each([
  ...["1000,5", "5,00", "1,0000", "1.000", "5.005"].map((amounts) => [amounts, UNCLEAR_AMOUNT]),
  ...["five", ""].map((amounts) => [amounts, MISSING_AMOUNT]),
  ["123456789012345", "This amount is too large."],
  ["-5", "An amount can't be below zero. Enter it without a minus sign or brackets, such as 5,000 or 5,000.50."],
])("an amount filter rejects %j with an explanation and does not filter", (amounts, problem) => {
  expect(applyAmounts(amounts)).not.toHaveBeenCalled();
  const field = screen.getByRole("textbox", { name: "Amount in naira" });
  const errorText = document.getElementById(field.getAttribute("aria-describedby") ?? "");
  expect(errorText?.textContent).toBe(problem);
  expect(field.getAttribute("aria-invalid")).toBe("true");
});

it.each([
  ["5,000", "5000"],
  ["₦ 1,234,567.5", "1234567.50"],
  ["1.000,50", "1000.50"],
  ["NGN\u00a01\u2009500", "1500"],
  ["0.05", "0.05"],
])("an amount filter parses %j as %s", (amounts, min) => {
  expect(applyAmounts(amounts)).toHaveBeenCalledExactlyOnceWith({ min, max: undefined });
});

it("filters a table by two amounts in either order, and rejects both if one is invalid", () => {
  expect(applyAmounts("5,000", "20")).toHaveBeenCalledExactlyOnceWith({ min: "20", max: "5000" });
  cleanup();
  expect(applyAmounts("20", "5,00")).not.toHaveBeenCalled();
});
