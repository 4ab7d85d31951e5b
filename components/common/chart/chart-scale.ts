import { formatCompact, formatCount, formatMoney, formatMoneyCompact } from "@/lib/format";

/** Unit of a chart's values: a count, or an amount in kobo. */
export type ChartUnit = "count" | "money";

/** Formats a value without abbreviation, for the tooltip and the table. */
export const formatChartValue = (value: number, unit: ChartUnit) =>
  unit === "money" ? formatMoney(value) : formatCount(value);

/** Formats a round value for the axis: `₦1.5M`, `200`. An amount is given in kobo. */
export const formatAxisValue = (value: number, unit: ChartUnit) =>
  (unit === "money" ? formatMoneyCompact(value) : formatCompact(value)).replace(/\.0+(?=[A-Z]?$)/, "");

/** Returns at most five round axis values, from 0 to at least `maxValue`: whole numbers, or whole naira in kobo. */
export function axisTicks(maxValue: number, unit: ChartUnit): number[] {
  const least = unit === "money" ? 100 : 1;
  const power = 10 ** Math.floor(Math.log10(Math.max(maxValue / 4, least)));
  const step =
    [1, 2, 5, 10].map((times) => times * power).find((each) => each * 4 >= maxValue && each >= least) ?? least;
  return Array.from({ length: Math.max(1, Math.ceil(maxValue / step)) + 1 }, (_, index) => index * step);
}

/** Returns whether a point has a label below the axis: the last point, and every n-th before it. */
export const hasAxisLabel = (index: number, points: number, maxLabels: number) =>
  (points - 1 - index) % Math.ceil(points / maxLabels) === 0;

/** Removes the year from a date label: `28 Oct 2026` becomes `28 Oct`. Keeps a time, and returns other labels unchanged. */
export const labelWithoutYear = (label: string) => label.replace(/^(\d+ [A-Z][a-z]{2}) \d{4}(?=$|,)/, "$1");
