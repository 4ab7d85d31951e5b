import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { UserDetails } from "@/lib/contract/user";
import { UserSummary } from "./user-summary";

const KYC_REQUEST = {
  id: "k1",
  reference: "KYC-000123",
  tier: 2,
  state: "pending",
  submitted_at: "",
  decided_at: null,
};

/** Renders the summary for an admin who may read these features. @returns the URLs that the summary requested */
async function renderSummary(user: Partial<UserDetails>, ...readableFeatures: string[]) {
  const requestUrls: string[] = [];
  const features = readableFeatures.map((name) => ({ name, access: { read: true } }));
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    if (!url.includes("access")) requestUrls.push(url);
    const data = url.includes("access") ? { features } : { items: [KYC_REQUEST] };
    return Response.json({ status: 200, message: "", data });
  });
  const fullUser = { id: "u1", balance: 1_200, tier: 1, status: "active", restriction: null, ...user } as UserDetails;
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <UserSummary user={fullUser} lastPayment={<div>Of its own module</div>} />
    </QueryClientProvider>,
  );
  await screen.findByText(`Tier ${fullUser.tier}`);
  return requestUrls;
}

it("shows a user's balance, identity request, restriction and last payment", async () => {
  await renderSummary({}, "KYC Management");
  expect(screen.getByText("₦12.00")).toBeDefined();
  expect((await screen.findByRole("link", { name: "KYC-000123" })).getAttribute("href")).toContain("/k1");
  expect(screen.getByText("Pending")).toBeDefined();
  expect(screen.getByText("None")).toBeDefined();
  expect(screen.getByText("Of its own module")).toBeDefined();
});

it("neither requests nor shows identity requests without the right to read them", async () => {
  const requestUrls = await renderSummary({});
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByRole("link")).toBeNull();
  expect(requestUrls).toEqual([]);
});

it("the user summary shows an account restriction with its last day, and that an account is suspended", async () => {
  await renderSummary({
    status: "restricted",
    restriction: { kind: "no_debit", legal_basis: "court_order", until: "2026-12-01T23:00:00.000Z" },
  });
  expect(screen.getByText("No debit")).toBeDefined();
  expect(screen.getByText("until 1 Dec 2026")).toBeDefined();
  cleanup();
  await renderSummary({ status: "suspended" });
  expect(screen.getByText("Suspended").className).toContain("text-danger");
});

it("shows a user's negative balance in red", async () => {
  await renderSummary({ balance: -1_200 });
  expect(screen.getByText("-₦12.00").className).toContain("text-danger");
});
