import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { GrantPromotionFigures } from "./grant-promotion-figures";
import { renderWithRights } from "./home-testing";

const GRANT_COUNTS = { to_review: 1, to_decide: 2, to_pay: 3, failed: 0 };
const hrefOf = (name: string) => screen.queryByRole("link", { name })?.getAttribute("href");

it("links the tile of grants to pay, and shows the tile of failed payments only if there are any", () => {
  const figuresWith = (grants: typeof GRANT_COUNTS) =>
    renderWithRights({ Grants: ["read"] }, <GrantPromotionFigures promotions={undefined} grants={grants} />);
  const { rerender } = render(figuresWith(GRANT_COUNTS));
  expect(hrefOf("Grants to pay")).toBe("/dashboard/grants/applications?unpaid=true");
  expect(hrefOf("Grant payments failed")).toBeUndefined();
  rerender(figuresWith({ ...GRANT_COUNTS, failed: 1 }));
  expect(hrefOf("Grants to pay")).toBe("/dashboard/grants/applications?unpaid=true");
  expect(hrefOf("Grant payments failed")).toBe("/dashboard/grants/applications?state=payment_failed");
});

it.each([
  [["read"], undefined],
  [["read", "update"], "/dashboard/grants/applications?review=mine"],
] as const)("shows the tile of grants to score only to admins who may score: with %j it links to %s", (flags, href) => {
  render(renderWithRights({ Grants: flags }, <GrantPromotionFigures promotions={undefined} grants={GRANT_COUNTS} />));
  expect(hrefOf("Grants for me to score")).toBe(href);
});
