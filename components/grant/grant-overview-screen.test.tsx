import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { makeRights, type PermissionFlag } from "@/lib/contract/access";
import type { GrantOverview } from "@/lib/contract/grant";
import { grantOverviewQuery } from "@/lib/queries/grant";
import { accessQuery } from "@/lib/queries/rp";
import { GrantOverviewScreen } from "./grant-overview-screen";

const OVERVIEW: GrantOverview = {
  ...{ pool: 0, pool_available: 0, budget: 0, committed: 0, paid: 0, open: 0 },
  applications: { submitted: 4, shortlisted: 7, approved: 2, disbursed: 0, rejected: 0, payment_failed: 1 },
  ...{ flagged: 0, to_review: 3, to_decide: 5, to_pay: { applications: 2, amount: 90_000 }, failed: 1 },
  ...{ programmes: [], by_day: [] },
};

const linkHref = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

function renderScreen(...flags: PermissionFlag[]) {
  const client = makeQueryClient();
  client.setQueryData(grantOverviewQuery().queryKey, OVERVIEW);
  client.setQueryData(accessQuery().queryKey, { features: makeRights({ Grants: flags }) });
  client.setQueryDefaults(accessQuery().queryKey, { staleTime: Number.POSITIVE_INFINITY });
  render(
    <QueryClientProvider client={client}>
      <GrantOverviewScreen />
    </QueryClientProvider>,
  );
}

it("the grants overview shows applications to score to reviewers, and undecided applications to admins who may only read", () => {
  renderScreen("read", "update");
  expect(linkHref("For me to score")).toContain("?review=mine");
  cleanup();
  renderScreen("read");
  expect(screen.queryByText("For me to score")).toBeNull();
  expect(linkHref("Undecided")).toContain("?state=submitted,shortlisted");
});

it("links each figure of the grants overview to the list that it counts, and shows failed payments separately", () => {
  renderScreen("read");
  expect(screen.getByText("5")).toBeDefined();
  expect(linkHref("Ready to decide")).toContain("state=shortlisted&review=in");
  expect(linkHref("Ready to pay")).toContain("?unpaid=true");
  expect(linkHref("Payments failed")).toContain("?state=payment_failed");
  expect(screen.getByText("No open programmes.")).toBeDefined();
});
