import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Form } from "@/components/common/form/form";
import { consistsOfGuessableWords } from "@/lib/contract/password-context.values";
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
    expect(passwordStrength(password, {})).toBe(strength),
  );

  it.each([
    ["CrossRiverPay#2026x", {}],
    ["Cross River Pay 20-26!", {}],
    ["Cr0ssR1verP@y-Tax7!", {}],
    ["Ekaette.Bassey-7Kp!", { first_name: "Ekaette", last_name: "Bassey" }],
    ["ekaette@example.com!Q7", { email: "ekaette@example.com" }],
  ])(
    "rates the password %j as weak, because it is mostly the product's name or the admin's name or email",
    (password, owner) => {
      expect(passwordStrength(password, owner)).toBe(1);
      expect(consistsOfGuessableWords(password, owner)).toBe(true);
    },
  );

  it("ignores the product's name when it rates the strength of a password", () => {
    expect(passwordStrength("CrossRiverPay okra soup", {})).toBeLessThan(3);
    expect(passwordStrength("CrossRiverPay okra soup on the veranda", {})).toBe(4);
    expect(consistsOfGuessableWords("CrossRiverPay okra soup on the veranda", {})).toBe(false);
  });

  it("does not lower the strength of a password for names and email local parts of one or two letters", () => {
    const owner = { first_name: "Jo", last_name: "Bo", email: "a@example.com" };
    expect(passwordStrength("okra soup on the veranda", owner)).toBe(4);
  });

  it("never lowers the strength when characters are appended to a password", () => {
    const password = "Okra soup, 3 goats and a radio!";
    const steps = [...password].map((_, end) => passwordStrength(password.slice(0, end + 1), {}));
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

it("rates a new password weak if it consists mostly of the entered name or the mailed link's email", () => {
  render(
    <Form
      schema={async () => z.object({ first_name: z.string(), last_name: z.string() })}
      defaultValues={{ first_name: "Ekaette", last_name: "Bassey" }}
      onSubmit={async () => {}}
    >
      <NewPasswordField label="New password" email="treasury.desk@example.com" />
    </Form>,
  );
  const field = screen.getByLabelText("New password");
  fireEvent.change(field, { target: { value: "Ekaette-Bassey 19x!" } });
  expect(screen.getByRole("status").textContent).toBe("Strength: Weak");
  fireEvent.change(field, { target: { value: "Treasury.Desk 19xQ!" } });
  expect(screen.getByRole("status").textContent).toBe("Strength: Weak");
});
