import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { TransactionOutcomes, TransactionVolumeShares } from "./transaction-shares";

const makeSlice = (name: string, volume: number, count: number) => ({
  ...{ name, volume, count },
  ...{ volume_before: volume, count_before: count },
});
const hrefOf = (name: string) => `/${name}`;
const barWidths = () => [...document.querySelectorAll<HTMLElement>("[style*=width]")].map(({ style }) => style.width);

it("groups payments by outcome, with totals that equal the overview's figures and without bars", () => {
  const slices = [
    makeSlice("succeeded", 1_000_050, 8),
    makeSlice("failed", 20_000, 2),
    makeSlice("won", 300, 1),
    makeSlice("disputed", 700, 1),
    makeSlice("pending", 4_000, 3),
  ];
  render(<TransactionOutcomes title="By status" hrefOf={hrefOf} slices={slices} />);
  const totalOf = (group: string) =>
    within(screen.getByRole("region", { name: group })).getByText("Total").parentElement?.textContent;
  expect(totalOf("Paid")).toBe("Total (10)₦10,010.50");
  expect(totalOf("Not paid")).toBe("Total (2)₦200.00");
  expect(totalOf("In progress")).toBe("Total (3)₦40.00");
  expect(barWidths()).toEqual([]);
});

it("draws each payment type's share of the total, and shows the total", () => {
  const slices = [makeSlice("ticket", 7_500, 3), makeSlice("transfer", 2_500, 1)];
  render(<TransactionVolumeShares title="By type" hrefOf={hrefOf} slices={slices} />);
  expect(barWidths()).toEqual(["75%", "25%"]);
  expect(screen.getByText("Total").parentElement?.textContent).toBe("Total (4)₦100.00");
});
