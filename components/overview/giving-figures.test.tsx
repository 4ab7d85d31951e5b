import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { GivingFigures } from "./giving-figures";
import { withRights } from "./home-testing";

const GRANTS = { to_review: 1, to_decide: 2, to_pay: 3, failed: 0 };
const hrefOf = (name: string) => screen.queryByRole("link", { name })?.getAttribute("href");

it("leads from grants to pay to those, and to failed payments from a tile of their own", () => {
  const shown = (grants: typeof GRANTS) =>
    withRights({ Grants: ["read"] }, <GivingFigures promotions={undefined} grants={grants} />);
  const { rerender } = render(shown(GRANTS));
  expect(hrefOf("Grants to pay")).toBe("/dashboard/grants/applications?unpaid=true");
  expect(hrefOf("Grant payments failed")).toBeUndefined();
  rerender(shown({ ...GRANTS, failed: 1 }));
  expect(hrefOf("Grants to pay")).toBe("/dashboard/grants/applications?unpaid=true");
  expect(hrefOf("Grant payments failed")).toBe("/dashboard/grants/applications?state=payment_failed");
});

it.each([
  [["read"], undefined],
  [["read", "update"], "/dashboard/grants/applications?review=mine"],
] as const)("has grants to score for who may score: with %j %s", (flags, href) => {
  render(withRights({ Grants: flags }, <GivingFigures promotions={undefined} grants={GRANTS} />));
  expect(hrefOf("Grants for me to score")).toBe(href);
});
