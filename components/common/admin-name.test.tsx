import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { AdminName } from "./admin-name";

it("shows an admin's email beneath the name, with the full email as tooltip", () => {
  render(<AdminName admin={{ name: "Ada Obi", email: "ada@example.org" }} />);
  expect(screen.getByText("Ada Obi")).toBeDefined();
  expect(screen.getByText("ada@example.org").getAttribute("title")).toBe("ada@example.org");
});

it("shows a citizen in the audit trail by name only, without an email", () => {
  const { container } = render(<AdminName admin={{ name: "Ada Obi", email: null }} />);
  expect(container.textContent).toBe("Ada Obi");
});
