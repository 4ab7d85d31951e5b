import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { OpeningBalanceFile } from "@/lib/contract/opening-balances";
import { OpeningBalancesDrawer } from "./opening-balances-drawer";

const ADMIN = { id: "a1", name: "Ada Obi", email: "ada@example.org" };
const NO_LINES = { lines: 0, amount: 0 };
const FILE_ID = "01890000-0000-7000-8000-000000000001";
const makeFile = (values: Partial<OpeningBalanceFile> = {}): OpeningBalanceFile => ({
  ...{
    id: FILE_ID,
    file_name: "balances.csv",
    app: "city",
    state: "stored",
    lines: 1_200,
    amount: 1_234_567,
    zeros: 3,
  },
  stored_at: "2026-11-28T08:00:00.000Z",
  ...{ posted: NO_LINES, reversed: NO_LINES, skipped: { ...NO_LINES, reasons: [] }, awaiting: null, timeline: [] },
  ...values,
});

/** Renders the drawer with an API that returns this file of opening balances and responds to a write with `answer`. */
async function renderDrawer(item: OpeningBalanceFile, { create = true, answer = { status: 200, body: {} } } = {}) {
  const sent: unknown[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (init.method === "POST" || init.method === "DELETE") {
      sent.push([init.method, url.split("/wallets/")[1], JSON.parse(String(init.body))]);
      return Response.json({ message: "", ...answer.body, status: answer.status }, { status: answer.status });
    }
    const data = url.endsWith("/users")
      ? ADMIN
      : url.includes("/access")
        ? { features: [{ name: "System Wallet", access: { read: true, create } }] }
        : { items: [item] };
    return Response.json({ status: 200, message: "", data });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <OpeningBalancesDrawer onClose={() => {}} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: "balances.csv" });
  return sent;
}

it("sends the typed total of an opening balances file, and keeps the typed total when the API refuses it", async () => {
  const fields = { amount: "The lines of this file come to ₦12,345.67." };
  const sent = await renderDrawer(makeFile(), {
    answer: { status: 400, body: { code: "BAD_REQUEST", message: "No.", fields } },
  });
  expect(screen.getByText("₦12,345.67")).toBeDefined();
  expect(screen.getByText("1,200")).toBeDefined();
  fireEvent.click(await screen.findByRole("button", { name: "Request the posting of balances.csv" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Request the posting of balances.csv" }));
  fireEvent.change(dialog.getByLabelText(/Sum in naira/), { target: { value: "12,345.68" } });
  fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: "Sum of the old system" } });
  fireEvent.click(dialog.getByRole("button", { name: "Request approval" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  const body = { amount: 1_234_568, reason: "Sum of the old system" };
  expect(sent).toEqual([["POST", `opening-balances/${FILE_ID}/posting`, body]]);
  expect(await dialog.findByText(fields.amount)).toBeDefined();
  expect(dialog.getByLabelText(/Sum in naira/)).toHaveProperty("value", "12,345.68");
});

it("deletes an imported file of opening balances only after a confirmation", async () => {
  const sent = await renderDrawer(makeFile());
  fireEvent.click(await screen.findByRole("button", { name: "Delete balances.csv" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete balances.csv?" }));
  fireEvent.click(dialog.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(sent).toEqual([["DELETE", `opening-balances/${FILE_ID}`, {}]]));
});

it("shows who can approve a pending request to post opening balances, instead of offering another request", async () => {
  const awaiting = {
    ...{ approvalId: "p1", change: "Post 1,200 opening balances from balances.csv", requested_by: ADMIN },
    ...{ requested_at: "2026-11-28T10:00:00.000Z", expires_at: "2026-12-05T10:00:00.000Z" },
    approvers: [{ id: "a2", name: "Bella Duke", email: "bella@example.org" }],
    kept_out: [],
  };
  await renderDrawer(makeFile({ state: "requested", awaiting }));
  expect(await screen.findByText("Awaiting approval by Bella Duke")).toBeDefined();
  expect(screen.queryByRole("button", { name: /Request the posting|Delete/ })).toBeNull();
});

it("shows the posted amount of opening balances, and why some lines were not posted", async () => {
  const reasons = ["Line 12: Ada Obi's account is closed, so ₦5.00 was not posted."];
  await renderDrawer(
    makeFile({
      state: "posted",
      posted: { lines: 1_199, amount: 1_234_067 },
      skipped: { lines: 1, amount: 500, reasons },
    }),
  );
  expect(screen.getByText("1,199, ₦12,340.67")).toBeDefined();
  expect(screen.getByText("Not posted: 1, ₦5.00")).toBeDefined();
  expect(screen.getByText(reasons[0] ?? "")).toBeDefined();
  expect(screen.queryByRole("button", { name: /Request the posting|Delete/ })).toBeNull();
});

it("offers neither posting nor deleting opening balances without the create right", async () => {
  await renderDrawer(makeFile(), { create: false });
  await waitFor(() => expect(screen.queryByRole("button", { name: /Request the posting|Delete/ })).toBeNull());
});
