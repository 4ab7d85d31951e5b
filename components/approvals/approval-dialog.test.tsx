import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { ApprovalRow } from "@/lib/contract/approvals";
import { ApprovalListScreen } from "./approval-list-screen";

vi.mock("next/navigation", () => ({
  usePathname: () => "/dashboard/approvals",
  useSearchParams: () => new URLSearchParams(),
  useRouter: () => ({ prefetch: () => {}, push: () => {} }),
}));

const ROW: ApprovalRow = {
  approvalId: "019b76da-afc5-77b8-b3c0-9fbab7704c19",
  kind: "systemWallet.submitMovement",
  record: { type: "wallet_movement", id: "m1", name: "MOV-1" },
  change: "Fund ₦50.00",
  reason: "A grant of October",
  state: "waiting",
  requested_by: { id: "a1", name: "Ada Obi" },
  requested_at: "2026-11-21T10:00:00.000Z",
  expires_at: "2099-11-28T10:00:00.000Z",
  decided_by: null,
  decided_at: null,
  decision_reason: null,
  version: 1,
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("a request that was withdrawn meanwhile leaves the inbox when somebody decides it", async () => {
  let items = [ROW];
  vi.stubGlobal("crossRiverPayFetch", async (_url: string, init: RequestInit) => {
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
  fireEvent.click(await screen.findByRole("button", { name: "Approve" }));
  await screen.findByText("This request was withdrawn.");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Nobody waits for your approval.")).toBeDefined();
  expect(screen.queryByText("MOV-1")).toBeNull();
});
