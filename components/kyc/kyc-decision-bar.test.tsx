import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { KycSingle } from "@/lib/contract/kyc";
import { KycDecisionBar } from "./kyc-decision-bar";
import type { ChecklistTicks } from "./use-checklist-ticks";

const tickedRequest = {
  ...{ id: "1", version: 3, name: "Nnamdi Eze", state: "in_review", tier: 1, assignee: { id: "me", name: "Me" } },
  ...{ account: { tier: 1, status: "active" }, flags: [], limits: {} },
  checklist: [{ item: "face_matches", checked: { at: "2026-11-30T09:00:00Z", by: "Me" } }],
} as unknown as KycSingle;
const unticked = { ...tickedRequest, version: 2, checklist: [{ item: "face_matches", checked: null }] } as KycSingle;

it("the approval of an identity request lists no checklist item whose tick was saved while the form opened", async () => {
  const ticks = { settled: async () => tickedRequest } as ChecklistTicks;
  const bar = (request: KycSingle) => (
    <QueryClientProvider client={new QueryClient()}>
      <KycDecisionBar request={request} ticks={ticks} notMine={null} onNext={() => {}} className="" />
    </QueryClientProvider>
  );
  render(bar(unticked));
  fireEvent.click(screen.getByRole("button", { name: /^Approve/ }));
  const submitButton = await screen.findByRole("button", { name: "Approve and open next" });
  expect(document.activeElement).toBe(submitButton);
  expect(screen.queryByText("Still open on the checklist")).toBeNull();
});
