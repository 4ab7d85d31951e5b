import { render, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { KycSingle } from "@/lib/contract/kyc";
import { KycFacts } from "./kyc-facts";

vi.mock("@/lib/queries/rp", () => ({ useMay: () => true }));
const ada = {
  first_name: "Ada",
  middle_name: "Ekaette",
  last_name: "Obi",
  date_of_birth: "1992-01-03",
  gender: "female",
  phone: "+2348030000000",
  address: "10 Ediba Road",
  lga: "Ikom",
} as const;
const earlier = (n: number) =>
  Array.from({ length: n }, (_, at) => ({ id: `e${at}`, reference: `KYC-00000${at}`, tier: 1, state: "rejected" }));
const show = (account: object, more: object = {}) =>
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
          submitted: ada,
          account: { ...ada, email: "ada@example.com", tier: 1, status: "active", ...account },
          earlier: [],
          ...more,
        } as unknown as KycSingle
      }
    />,
  );
const fact = (label: string) => within(screen.getByText(label).nextElementSibling as HTMLElement);

it("shows a value once if it matches the account, and links to the user", () => {
  show({ address: " 10  ediba road " });
  expect(fact("Name").getByText("Ada Ekaette Obi")).toBeDefined();
  expect(screen.queryByText("Differs")).toBeNull();
  expect(screen.getByText("All of it is the same as on the account.")).toBeDefined();
  expect(screen.getByRole("link", { name: "See user" }).getAttribute("href")).toContain("u1");
});

it("shows the submitted and the account's value if they differ, also names that are only split differently", () => {
  show({ first_name: "Ada Ekaette", middle_name: "", phone: "+2348031111111" });
  expect(fact("Name").getByText("Differs")).toBeDefined();
  expect(fact("Phone").getByText("Account: +2348031111111")).toBeDefined();
  expect(screen.getAllByText("Differs")).toHaveLength(2);
  expect(screen.getByText("The rest is the same as on the account.")).toBeDefined();
});

it("shows the user's newest other request and folds older ones", () => {
  show({}, { earlier: earlier(3) });
  expect(screen.getByRole("link", { name: "KYC-000000" }).closest("details")).toBeNull();
  expect(screen.getByRole("link", { name: "KYC-000002" }).closest("details")).not.toBeNull();
  expect(screen.getByText("2 more")).toBeDefined();
});
