import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { RevenueHeadDetails } from "@/lib/contract/revenue-heads";
import { lagosDay } from "@/lib/format";
import { RevenueHeadDrawer } from "./head-drawer";

const NAMES = { name: "Land Use Charge", ministry: "Lands", bank_name: "Zenith Bank", account_number: "1012345678" };
const HEAD: RevenueHeadDetails = {
  ...{ id: "r1", code: "12010205", ...NAMES, state: "active", starts_on: "2024-01-01", changes_on: null, version: 1 },
  rows: [{ id: "r1", starts_on: "2024-01-01", ...NAMES, is_active: true, is_used: true }],
  ...{ is_used_today: true, awaiting: null, timeline: [] },
};

/** Renders the drawer. The stubbed API returns this revenue head. @returns bodies of the write requests */
async function renderDrawer(head: RevenueHeadDetails, { update = true, status = 200 } = {}) {
  const sent: unknown[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (init.method === "POST") {
      sent.push(JSON.parse(String(init.body)));
      const current = { ...head, version: 2, name: "Property Charge" };
      const body = status === 409 ? { code: "CONFLICT", message: "Changed.", current } : { data: head };
      return Response.json({ message: "", ...body, status }, { status });
    }
    const data = url.includes("/access")
      ? { features: [{ name: "System Wallet", access: { read: true, update } }] }
      : head;
    return Response.json({ status: 200, message: "", data });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <RevenueHeadDrawer code={head.code} onClose={() => {}} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: "12010205 Land Use Charge" });
  return sent;
}
const openForm = async () => {
  fireEvent.click(await screen.findByRole("button", { name: "Change" }));
  return within(await screen.findByRole("dialog", { name: /^Change 12010205/ }));
};

it("changes a revenue head from tomorrow on, and sends the version that was opened", async () => {
  const sent = await renderDrawer(HEAD);
  const form = await openForm();
  fireEvent.change(form.getByLabelText(/^Name/), { target: { value: "Property Charge" } });
  fireEvent.change(form.getByLabelText(/Reason/), { target: { value: "Circular 12" } });
  fireEvent.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  const starts_on = lagosDay(Date.now() + 86_400_000);
  expect(sent[0]).toEqual({ version: 1, ...NAMES, name: "Property Charge", starts_on, reason: "Circular 12" });
});

it("shows after a conflict what another admin changed in the revenue head, and keeps the typed name", async () => {
  await renderDrawer(HEAD, { status: 409 });
  const form = await openForm();
  fireEvent.change(form.getByLabelText(/^Name/), { target: { value: "My name" } });
  fireEvent.change(form.getByLabelText(/Reason/), { target: { value: "Circular 12" } });
  fireEvent.click(form.getByRole("button", { name: "Save" }));
  expect(await form.findByText("Name: Property Charge; it was Land Use Charge")).toBeDefined();
  expect(form.getByLabelText(/^Name/)).toHaveProperty("value", "My name");
});

it("offers a correction only for rows of a revenue head that no payment has used", async () => {
  const future = { ...HEAD.rows[0], id: "r2", starts_on: "2099-01-01", is_used: false } as (typeof HEAD.rows)[number];
  await renderDrawer({ ...HEAD, rows: [future, ...HEAD.rows] });
  await screen.findByRole("button", { name: "Change" });
  expect(screen.getAllByRole("button", { name: /^Correct from/ })).toHaveLength(1);
});

it("hides the Change button of a revenue head from admins without the update right", async () => {
  await renderDrawer(HEAD, { update: false });
  expect(screen.queryByRole("button", { name: "Change" })).toBeNull();
});
