import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Form } from "@/components/common/form/form";
import { NewPasswordField } from "./new-password-field";
import { passwordStrength } from "./password-strength";

describe("passwordStrength", () => {
  it.each([
    ["", 0],
    ["short", 0],
    ["aaaaaaaaaaaaaaaa", 1],
    ["abcdefghijklmnop", 1],
    ["123456789012", 1],
    ["goatsradioveranda", 2],
    ["okra soup on the veranda", 4],
    ["x8KQ-vT2m-Zr4L-0pWd", 4],
  ])("rates the password %j with strength %i", (password, strength) =>
    expect(passwordStrength(password)).toBe(strength),
  );

  it("never lowers the strength when characters are appended to a password", () => {
    const password = "Okra soup, 3 goats and a radio!";
    const steps = [...password].map((_, end) => passwordStrength(password.slice(0, end + 1)));
    expect(steps).toEqual([...steps].sort());
  });
});

it("shows a new password's strength while typing or pasting, and lets the browser suggest a password", () => {
  render(
    <Form schema={async () => z.object({})} onSubmit={async () => {}}>
      <NewPasswordField label="New password" />
    </Form>,
  );
  const field = screen.getByLabelText("New password");
  expect(field.getAttribute("autocomplete")).toBe("new-password");
  expect(screen.getByRole("status").textContent).toBe("");
  fireEvent.change(field, { target: { value: "aaaaaaaaaaaaaaaa" } });
  expect(screen.getByRole("status").textContent).toBe("Strength: Weak");
  fireEvent.change(field, { target: { value: "okra soup on the veranda" } });
  expect(screen.getByRole("status").textContent).toBe("Strength: Strong");
});
