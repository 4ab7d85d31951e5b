import { clsx } from "clsx";

/** Name and colour of one group of bars. */
export type ChartSeries = { name: string; className: string };
/** One position on a chart's axis, with one value for each series. */
export type ChartPoint = { label: string; values: readonly number[] };

/** Shows the colour of a series beside its name. */
export function SeriesColourSwatch({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 10 10" className={clsx("size-2.5 shrink-0", className)} aria-hidden="true">
      <rect width="10" height="10" rx="3" />
    </svg>
  );
}
