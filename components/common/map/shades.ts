import type { Lga } from "@/lib/contract/lgas.values";

type Shade = { fill: string; edge: string; text: string };

const LIGHT_SHADE = { edge: "stroke-foreground", text: "fill-foreground" };
const DEEP_SHADE = { edge: "stroke-surface", text: "fill-on-primary" };

/** Transparent shade for an LGA without a value or with 0. */
export const NO_MAP_SHADE: Shade = { fill: "fill-transparent", ...LIGHT_SHADE };

/** Fill colours, lowest range first. Names and borders have a contrast of at least 4.5:1 on each, in both themes. */
export const MAP_SHADES: readonly Shade[] = [
  { fill: "fill-primary/18", ...LIGHT_SHADE },
  { fill: "fill-primary/34", ...LIGHT_SHADE },
  { fill: "fill-primary/50", ...LIGHT_SHADE },
  { fill: "fill-primary/85", ...DEEP_SHADE },
  { fill: "fill-primary-hover", ...DEEP_SHADE },
];

/** Range of values that the map shows in the same shade: from the lowest to the highest value. */
export type MapShadeRange = { from: number; to: number; shade: Shade };

/**
 * Divides the values into at most five ranges with about the same number of LGAs each. With ranges of equal width, one outlier would give
 * all other LGAs the same shade. Equal values share a range. The fewer ranges, the more their shades differ.
 */
export function mapShadeRanges(values: Partial<Record<Lga, number>>): MapShadeRange[] {
  const figures = Object.values(values)
    .filter((value) => value > 0)
    .sort((a, b) => a - b);
  const groupOf = (value: number) => Math.floor((figures.indexOf(value) * MAP_SHADES.length) / figures.length);
  const groups = [...new Set(figures.map(groupOf))].map((at) => figures.filter((value) => groupOf(value) === at));
  const count = groups.length;
  return groups.map((group, groupIndex) => ({
    from: group[0] ?? 0,
    to: group.at(-1) ?? 0,
    shade:
      MAP_SHADES[count === 1 ? 2 : Math.round((groupIndex * (MAP_SHADES.length - 1)) / (count - 1))] ?? NO_MAP_SHADE,
  }));
}

/** Returns the shade of the range that contains the value; no shade for 0 or a missing value. */
export const mapShadeOfValue = (value: number | undefined, ranges: readonly MapShadeRange[]): Shade =>
  ranges.find(({ to }) => value !== undefined && value > 0 && value <= to)?.shade ?? NO_MAP_SHADE;
