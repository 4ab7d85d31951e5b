import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { ReconciliationDayDetails } from "@/lib/contract/reconciliation-days";
import { DAY_CLOSING_CHECKS } from "@/lib/contract/reconciliation-days.values";
import { DayScreen } from "./day-screen";

setNavigationHooks({
  usePathname: () => "/dashboard/wallets/reconciliation/days/2026-11-21",
  useSearchParams: () => new URLSearchParams(),
  useRouter: () => ({ prefetch: () => {}, push: () => {} }),
});

// Loads the dialogs' code first, because slow imports could exceed the time limit of `findByRole`.
beforeAll(() => Promise.all([import("./close-day-dialog"), import("@/components/ui/dialog-panel")]));

const ADA = { id: "a1", name: "Ada Obi", email: "ada@crossriverpay.example" };
const NGOZI = { id: "a2", name: "Ngozi O’Brien", email: "ngozi@crossriverpay.example" };
const PROPOSED: ReconciliationDayDetails = {
  day: "2026-11-21",
  state: "proposed",
  exceptions: { count: 0, sum: 0 },
  proposed_by: NGOZI,
  proposed_at: "2026-11-22T08:00:00.000Z",
  closed_by: null,
  closed_at: null,
  version: 3,
  remark: "A late payment is on suspense.",
  checklist: DAY_CLOSING_CHECKS.map((id) => ({ id, ok: true, text: "Fine.", url: null })),
  figures: {
    bank: { accounts: [], opening: 100, in: 0, out: 0, closing: 100 },
    ledger: { opening: 100, in: 0, out: 0, fees: 0, closing: 100, in_groups: [], out_groups: [] },
    provider: {
      opening: 0,
      payments: 0,
      fees: 0,
      refunds: 0,
      payouts: 0,
      chargebacks: 0,
      deductions: 0,
      settled: 0,
      closing: 0,
    },
    statement: {
      ledger: 100,
      bank: 100,
      at_provider: 0,
      open_ledger: 0,
      open_bank: 0,
      opening_difference: 0,
      difference: 0,
    },
    carried: [],
    addendum: [],
    suspense: {
      balance: 500,
      lines: [{ reference: "TRX-1", url: "/dashboard/transactions/all/1", since: "2026-11-20", amount: 500 }],
    },
  },
  needs_remark: true,
  found_later: { count: 0, sum: 0 },
  audit: null,
};

/** Renders the screen for the admin Ada with these rights on System Wallet. @returns path and body of each write request */
async function renderDay(day: ReconciliationDayDetails, flags: string[]) {
  const sent: [url: string, body: unknown][] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (init.body) sent.push([url.split("/days/")[1] ?? url, JSON.parse(String(init.body))]);
    const access = Object.fromEntries(["read", ...flags].map((flag) => [flag, true]));
    const data = url.endsWith("/users")
      ? ADA
      : url.includes("/access")
        ? { features: [{ name: "System Wallet", access }] }
        : init.body
          ? { ...day, state: "closed" }
          : day;
    return Response.json({ status: 200, message: "", data });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <DayScreen day={day.day} />
    </QueryClientProvider>,
  );
  await screen.findByText("Checklist");
  return sent;
}

it("closes a reconciliation day that another admin proposed, after a confirmation that shows its figures and that closing is final", async () => {
  const sent = await renderDay(PROPOSED, ["approve"]);
  fireEvent.click(await screen.findByRole("button", { name: "Close the day" }));
  const dialog = await screen.findByRole("dialog", { name: "Close 21 Nov 2026?" });
  expect(dialog.textContent).toContain("can't be opened again");
  expect(dialog.textContent).toContain("Not explained₦0.00");
  expect(dialog.textContent).toContain("A late payment is on suspense.");
  fireEvent.click(within(dialog).getByRole("button", { name: "Close the day" }));
  await vi.waitFor(() => expect(sent).toEqual([["2026-11-21/closing", { version: 3 }]]));
});

it("lets the admin who proposed a reconciliation day withdraw the proposal, but not close the day", async () => {
  await renderDay({ ...PROPOSED, proposed_by: ADA }, ["create", "approve"]);
  expect(await screen.findByRole("button", { name: "Withdraw proposal" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Close the day" })).toBeNull();
});

it("links each unmet condition for closing a reconciliation day to the page that corrects it, and disables the proposal", async () => {
  const checklist = PROPOSED.checklist.map((check) =>
    check.id === "statements" ? { ...check, ok: false, url: "/dashboard/wallets/reconciliation/accounts" } : check,
  );
  await renderDay({ ...PROPOSED, state: "open", version: null, proposed_by: null, proposed_at: null, checklist }, [
    "create",
  ]);
  expect(screen.getByText("1 condition left.")).toBeTruthy();
  const link = screen.getByRole("link", { name: "Correct: Bank statements cover the day" });
  expect(link.getAttribute("href")).toBe("/dashboard/wallets/reconciliation/accounts");
  const propose = await screen.findByRole<HTMLButtonElement>("button", { name: "Propose for closing" });
  expect(propose.disabled).toBe(true);
});
