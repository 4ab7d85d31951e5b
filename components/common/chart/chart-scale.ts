import { formatCompact, formatCount, formatMoney, formatMoneyCompact } from "@/lib/format";

/** What the values are: numbers of something, or kobo. */
export type Unit = "count" | "money";

/** A value in full, as tooltip and table have it. */
export const inFull = (value: number, unit: Unit) => (unit === "money" ? formatMoney(value) : formatCount(value));

/** A round value at the axis: `₦1.5M`, `200`. */
export const atAxis = (value: number, unit: Unit) =>
  (unit === "money" ? formatMoneyCompact(value) : formatCompact(value)).replace(/\.0+(?=[A-Z]?$)/, "");

/** Round values from 0 up to the highest or just above, at most five of them; whole numbers, whole naira. */
export function ticksTo(highest: number, unit: Unit): number[] {
  const least = unit === "money" ? 100 : 1;
  const power = 10 ** Math.floor(Math.log10(Math.max(highest / 4, least)));
  const step =
    [1, 2, 5, 10].map((times) => times * power).find((each) => each * 4 >= highest && each >= least) ?? least;
  return Array.from({ length: Math.max(1, Math.ceil(highest / step)) + 1 }, (_, index) => index * step);
}

/** Which of so many points are named below the axis: the last one, and as many before it as have room. */
export const isNamed = (index: number, points: number, most: number) =>
  (points - 1 - index) % Math.ceil(points / most) === 0;

/** `28 Oct` of `28 Oct 2026`, with a time where there is one; anything else as it is. */
export const shortLabel = (label: string) => label.replace(/^(\d+ [A-Z][a-z]{2}) \d{4}(?=$|,)/, "$1");
