import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { type Feature, makeRights, type PermissionFlag } from "@/lib/contract/access";
import type { UserDetails } from "@/lib/contract/user";
import { accessQuery } from "@/lib/queries/rp";
import { userQuery } from "@/lib/queries/user-single";
import { UserScreen } from "./user-screen";

const mockNavigation = { search: "" };
setNavigationHooks({
  useRouter: () => ({ push: () => {}, prefetch: () => {} }),
  usePathname: () => `/dashboard/user-management/users/${USER.id}`,
  useSearchParams: () => new URLSearchParams(mockNavigation.search),
});

const USER: UserDetails = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c17",
  name: "Ada Obi",
  first_name: "Ada",
  middle_name: "",
  last_name: "Obi",
  email: "ada@example.com",
  phone: "+2348030001234",
  date_of_birth: "1990-05-01",
  gender: "female",
  address: "12 Marian Road",
  language: "en",
  phone_verified_at: null,
  opened_by: null,
  tier: 2,
  limits: { daily_debit: 20_000_000, balance: 50_000_000 },
  used: { daily_debit: 0, balance: 0 },
  reserved: 0,
  left: { daily_debit: 20_000_000, balance: 50_000_000 },
  lga: "Yala",
  status: "active",
  restriction: null,
  status_reason: "",
  status_message: null,
  status_changed_at: null,
  balance: 0,
  last_seen_at: null,
  joined_at: "2026-01-01T10:00:00.000Z",
  sessions_reset_at: null,
  close_obstacles: [],
  version: 4,
};
const POSTING = {
  ...{ posted_at: "2026-11-21T10:00:00.000Z", kind: "transfer", amount: 5_000, balance_after: 5_000 },
  ...{ balance_before: 0, description: "Rent" },
};
const KYC_REQUEST = { id: "k1", reference: "KYC-000123", tier: 2, state: "pending", submitted_at: POSTING.posted_at };

/** Renders the user's page at this URL. @param rights flags of the admin by feature */
function renderScreen(
  rights: Partial<Record<Feature, readonly PermissionFlag[]>>,
  { search = "", postings = [] as object[] } = {},
) {
  mockNavigation.search = search;
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    const items = url.includes("/kyc") ? [{ ...KYC_REQUEST, decided_at: null }] : postings;
    const list = { items, page: 0, size: 20, total: items.length, totalIsCapped: false };
    const requests = { hold: null, correction: null, copy: null, ready_copies: [], erasure: null };
    return Response.json({ status: 200, message: "", data: url.endsWith("/data-requests") ? requests : list });
  });
  const client = makeQueryClient();
  client.setQueryData(accessQuery().queryKey, { features: makeRights(rights) });
  client.setQueryData(userQuery(USER.id).queryKey, USER);
  const parts = { lastPayment: null, transactions: null, reports: null, tickets: null, grants: null };
  render(
    <QueryClientProvider client={client}>
      <UserScreen userId={USER.id} {...parts} />
    </QueryClientProvider>,
  );
}
const tabNames = () =>
  within(screen.getByRole("navigation", { name: "Parts of Ada Obi's page" }))
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

it("shows a tab of another module on a user's page only to admins who may read that module", () => {
  const OWN_TABS = ["Profile", "Wallet", "Activity", "Notes", "Devices", "Personal data"];
  renderScreen({ "User Management": ["read"] });
  expect(tabNames()).toEqual(OWN_TABS);
  for (const [feature, tab] of [
    ["Transactions", "Transactions"],
    ["KYC Management", "KYC"],
    ["iReports", "Reports"],
    ["Events", "Tickets"],
    ["Grants", "Grants"],
  ] as const) {
    cleanup();
    renderScreen({ "User Management": ["read"], [feature]: ["read"] });
    expect(tabNames().filter((name) => !OWN_TABS.includes(name ?? ""))).toEqual([tab]);
  }
});

it("hides the actions on an account from admins without the right to update, and “Close account” without the right to delete", () => {
  const shownActions = () =>
    ["Sign out of app", "Restrict", "Suspend", "Close account"].filter((name) =>
      screen.queryByRole("button", { name }),
    );
  renderScreen({ "User Management": ["read"] });
  expect(shownActions()).toEqual([]);
  cleanup();
  renderScreen({ "User Management": ["read", "update"] });
  expect(shownActions()).toEqual(["Sign out of app", "Restrict", "Suspend"]);
  cleanup();
  renderScreen({ "User Management": ["read", "update", "delete"] });
  expect(shownActions()).toEqual(["Sign out of app", "Restrict", "Suspend", "Close account"]);
});

it("collapses a user's identity details", () => {
  renderScreen({ "User Management": ["read"] });
  const details = screen.getByText("Date of birth").closest("details");
  expect(details?.open).toBe(false);
  expect(details?.querySelector("summary")?.textContent).toBe("Identity details and id");
});

it("links a posting of a user's wallet to its transaction only if the API returns the transaction's id", async () => {
  const postings = ["t1", null].map((id) => ({ ...POSTING, id: `p-${id}`, source: { type: "transaction", id } }));
  renderScreen({ "User Management": ["read"] }, { search: "?tab=wallet", postings });
  expect(await screen.findAllByText("Rent")).toHaveLength(2);
  const links = within(screen.getByRole("table")).getAllByRole<HTMLAnchorElement>("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/dashboard/transactions/all/t1"]);
});

it("links a user's identity requests on the KYC tab", async () => {
  renderScreen({ "User Management": ["read"], "KYC Management": ["read"] }, { search: "?tab=kyc" });
  // The summary above the tabs links the undecided request too.
  await waitFor(() => expect(screen.getAllByRole("link", { name: "KYC-000123" })).toHaveLength(2));
  const [inTab] = screen.getAllByRole("link", { name: "KYC-000123" }).slice(-1);
  expect(inTab?.getAttribute("href")).toBe("/dashboard/kyc-management/k1");
  expect(inTab?.closest("li")?.textContent).toContain("Tier 2");
});
