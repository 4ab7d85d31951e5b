import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { LimitsOfTier } from "@/lib/contract/tier-limits";
import { lagosDay } from "@/lib/format";
import { TierLimitsDrawer } from "./limits-drawer";

const ADMIN = { id: "a1", name: "Ada Obi", email: "ada@example.org" };
const makeTier = (n: number, values: Partial<LimitsOfTier> = {}): LimitsOfTier => ({
  id: `00000000-0000-7000-8000-00000000001${n}`,
  tier: n,
  now: { starts_on: "2020-01-01", daily_debit: n * 1_000_000, balance: n === 3 ? null : n * 5_000_000 },
  upcoming: [],
  awaiting: null,
  timeline: [],
  ...values,
});

/** Renders the drawer with an API that returns these tier limits and responds to a change with `answer`. */
async function renderDrawer(items: LimitsOfTier[], { create = true, answer = { status: 200, body: {} } } = {}) {
  const sent: unknown[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (init.method === "POST") {
      sent.push([url.split("/").at(-1), JSON.parse(String(init.body))]);
      return Response.json({ message: "", ...answer.body, status: answer.status }, { status: answer.status });
    }
    const data = url.endsWith("/users")
      ? ADMIN
      : url.includes("/access")
        ? { features: [{ name: "System Wallet", access: { read: true, create } }] }
        : { items };
    return Response.json({ status: 200, message: "", data });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <TierLimitsDrawer onClose={() => {}} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: "Tier 1" });
  return sent;
}
const getSection = (name: string) => within(screen.getByRole("region", { name }));

it("shows each user tier's current limits, and limits that apply from a later day", async () => {
  await renderDrawer([
    makeTier(1, { upcoming: [{ starts_on: "2027-01-01", daily_debit: 2_500_000, balance: null }] }),
    makeTier(3),
  ]);
  expect(getSection("Tier 1").getByText("₦10,000.00")).toBeDefined();
  expect(getSection("Tier 1").getByText("From 1 Jan 2027")).toBeDefined();
  expect(getSection("Tier 1").getByText("₦25,000.00")).toBeDefined();
  expect(getSection("Tier 3").getByText("No limit")).toBeDefined();
});

it("prefills a tier's current limits, requests a change, and keeps the form if the API refuses it", async () => {
  const refusal = {
    status: 400,
    body: { code: "BAD_REQUEST", message: "No.", fields: { starts_on: "This day is over." } },
  };
  const startsOn = lagosDay(Date.now() + 60 * 86_400_000);
  const sent = await renderDrawer([makeTier(1), makeTier(2)], { answer: refusal });
  fireEvent.click(await screen.findByRole("button", { name: "Change the limits of tier 2" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change the limits of tier 2" }));
  const type = (label: RegExp, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  expect(dialog.getByLabelText(/Daily limit in naira/)).toHaveProperty("value", "20,000.00");
  type(/Daily limit in naira/, "15,000.50");
  type(/Highest balance in naira/, "");
  type(/First day/, startsOn);
  type(/Reason/, "Circular of the bank");
  fireEvent.click(dialog.getByRole("button", { name: "Request approval" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent).toEqual([
    [makeTier(2).id, { daily_debit: 1_500_050, balance: null, starts_on: startsOn, reason: "Circular of the bank" }],
  ]);
  expect(await dialog.findByText("This day is over.")).toBeDefined();
  expect(dialog.getByLabelText(/Reason/)).toHaveProperty("value", "Circular of the bank");
});

it("shows the pending change of a tier's limits and its approvers instead of offering another change", async () => {
  await renderDrawer([
    makeTier(1, {
      awaiting: {
        approvalId: "p1",
        change: "Tier 1 from 1 January 2027: ₦10.00 a day, no highest balance",
        requested_by: ADMIN,
        requested_at: "2026-11-21T10:00:00.000Z",
        expires_at: "2026-11-28T10:00:00.000Z",
        approvers: [{ id: "a2", name: "Bella Duke", email: "bella@example.org" }],
        kept_out: [],
      },
    }),
  ]);
  expect(await screen.findByText("Awaiting approval by Bella Duke")).toBeDefined();
  expect(await screen.findByRole("button", { name: "Withdraw the request" })).toBeDefined();
  expect(screen.queryByRole("button", { name: /Change the limits/ })).toBeNull();
});

it("hides the button for changing limits from admins without the right to request it", async () => {
  await renderDrawer([makeTier(1)], { create: false });
  await waitFor(() => expect(screen.queryByRole("button", { name: /Change the limits/ })).toBeNull());
  expect(screen.getByText("₦10,000.00")).toBeDefined();
});
