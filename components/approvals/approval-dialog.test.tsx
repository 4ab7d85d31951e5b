import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { ApprovalRequestDetails, ApprovalRow } from "@/lib/contract/approvals";
import { ApprovalDialog } from "./approval-dialog";
import { ApprovalListScreen } from "./approval-list-screen";

setNavigationHooks({
  usePathname: () => "/dashboard/approvals",
  useSearchParams: () => new URLSearchParams(),
  useRouter: () => ({ prefetch: () => {}, push: () => {} }),
});

const NO_CHANGES: Pick<ApprovalRequestDetails, "effects" | "warnings" | "changes"> = {
  effects: [],
  warnings: [],
  changes: [],
};

const APPROVAL: ApprovalRow = {
  approvalId: "019b76da-afc5-77b8-b3c0-9fbab7704c19",
  kind: "systemWallet.submitMovement",
  record: { type: "wallet_movement", id: "m1", name: "MOV-1" },
  change: "Fund ₦50.00",
  reason: "A grant of October",
  state: "waiting",
  requested_by: { id: "a1", name: "Ada Obi", email: "ada@example.org" },
  requested_at: "2026-11-21T10:00:00.000Z",
  expires_at: "2099-11-28T10:00:00.000Z",
  decided_by: null,
  decided_at: null,
  decision_reason: null,
  version: 1,
};

const approveButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Approve" });

it("enables Approve only once the approval request's balances, shortfalls and changes are on screen", async () => {
  let respond: (response: Response) => void = () => {};
  const effect = { side: "debit", amount: 5_000, is_hidden: false, is_short: false } as const;
  const preview: typeof NO_CHANGES = {
    effects: [
      { ...effect, name: "Grants pool", before: 1_000, after: -4_000, is_short: true },
      { ...effect, name: "Ada Obi's wallet", side: "credit", before: null, after: null, is_hidden: true },
    ],
    warnings: ["Grants pool goes below zero: -₦40.00."],
    changes: ["Refunded before: ₦0.00 at the request, ₦10.00 now."],
  };
  vi.stubGlobal("crossRiverPayFetch", async (url: string) =>
    url.includes(APPROVAL.approvalId)
      ? new Promise<Response>((resolve) => {
          respond = resolve;
        })
      : Response.json({
          status: 200,
          message: "",
          data: { items: [APPROVAL], page: 0, size: 20, total: 1, totalIsCapped: false },
        }),
  );
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ApprovalListScreen />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Approve: MOV-1" }));
  await screen.findByRole("dialog", {}, { timeout: 20_000 });
  expect(approveButton().disabled).toBe(true);
  respond(Response.json({ status: 200, message: "", data: { ...APPROVAL, ...preview } }));
  const table = await screen.findByRole("table", { name: "Balances before and after" });
  const cells = within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent);
  expect(cells).toEqual([
    "Grants poolDebit ₦50.00₦10.00-₦40.00 (too low)",
    "Ada Obi's walletCredit ₦50.00HiddenHidden",
  ]);
  expect(screen.getByText("Grants pool goes below zero: -₦40.00.")).toBeDefined();
  expect(screen.getByText(/^Refunded before: ₦0.00 at the request/)).toBeDefined();
  await waitFor(() => expect(approveButton().disabled).toBe(false), { timeout: 20_000 });
});

it("removes an approval request from the inbox if a decision is refused because the request was withdrawn", async () => {
  let items = [APPROVAL];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (url.includes(APPROVAL.approvalId) && !init.body)
      return Response.json({ status: 200, message: "", data: { ...APPROVAL, ...NO_CHANGES } });
    if (!init.body) {
      const data = { items, page: 0, size: 20, total: items.length, totalIsCapped: false };
      return Response.json({ status: 200, message: "", data });
    }
    items = [];
    const message = "This request was withdrawn.";
    return Response.json({ status: 409, code: "CONFLICT", message }, { status: 409 });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ApprovalListScreen />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Approve: MOV-1" }));
  await waitFor(() => expect(approveButton().disabled).toBe(false), { timeout: 20_000 });
  fireEvent.click(approveButton());
  await screen.findByText("This request was withdrawn.");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("No requests wait for your approval.")).toBeDefined();
  expect(screen.queryByText("MOV-1")).toBeNull();
});

it("shows no remark field for approving an erasure of citizen data, and explains why", async () => {
  const erasure: ApprovalRow = {
    ...APPROVAL,
    kind: "user.eraseData",
    record: { type: "user", id: "u1", name: "Ekaette Bassey" },
  };
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ApprovalDialog approval={erasure} decision="approved" onClose={() => {}} />
      <ApprovalDialog approval={erasure} decision="rejected" onClose={() => {}} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/^An approved erasure takes no remark/)).toBeDefined();
  expect(screen.getAllByLabelText(/^Reason/)).toHaveLength(1);
});
