import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { KycDetails } from "@/lib/contract/kyc";
import { kycRequestQuery } from "@/lib/queries/kyc";
import { KycNewScreen } from "./kyc-new-screen";

setNavigationHooks({
  usePathname: () => "/",
  useRouter: () => ({ push: () => {}, prefetch: () => {} }),
});

const REQUEST = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c19",
  reference: "KYC-1",
  name: "Ada Obi",
  state: "resubmission_requested",
  tier: 2,
  identity_type: "nin",
  identity_expires_on: null,
  account: { tier: 1 },
  submitted: { first_name: "Ada", last_name: "Obi" },
  documents: [],
  decision: null,
  version: 3,
} as unknown as KycDetails;

it.each([
  ["resubmission_requested", true],
  ["in_review", false],
] as const)(
  "for an identity request in the state %s, shows the resubmission form: %o, even after another admin resubmits the request",
  async (state, opensForm) => {
    vi.stubGlobal("crossRiverPayFetch", async () => {
      const data = { features: [{ name: "KYC Management", access: { create: true } }] };
      return Response.json({ status: 200, message: "", data });
    });
    const client = makeQueryClient();
    client.setQueryData(kycRequestQuery(REQUEST.id).queryKey, { ...REQUEST, state });
    render(
      <QueryClientProvider client={client}>
        <KycNewScreen kycId={REQUEST.id} />
      </QueryClientProvider>,
    );
    await screen.findByText("KYC-1, for Ada Obi");
    const name = () => screen.queryByLabelText<HTMLInputElement>("First name");
    if (opensForm) fireEvent.change(screen.getByLabelText("First name"), { target: { value: "Adaeze" } });
    const changedByOther = { ...REQUEST, name: "Adaeze Obi", state: "pending" as const, version: 4 };
    client.setQueryData(kycRequestQuery(REQUEST.id).queryKey, changedByOther);
    await screen.findByText("KYC-1, for Adaeze Obi");
    expect(name()?.value).toBe(opensForm ? "Adaeze" : undefined);
  },
);
