import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { lagosDay } from "@/lib/format";
import type { Facet } from "./facet";
import { MoreFiltersButton } from "./more-filters";
import { countFittingItems } from "./use-fitting-count";

const FACETS: readonly Facet[] = [
  { kind: "choices", key: "state", label: "State", options: [{ value: "open", label: "Open" }] },
  { kind: "days", from: "from", to: "to", label: "Created" },
  { kind: "toggle", key: "late", label: "Late only" },
];

async function openMoreFilters(facets: readonly Facet[], filters: Record<string, string> = {}) {
  const onChange = vi.fn();
  render(<MoreFiltersButton facets={facets} filters={filters} onChange={onChange} />);
  fireEvent.click(screen.getByRole("button", { name: /^More filters/ }));
  return { onChange, panel: within(await screen.findByRole("dialog", { name: "More filters" })) };
}

describe("filters that do not fit the toolbar", () => {
  it("hides filters that do not fit the toolbar behind a button that counts active filters, and shows each filter's value", async () => {
    const { panel } = await openMoreFilters(FACETS, { state: "open", late: "true" });
    expect(screen.getByRole("button", { name: "More filters (2)" })).toBeTruthy();
    expect(panel.getByRole("button", { name: "State Open" })).toBeTruthy();
    expect(panel.getByRole("checkbox", { name: "Late only", checked: true })).toBeTruthy();
  });

  it("opens one filter at a time in the panel of further filters", async () => {
    const { panel, onChange } = await openMoreFilters(FACETS);
    fireEvent.click(panel.getByRole("button", { name: "State", expanded: false }));
    fireEvent.click(panel.getByRole("checkbox", { name: "Open" }));
    expect(onChange).toHaveBeenCalledWith({ state: "open" });
    fireEvent.click(panel.getByRole("button", { name: "Created" }));
    expect(panel.queryByRole("checkbox", { name: "Open" })).toBeNull();
    fireEvent.click(panel.getByRole("button", { name: "Today" }));
    const today = lagosDay(Date.now());
    expect(onChange).toHaveBeenCalledWith({ from: today, to: today });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("the panel of further filters opens its filter initially if it contains only one", async () => {
    const { panel } = await openMoreFilters(FACETS.slice(0, 1));
    expect(panel.getByRole("checkbox", { name: "Open" })).toBeTruthy();
  });
});

describe("countFittingItems", () => {
  it.each([
    ["all filters if they fit, because no button is shown then", [100, 100, 100], 316, 3],
    ["the filters that fit beside the button", [100, 100, 100], 315, 2],
    ["fewer filters if the button is wide", [100, 100, 100], 230, 1],
    ["no filter if there is no room", [100, 100], 120, 0],
    ["hidden filters too, because they take no room", [0, 100, 100], 208, 3],
  ])("countFittingItems counts %s", (_, widths, available, fittingCount) => {
    expect(countFittingItems(widths, 90, available, 8)).toBe(fittingCount);
  });
});
