import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { makeRights, PERMISSION_FLAGS, type PermissionFlag } from "@/lib/contract/access";
import type { KycDetails } from "@/lib/contract/kyc";
import { meQuery } from "@/lib/queries/auth";
import { kycRequestQuery, upcomingKycRequestsQuery } from "@/lib/queries/kyc";
import { accessQuery } from "@/lib/queries/rp";
import { KycReviewScreen } from "./kyc-review-screen";

setNavigationHooks({
  usePathname: () => "/",
  useRouter: () => ({ push: () => {}, prefetch: () => {} }),
  useSearchParams: () => new URLSearchParams(),
});

const APPLICANT = {
  ...{ first_name: "Ada", middle_name: "", last_name: "Obi", date_of_birth: "1992-01-03", gender: "female" },
  ...{ phone: "+2348030000000", address: "10 Ediba Road", lga: "Ikom" },
};
const LIMITS = { day: 20_000_000, balance: 50_000_000 };
const REQUEST = {
  ...{ id: "019b76da-afc5-77b8-b3c0-9fbab7704c19", reference: "KYC-000001", name: "Ada Obi", user_id: "u1", tier: 2 },
  ...{ state: "pending", identity_type: "nin", identity_number_last4: "8901", identity_expires_on: null, lga: "Ikom" },
  ...{ submitted_at: "2026-11-20T10:00:00.000Z", due_at: "2026-11-22T10:00:00.000Z", assignee: null, entered: null },
  ...{ flags: [], risks: [], documents: [], replaced: [], decision: null, earlier: [], checklist: [], notes: [] },
  ...{ account_status: "active", awaiting: null, mark: 1, timeline: [], version: 1, submitted: APPLICANT },
  account: { ...APPLICANT, email: null, tier: 1, status: "active", status_details: null },
  limits: { now: LIMITS, asked: LIMITS },
} as unknown as KycDetails;

/** Opens the page of an identity request as an admin with these flags for KYC. @param next id of the next request in the queue */
async function openRequest(request: KycDetails, flags: readonly PermissionFlag[], next: string | null = null) {
  vi.stubGlobal("crossRiverPayFetch", async () => Response.json({ status: 404, message: "" }, { status: 404 }));
  const client = makeQueryClient();
  client.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } });
  const features = makeRights({ "KYC Management": flags, "User Management": ["read"] });
  client.setQueryData(accessQuery().queryKey, { features });
  client.setQueryData(meQuery().queryKey, { id: "a1" } as never);
  client.setQueryData(kycRequestQuery(request.id).queryKey, request);
  client.setQueryData(upcomingKycRequestsQuery(request.id).queryKey, { next, following: null });
  render(
    <QueryClientProvider client={client}>
      <KycReviewScreen kycId={request.id} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { level: 1, name: "Ada Obi" });
}
const decisionButton = (name: RegExp) => screen.queryByRole<HTMLButtonElement>("button", { name });

it("shows an identity request without buttons for decisions to an admin who may only read", async () => {
  await openRequest(REQUEST, ["read"]);
  for (const name of [/^Approve/, /^Reject/, /^Ask for resubmission/, /^Claim/, /^Assign/, /^Next for me/])
    expect([name, decisionButton(name)]).toEqual([name, null]);
});

it("warns on an identity request that the account is suspended, and allows a rejection but no approval", async () => {
  const status_details = {
    ...{ restriction: null, since: "2026-11-21T10:00:00.000Z", until: null, reason: "Reported by the bank" },
  };
  await openRequest(
    { ...REQUEST, account: { ...REQUEST.account, status: "suspended", status_details } },
    PERMISSION_FLAGS,
  );
  const banner = screen.getByRole("note", { name: "State of the account" });
  expect(banner.textContent).toMatch(/^Account suspended since .*: Reported by the bank/);
  expect(within(banner).getByRole("link", { name: "See user" }).getAttribute("href")).toContain("u1");
  screen.getByText("The account is suspended. Have it reactivated before you approve, or reject.");
  expect(decisionButton(/^Approve/)?.disabled).toBe(true);
  expect(decisionButton(/^Reject/)?.disabled).toBe(false);
});

it("shows no warning about an active account on an identity request, and allows an approval", async () => {
  await openRequest(REQUEST, PERMISSION_FLAGS);
  expect(screen.queryByRole("note", { name: "State of the account" })).toBeNull();
  expect(decisionButton(/^Approve/)?.disabled).toBe(false);
});

it.each([
  [null, true],
  ["019b76da-afc5-77b8-b3c0-9fbab7704c20", false],
])(
  "on a decided identity request whose next request is %s, shows that the queue is empty: %s",
  async (next, isEmpty) => {
    const by = { id: "a1", name: "Grace Obi", email: "grace@example.com" };
    const decision = {
      by,
      at: "2026-11-21T10:00:00.000Z",
      reason: "other" as const,
      message: "Please come in person.",
    };
    await openRequest({ ...REQUEST, state: "rejected", decision }, PERMISSION_FLAGS, next);
    expect(screen.queryByText("The queue is empty: no request waits for you.") !== null).toBe(isEmpty);
  },
);
