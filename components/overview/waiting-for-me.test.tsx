import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { withRights } from "./home-testing";
import { WaitingForMe } from "./waiting-for-me";

const KYC = { waiting: 3, late: 1, mine: 0, decided_today: 0, days: [] };
const REPORTS = { open: 2, late: 0, unassigned: 1, mine: 1, mine_late: 0, new_7_days: 1, previous_7_days: 1 };
const tiles = () => screen.queryAllByRole("link").map(({ textContent }) => textContent);

it("has no tile for what can't be assigned to me: support reads identity requests and works on reports", () => {
  const rights = { "KYC Management": ["read"], iReports: ["read", "update"] } as const;
  render(withRights(rights, <WaitingForMe kyc={KYC} ireports={REPORTS} />));
  expect(tiles()).toEqual(["My reports"]);
});

it("is absent for who only reads", () => {
  const rights = { "KYC Management": ["read"], iReports: ["read"] } as const;
  render(withRights(rights, <WaitingForMe kyc={KYC} ireports={REPORTS} />));
  expect(screen.queryByRole("heading")).toBeNull();
});

it("has the cases of an officer, and approvals for who decides some", () => {
  const rights = { "KYC Management": ["read", "update", "approve"] } as const;
  render(withRights(rights, <WaitingForMe kyc={KYC} ireports={undefined} />));
  expect(tiles()).toEqual(["Approvals", "My KYC cases"]);
});
