import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderWithRights } from "./home-testing";
import { WaitingForMe } from "./waiting-for-me";

const KYC_COUNTS = { waiting: 3, late: 1, mine: 0, decided_today: 0, days: [] };
const REPORT_COUNTS = { open: 2, late: 0, unassigned: 1, mine: 1, mine_late: 0, new_7_days: 1, previous_7_days: 1 };
const tileTexts = () => screen.queryAllByRole("link").map(({ textContent }) => textContent);

it("shows no KYC tile to support, who read identity requests but can't be assigned any", () => {
  const rights = { "KYC Management": ["read"], iReports: ["read", "update"] } as const;
  render(renderWithRights(rights, <WaitingForMe kyc={KYC_COUNTS} ireports={REPORT_COUNTS} />));
  expect(tileTexts()).toEqual(["My reports"]);
});

it("renders nothing for an admin who only reads", () => {
  const rights = { "KYC Management": ["read"], iReports: ["read"] } as const;
  render(renderWithRights(rights, <WaitingForMe kyc={KYC_COUNTS} ireports={REPORT_COUNTS} />));
  expect(screen.queryByRole("heading")).toBeNull();
});

it("shows an officer their own cases and the approvals that they can decide", () => {
  const rights = { "KYC Management": ["read", "update", "approve"] } as const;
  render(renderWithRights(rights, <WaitingForMe kyc={KYC_COUNTS} ireports={undefined} />));
  expect(tileTexts()).toEqual(["Approvals", "My KYC cases"]);
});
