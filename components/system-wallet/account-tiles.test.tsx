import { cleanup, render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { SystemAccountTiles } from "./account-tiles";

const baseAccount = {
  account: "grants_pool",
  balance: 500_000,
  available: 500_000,
  waiting: 0,
  left_lately: 0,
} as const;
const renderTile = (values: object = {}) => {
  render(<SystemAccountTiles accounts={[{ ...baseAccount, ...values }]} />);
  return within(screen.getByRole("listitem"));
};

it("shows a system account's balance and the amount on hold, but not the available amount", () => {
  expect(renderTile().getAllByText(/₦/)).toHaveLength(1);
  expect(screen.getByText("Nothing on hold")).toBeDefined();
  cleanup();
  renderTile({ available: 380_000, waiting: 2 });
  expect(screen.getByText("₦5,000.00")).toBeDefined();
  expect(screen.getByText("₦1,200.00 on hold, 2 awaiting approval")).toBeDefined();
  expect(screen.queryByText(/3,800/)).toBeNull();
});

it("warns by colour and text if a system account's balance is below its outflow of the last days", () => {
  renderTile({ left_lately: 700_000 });
  expect(screen.getByText("₦5,000.00").className).toContain("text-warning");
  expect(screen.getByText("Low: ₦7,000.00 left it in the last 7 days")).toBeDefined();
});

it("shows the negative balance of a system account in red", () => {
  renderTile({ account: "suspense", balance: -100, available: -100 });
  expect(screen.getByText("-₦1.00").className).toContain("text-danger");
  expect(screen.getByText("Below zero")).toBeDefined();
});
