"use client";

import { clsx } from "clsx";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { BarPlot } from "./bar-plot";
import { type ChartUnit, formatChartValue } from "./chart-scale";
import { type ChartPoint, type ChartSeries, SeriesColourSwatch } from "./series";

type BarChartProps = {
  /** Title of the chart's data; also the caption of its table. */
  caption: string;
  /** Header of the table's first column, such as "Day". */
  axis: string;
  /** One or two series, or up to five stacked ones; `className` colours the bars, such as "fill-primary". */
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  unit?: ChartUnit;
  /** True to stack the bars of a point. Only for values that add up to a meaningful sum. */
  isStacked?: boolean;
};

/** Renders a bar chart on the server, without a chart library. Pointer, touch and arrow keys show single values; a table lists all. */
export function BarChart({ caption, axis, series, points, unit = "count", isStacked = false }: BarChartProps) {
  const [hasTable, setHasTable] = useState(false);
  const isEmpty = points.every(({ values }) => values.every((value) => value === 0));
  return (
    <figure>
      <figcaption className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-1 text-muted text-sm">
        {series.map(({ name, className }) => (
          <span key={name} className="flex items-center gap-2">
            <SeriesColourSwatch className={className} />
            {name}
          </span>
        ))}
        {isEmpty && <span>Nothing in this period</span>}
        <Button variant="link" size="sm" className="ml-auto px-0" onClick={() => setHasTable(!hasTable)}>
          {hasTable ? "Hide table" : "Show table"}
        </Button>
      </figcaption>
      <BarPlot label={caption} series={series} points={points} unit={unit} isStacked={isStacked} />
      {/* Hides a wrapper visually instead of the table, which ignores a width of 1 px. It is focusable while it scrolls. */}
      <section
        aria-label={`${caption}: table`}
        tabIndex={hasTable ? 0 : undefined}
        className={hasTable ? "mt-4 max-h-80 overflow-auto border-border border-t" : "sr-only"}
      >
        <table className="w-full text-sm tabular-nums">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="text-left text-muted text-xs">
              <th scope="col" className={clsx(CELL_CLASS, "sticky top-0 bg-surface")}>
                {axis}
              </th>
              {series.map(({ name }) => (
                <th key={name} scope="col" className={clsx(CELL_CLASS, "sticky top-0 bg-surface text-right")}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.label} className="border-border border-t">
                <th scope="row" className={clsx(CELL_CLASS, "text-left font-normal")}>
                  {point.label}
                </th>
                {point.values.map((value, index) => (
                  <td key={series[index]?.name} className={clsx(CELL_CLASS, "text-right")}>
                    {formatChartValue(value, unit)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </figure>
  );
}

const CELL_CLASS = "py-1.5 pr-3 whitespace-nowrap first:pl-1";
