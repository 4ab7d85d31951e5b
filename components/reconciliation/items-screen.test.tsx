import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { ReconciliationItemRow } from "@/lib/contract/reconciliation-items";
import { accessQuery } from "@/lib/queries/rp";
import { ReconciliationItemsScreen } from "./items-screen";

setNavigationHooks({
  useRouter: () => ({ push: vi.fn() }),
  usePathname: () => "/dashboard/wallets/reconciliation",
  useSearchParams: () => new URLSearchParams(),
});

const makeRow = (id: number, values: Partial<ReconciliationItemRow>): ReconciliationItemRow => ({
  ...{ id, side: "bank", kind: "statement_line", day: "2026-11-02", due_on: "2026-11-03", amount: 500_000 },
  ...{ reference: null, provider_reference: null, narration: "NIP transfer", provider: null, account: null },
  ...{ state: "exception", reason: "unknown", cause: null, rule: null, match_id: null, asked: null },
  ...{ split_of: null, is_split: false, version: 1 },
  ...values,
});
const ROWS = [
  makeRow(1, {}),
  makeRow(2, { side: "ledger", kind: "payment", amount: 300_000 }),
  makeRow(3, { side: "ledger", kind: "payment", amount: 200_000 }),
];
const api = { startsOn: "2026-11-01" as string | null, rows: ROWS, sent: [] as unknown[], failing: false };

beforeEach(() => {
  Object.assign(api, { startsOn: "2026-11-01", rows: ROWS, sent: [], failing: false });
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (init.body) api.sent.push([url.split("/").at(-1), JSON.parse(String(init.body))]);
    if (api.failing)
      return Response.json({ status: 400, code: "BAD_REQUEST", message: "The request is not valid." }, { status: 400 });
    const page = { items: api.rows, page: 0, size: 20, total: api.rows.length, totalIsCapped: false };
    const data = url.endsWith("/figures")
      ? {
          starts_on: api.startsOn,
          exceptions: api.rows.length ? [{ reason: "unknown", side: "bank", count: 1, amount: 500_000 }] : [],
          ...{ expected: [], matched: [], asked_me: api.rows.length },
        }
      : url.endsWith("/matches")
        ? { match_id: 9, items: 3 }
        : page;
    return Response.json({ status: 200, message: "", data });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function renderScreen(rights: Partial<Record<"update" | "create" | "export", boolean>>) {
  const client = makeQueryClient();
  const access = { read: true, create: false, update: false, delete: false, approve: false, export: false, ...rights };
  client.setQueryData(accessQuery().queryKey, { features: [{ name: "System Wallet", access }] });
  client.setQueryDefaults(accessQuery().queryKey, { staleTime: Number.POSITIVE_INFINITY });
  render(
    <QueryClientProvider client={client}>
      <ReconciliationItemsScreen />
    </QueryClientProvider>,
  );
}
const select = (id: number) => fireEvent.click(screen.getByRole("checkbox", { name: new RegExp(`Item ${id},`) }));
const matchButton = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Match/ });

it("enables Match only if the selected bank and ledger items have the same sum, and sends the items with a remark", async () => {
  renderScreen({ update: true });
  await screen.findByRole("checkbox", { name: /Item 1,/ });
  select(1);
  select(2);
  expect(matchButton().disabled).toBe(true);
  expect(screen.getByText("2 selected").parentElement?.textContent).toContain("Bank ₦5,000.00Ledger ₦3,000.00");
  select(3);
  expect(matchButton().disabled).toBe(false);
  fireEvent.click(matchButton());
  const dialog = within(await screen.findByRole("dialog", { name: "Match 3 items?" }));
  fireEvent.change(dialog.getByLabelText(/^Remark/), { target: { value: "Paid in one sum" } });
  fireEvent.click(dialog.getByRole("button", { name: "Match" }));
  await waitFor(() => expect(api.sent).toEqual([["matches", { item_ids: [1, 2, 3], remark: "Paid in one sum" }]]));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("matches collected reconciliation items together with items selected later, until the collection is cleared", async () => {
  renderScreen({ update: true });
  await screen.findByRole("checkbox", { name: /Item 1,/ });
  select(1);
  fireEvent.keyDown(document.body, { key: "c" });
  expect(await screen.findByText("1 item collected")).toBeDefined();
  expect(screen.queryByText("1 selected")).toBeNull();
  select(2);
  select(3);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Match M" }).disabled).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Clear collection" }));
  expect(screen.queryByText("1 item collected")).toBeNull();
});

it("shows reconciliation items without checkboxes, upload and export to an admin who may only read", async () => {
  renderScreen({});
  const tile = await screen.findByRole("link", { name: "Unknown" });
  expect(tile.getAttribute("href")).toBe("/dashboard/wallets/reconciliation?state=exception&reason=unknown");
  expect(await screen.findByText("You are asked about 3 items")).toBeDefined();
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.queryByRole("button", { name: /Upload decisions|Export/ })).toBeNull();
});

it("an empty reconciliation list links to the bank accounts before reconciliation starts; later it states that every due item is matched", async () => {
  Object.assign(api, { rows: [], startsOn: null });
  renderScreen({});
  const link = await screen.findByRole("link", { name: "Accounts" });
  expect(link.getAttribute("href")).toBe("/dashboard/wallets/reconciliation/accounts");
  cleanup();
  api.startsOn = "2026-11-01";
  renderScreen({});
  expect(await screen.findByText("There are no exceptions: every due item is matched.")).toBeDefined();
});

it("shows the API's error if the reconciliation items can't be loaded", async () => {
  api.failing = true;
  renderScreen({});
  await waitFor(() => expect(screen.getAllByText("The request is not valid.")).toHaveLength(2));
});
