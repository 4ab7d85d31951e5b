import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { UserSingle } from "@/lib/contract/user";
import { UserSummary } from "./user-summary";

const request = { id: "k1", reference: "KYC-000123", tier: 2, state: "pending", submitted_at: "", decided_at: null };

/** The head of the page for an admin who may read these features, and what was asked for it. */
async function show(user: Partial<UserSingle>, ...readable: string[]) {
  const asked: string[] = [];
  const features = readable.map((name) => ({ name, access: { read: true } }));
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    if (!url.includes("access")) asked.push(url);
    const data = url.includes("access") ? { features } : { items: [request] };
    return Response.json({ status: 200, message: "", data });
  });
  const whole = { id: "u1", balance: 1_200, tier: 1, status: "active", restriction: null, ...user } as UserSingle;
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <UserSummary user={whole} lastPayment={<div>Of its own module</div>} />
    </QueryClientProvider>,
  );
  await screen.findByText(`Tier ${whole.tier}`);
  return asked;
}

it("answers what people call about", async () => {
  await show({}, "KYC Management");
  expect(screen.getByText("₦12.00")).toBeDefined();
  expect((await screen.findByRole("link", { name: "KYC-000123" })).getAttribute("href")).toContain("/k1");
  expect(screen.getByText("Pending")).toBeDefined();
  expect(screen.getByText("None")).toBeDefined();
  expect(screen.getByText("Of its own module")).toBeDefined();
});

it("leaves out, and does not ask for, what the reader may not see", async () => {
  const asked = await show({});
  await new Promise((done) => setTimeout(done, 50));
  expect(screen.queryByRole("link")).toBeNull();
  expect(asked).toEqual([]);
});

it("says what is restricted and until when, and that somebody is out", async () => {
  await show({
    status: "restricted",
    restriction: { kind: "no_debit", legal_basis: "court_order", until: "2026-12-01T23:00:00.000Z" },
  });
  expect(screen.getByText("No debit")).toBeDefined();
  expect(screen.getByText("until 1 Dec 2026")).toBeDefined();
  cleanup();
  await show({ status: "suspended" });
  expect(screen.getByText("Suspended").className).toContain("text-danger");
});

it("has money below zero in red", async () => {
  await show({ balance: -1_200 });
  expect(screen.getByText("-₦12.00").className).toContain("text-danger");
});
