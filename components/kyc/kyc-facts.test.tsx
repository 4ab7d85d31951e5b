import { render, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { KycDetails } from "@/lib/contract/kyc";
import { KycFacts } from "./kyc-facts";

vi.mock("@/lib/queries/rp", () => ({ useAccess: () => true }));
const applicant = {
  first_name: "Ada",
  middle_name: "Ekaette",
  last_name: "Obi",
  date_of_birth: "1992-01-03",
  gender: "female",
  phone: "+2348030000000",
  address: "10 Ediba Road",
  lga: "Ikom",
} as const;
const earlierRequests = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `e${index}`,
    reference: `KYC-00000${index}`,
    tier: 1,
    state: "rejected",
  }));
const renderFacts = (account: object, overrides: object = {}) =>
  render(
    <KycFacts
      request={
        {
          id: "k1",
          name: "Ada Obi",
          user_id: "u1",
          identity_type: "nin",
          identity_number_last4: "8901",
          identity_expires_on: null,
          submitted: applicant,
          account: { ...applicant, email: "ada@example.com", tier: 1, status: "active", ...account },
          earlier: [],
          ...overrides,
        } as unknown as KycDetails
      }
    />,
  );
const factValue = (label: string) => within(screen.getByText(label).nextElementSibling as HTMLElement);

it("the KYC facts show a submitted value once if it equals the account's value, and link to the user", () => {
  renderFacts({ address: " 10  ediba road " });
  expect(factValue("Name").getByText("Ada Ekaette Obi")).toBeDefined();
  expect(screen.queryByText("Differs")).toBeNull();
  expect(screen.getByText("All of it is the same as on the account.")).toBeDefined();
  expect(screen.getByRole("link", { name: "See user" }).getAttribute("href")).toContain("u1");
});

it("the KYC facts show both the submitted and the account's value if they differ, even if only the name is split differently", () => {
  renderFacts({ first_name: "Ada Ekaette", middle_name: "", phone: "+2348031111111" });
  expect(factValue("Name").getByText("Differs")).toBeDefined();
  expect(factValue("Phone").getByText("Account: +2348031111111")).toBeDefined();
  expect(screen.getAllByText("Differs")).toHaveLength(2);
  expect(screen.getByText("The rest is the same as on the account.")).toBeDefined();
});

it("shows the newest of the user's other identity requests, and collapses older ones", () => {
  renderFacts({}, { earlier: earlierRequests(3) });
  expect(screen.getByRole("link", { name: "KYC-000000" }).closest("details")).toBeNull();
  expect(screen.getByRole("link", { name: "KYC-000002" }).closest("details")).not.toBeNull();
  expect(screen.getByText("2 more")).toBeDefined();
});
