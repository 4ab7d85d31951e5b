import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { GivingFigures } from "./giving-figures";

afterEach(cleanup);

const hrefOf = (name: string) => screen.queryByRole("link", { name })?.getAttribute("href");

it("leads from grants to pay to those, and to failed payments from a tile of their own", () => {
  const grants = { to_review: 1, to_decide: 2, to_pay: 3, failed: 0 };
  const { rerender } = render(<GivingFigures promotions={undefined} grants={grants} />);
  expect(hrefOf("Grants to pay")).toBe("/dashboard/grants/applications?unpaid=true");
  expect(hrefOf("Grant payments failed")).toBeUndefined();
  rerender(<GivingFigures promotions={undefined} grants={{ ...grants, failed: 1 }} />);
  expect(hrefOf("Grants to pay")).toBe("/dashboard/grants/applications?unpaid=true");
  expect(hrefOf("Grant payments failed")).toBe("/dashboard/grants/applications?state=payment_failed");
});
