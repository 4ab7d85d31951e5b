import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { keepDrafts } from "@/lib/client/drafts";
import { makeQueryClient } from "@/lib/client/query-client";
import type { WalletEntry } from "@/lib/contract/system-wallet";
import { EntryDrawer } from "./entry-drawer";

const ENTRY: WalletEntry = {
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

function show(now: { current: WalletEntry } = { current: ENTRY }) {
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    const body = init.body
      ? { status: 409, code: "CONFLICT", message: "A reversal of this entry already waits for approval." }
      : url.includes("/access")
        ? { status: 200, data: { features: [{ name: "System Wallet", access: { create: true } }] } }
        : { status: 200, data: now.current };
    return Response.json({ message: "", ...body }, { status: body.status });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <EntryDrawer entryId={ENTRY.id} addressOf={(id) => `?entry=${id}`} onClose={() => {}} />
    </QueryClientProvider>,
  );
}
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const reason = () => screen.findByLabelText<HTMLTextAreaElement>("Reason");

it("keeps the form when a second reversal is refused, and no longer offers a reversal once the form is closed", async () => {
  const now = { current: ENTRY };
  show(now);
  await press("Reverse this entry");
  fireEvent.change(await reason(), { target: { value: "Booked twice" } });
  now.current = { ...ENTRY, awaiting_reversal: "m2" };
  await press("Request the reversal");
  await screen.findByText("A reversal of this entry already waits for approval.");
  expect((await reason()).value).toBe("Booked twice");
  await press("Cancel");
  expect(screen.getByText("Its reversal awaits approval")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Reverse this entry" })).toBeNull();
});

it("keeps the reason of a reversal when the session ends, and reopens the dialog", async () => {
  show();
  await press("Reverse this entry");
  fireEvent.change(await reason(), { target: { value: "Booked twice" } });
  keepDrafts();
  cleanup();
  show();
  expect((await reason()).value).toBe("Booked twice");
  await press("Cancel");
  cleanup();
  show();
  await screen.findByRole("button", { name: "Reverse this entry" });
  expect(screen.queryByLabelText("Reason")).toBeNull();
  await press("Reverse this entry");
  expect((await reason()).value).toBe("");
});
