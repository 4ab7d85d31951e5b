import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { toApiInput } from "@/lib/client/list-params";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { type Feature, makeRights } from "@/lib/contract/access";
import type { ApprovalRow } from "@/lib/contract/approvals";
import { approvalListQuery } from "@/lib/queries/approvals";
import { accessQuery } from "@/lib/queries/rp";
import { ApprovalListScreen } from "./approval-list-screen";

setNavigationHooks({
  usePathname: () => "/dashboard/approvals",
  useSearchParams: () => new URLSearchParams(),
});
const makeApproval = (type: string, name: string): ApprovalRow => ({
  approvalId: name,
  kind: "transaction.refund",
  record: { type, id: "7", name },
  change: "a change",
  reason: "",
  state: "waiting",
  requested_by: { id: "1", name: "Ada Obi", email: "ada@example.org" },
  requested_at: "2026-01-01T00:00:00.000Z",
  expires_at: "2026-01-08T00:00:00.000Z",
  decided_by: null,
  decided_at: null,
  decision_reason: null,
  version: 1,
});

/** Renders the inbox of an admin who may read the given features. Returns the URL of each row. */
function renderInbox(...readable: Feature[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const items = [
    makeApproval("admin", "Ekpo Bassey"),
    makeApproval("kyc", "KYC-1"),
    makeApproval("transaction", "TRX-1"),
    makeApproval("wallet_movement", "MOV-1"),
  ];
  client.setQueryData(approvalListQuery(toApiInput({ page: 1, size: 20, filters: {} })).queryKey, {
    items,
    page: 0,
    size: 20,
    total: items.length,
    totalIsCapped: false,
  });
  const features = makeRights(Object.fromEntries(readable.map((name) => [name, ["read"]])));
  client.setQueryData(accessQuery().queryKey, { features });
  render(
    <QueryClientProvider client={client}>
      <ApprovalListScreen />
    </QueryClientProvider>,
  );
  const links = items.map(({ record }) => screen.queryByRole("link", { name: new RegExp(record.name) }));
  return links.map((link) => link?.getAttribute("href"));
}

it("links each request for approval to its record", () => {
  expect(renderInbox("Roles & Permissions", "KYC Management", "Transactions", "System Wallet")).toEqual([
    "/dashboard/roles-and-permissions/admin-users?admin=7",
    "/dashboard/kyc-management/7",
    "/dashboard/transactions/all/7",
    "/dashboard/wallets?movement=7",
  ]);
});

it("does not link a request for approval to a record that this admin may not read", () => {
  expect(renderInbox("System Wallet")).toEqual([undefined, undefined, undefined, "/dashboard/wallets?movement=7"]);
});
