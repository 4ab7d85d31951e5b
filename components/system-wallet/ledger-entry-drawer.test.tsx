import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { saveAllDrafts } from "@/lib/client/drafts";
import { makeQueryClient } from "@/lib/client/query-client";
import type { LedgerEntryDetails } from "@/lib/contract/system-wallet";
import { LedgerEntryDrawer } from "./ledger-entry-drawer";

const ENTRY: LedgerEntryDetails = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c19",
  kind: "fund",
  description: "Fund",
  posted_at: "2026-11-21T10:00:00.000Z",
  posted_by: null,
  source: { type: "wallet_movement", id: "m1" },
  postings: [],
  reversal_of: null,
  reversed_by: null,
  awaiting_reversal: null,
};

function renderDrawer(source: { current: LedgerEntryDetails } = { current: ENTRY }) {
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    const body = init.body
      ? { status: 409, code: "CONFLICT", message: "A reversal of this entry already waits for approval." }
      : url.includes("/access")
        ? { status: 200, data: { features: [{ name: "System Wallet", access: { create: true } }] } }
        : { status: 200, data: source.current };
    return Response.json({ message: "", ...body }, { status: body.status });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <LedgerEntryDrawer entryId={ENTRY.id} addressOf={(id) => `?entry=${id}`} onClose={() => {}} />
    </QueryClientProvider>,
  );
}
const clickButton = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const findReasonField = () => screen.findByLabelText<HTMLTextAreaElement>("Reason");

it("keeps the form if a second reversal of a ledger entry is refused, and offers no reversal after the form is closed", async () => {
  const source = { current: ENTRY };
  renderDrawer(source);
  await clickButton("Reverse this entry");
  fireEvent.change(await findReasonField(), { target: { value: "Booked twice" } });
  source.current = { ...ENTRY, awaiting_reversal: "m2" };
  await clickButton("Request the reversal");
  await screen.findByText("A reversal of this entry already waits for approval.");
  expect((await findReasonField()).value).toBe("Booked twice");
  await clickButton("Cancel");
  expect(screen.getByText("Its reversal awaits approval")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Reverse this entry" })).toBeNull();
});

it("keeps the typed reason of a reversal when the session ends, and reopens the dialog", async () => {
  renderDrawer();
  await clickButton("Reverse this entry");
  fireEvent.change(await findReasonField(), { target: { value: "Booked twice" } });
  saveAllDrafts();
  cleanup();
  renderDrawer();
  expect((await findReasonField()).value).toBe("Booked twice");
  await clickButton("Cancel");
  cleanup();
  renderDrawer();
  await screen.findByRole("button", { name: "Reverse this entry" });
  expect(screen.queryByLabelText("Reason")).toBeNull();
  await clickButton("Reverse this entry");
  expect((await findReasonField()).value).toBe("");
});
