import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { BarChart } from "./bar-chart";
import { axisTicks, formatAxisValue, hasAxisLabel, labelWithoutYear } from "./chart-scale";

const POINTS = [
  { label: "24 Nov 2026", values: [120_000, 0] },
  { label: "25 Nov 2026", values: [310_050, 90_000] },
  { label: "26 Nov 2026", values: [0, 70_000] },
];
const SERIES = [
  { name: "Volume", className: "fill-primary" },
  { name: "Previous period", className: "fill-muted/40" },
];

function renderChart(points = POINTS) {
  render(<BarChart caption="Volume of each day" axis="Day" series={SERIES} points={points} unit="money" />);
  return screen.getByRole("slider", { name: "Volume of each day" });
}
const valueText = (plot: HTMLElement) => plot.getAttribute("aria-valuetext");

describe("bar chart", () => {
  it("stacks the values of a chart's point, and scales the axis to the highest sum", () => {
    render(
      <BarChart caption="By type" axis="Day" series={SERIES} points={POINTS.slice(1, 2)} unit="money" isStacked />,
    );
    const plot = screen.getByRole("slider", { name: "By type" });
    const [first, second] = [...plot.querySelectorAll("rect")].map((bar) => ({
      y: Number.parseFloat(bar.getAttribute("y") ?? ""),
      height: Number.parseFloat(bar.getAttribute("height") ?? ""),
      x: bar.getAttribute("x"),
    }));
    expect(first?.x).toBe(second?.x);
    expect((first?.y ?? 0) + (first?.height ?? 0)).toBeCloseTo(100);
    expect((second?.y ?? 0) + (second?.height ?? 0)).toBeCloseTo(first?.y ?? -1);
    expect(second?.y).toBeGreaterThanOrEqual(0);
  });

  it("reads out one point of the chart at a time with the arrow keys and stops at both ends", () => {
    const plot = renderChart();
    expect(valueText(plot)).toBe("26 Nov 2026: Volume ₦0.00, Previous period ₦700.00");
    fireEvent.keyDown(plot, { key: "ArrowLeft" });
    expect(valueText(plot)).toBe("25 Nov 2026: Volume ₦3,100.50, Previous period ₦900.00");
    for (let count = 0; count < 3; count += 1) fireEvent.keyDown(plot, { key: "ArrowLeft" });
    expect(valueText(plot)).toContain("24 Nov 2026");
    fireEvent.keyDown(plot, { key: "End" });
    expect(valueText(plot)).toContain("26 Nov 2026");
  });

  it("keeps a chart's tooltip after a tap until focus leaves, and hides it when the mouse leaves", () => {
    const plot = renderChart();
    plot.getBoundingClientRect = () => ({ left: 0, width: 300 }) as DOMRect;
    const isShown = () => within(plot).queryByText("25 Nov 2026") !== null;
    fireEvent.pointerDown(plot, { clientX: 150, pointerType: "touch" });
    fireEvent.pointerLeave(plot, { pointerType: "touch" });
    expect(isShown()).toBe(true);
    fireEvent.blur(plot);
    expect(isShown()).toBe(false);
    fireEvent.pointerMove(plot, { clientX: 150, pointerType: "mouse" });
    expect(isShown()).toBe(true);
    fireEvent.pointerLeave(plot, { pointerType: "mouse" });
    expect(isShown()).toBe(false);
  });

  it("shows a table with every exact value of a chart on click", () => {
    renderChart();
    const cells = within(screen.getByRole("table", { name: "Volume of each day" })).getAllByRole("cell");
    expect(cells.map(({ textContent }) => textContent)).toContain("₦3,100.50");
    const frame = screen.getByRole("region", { name: "Volume of each day: table" });
    expect(frame.className).toBe("sr-only");
    fireEvent.click(screen.getByRole("button", { name: "Show table" }));
    expect(frame.className).not.toContain("sr-only");
    fireEvent.click(screen.getByRole("button", { name: "Hide table" }));
    expect(frame.className).toBe("sr-only");
  });

  it("shows a message instead of a chart when every value is zero", () => {
    renderChart(POINTS.map((point) => ({ ...point, values: [0, 0] })));
    expect(screen.getByText("Nothing in this period")).toBeTruthy();
  });
});

describe("chart axis", () => {
  it.each([
    [0, "count", "0 1"],
    [3, "count", "0 1 2 3"],
    [9, "count", "0 5 10"],
    [140, "count", "0 50 100 150"],
    [312_410_000, "money", "₦0 ₦1M ₦2M ₦3M ₦4M"],
    [150_000, "money", "₦0 ₦500 ₦1K ₦1.5K"],
    [7, "money", "₦0 ₦1"],
  ] as const)("a chart's axis has round tick values up to %i: %s", (maxValue, unit, words) => {
    expect(
      axisTicks(maxValue, unit)
        .map((tick) => formatAxisValue(tick, unit))
        .join(" "),
    ).toBe(words);
  });

  it("labels the last point of a chart's axis and every n-th before it, without the year", () => {
    const labelled = Array.from({ length: 30 }, (_, index) => index).filter((index) => hasAxisLabel(index, 30, 8));
    expect(labelled).toEqual([1, 5, 9, 13, 17, 21, 25, 29]);
    const labels = ["28 Oct 2026", "28 Oct 2026, 14:05", "14:05", "2026"];
    expect(labels.map(labelWithoutYear)).toEqual(["28 Oct", "28 Oct, 14:05", "14:05", "2026"]);
  });
});
