import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { KycAccountStatusBadge } from "./kyc-badges";

it("the row of an identity request shows that the applicant's account is suspended, but not that it is active", () => {
  const { rerender, container } = render(<KycAccountStatusBadge status="suspended" />);
  screen.getByText("Account suspended");
  rerender(<KycAccountStatusBadge status="active" />);
  expect(container.textContent).toBe("");
});
