"use client";

import { clsx } from "clsx";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import {
  axisTicks,
  type ChartUnit,
  formatAxisValue,
  formatChartValue,
  hasAxisLabel,
  labelWithoutYear,
} from "./chart-scale";
import { type ChartPoint, type ChartSeries, SeriesColourSwatch } from "./series";

type BarPlotProps = {
  label: string;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  unit: ChartUnit;
  isStacked?: boolean;
};

/** Maximum number of labels below the axis. Halved for long labels, and halved again on a phone. */
const MAX_AXIS_LABELS = 8;
const hasLongLabel = ({ label }: ChartPoint) => labelWithoutYear(label).length > 8;

/** Renders a chart's bars and axes as a slider: arrow keys, pointer or touch select a point. */
export function BarPlot({ label, series, points, unit, isStacked = false }: BarPlotProps) {
  const [activeIndex, setActiveIndex] = useState<number>();
  const last = points.length - 1;
  const heights = points.flatMap(({ values }) => (isStacked ? sumOfFirst(values, values.length) : values));
  const ticks = axisTicks(Math.max(0, ...heights), unit);
  const activePoint = activeIndex === undefined ? undefined : points[activeIndex];
  const areLong = points.some(hasLongLabel);
  const maxLabels = areLong ? MAX_AXIS_LABELS / 2 : MAX_AXIS_LABELS;

  const selectAtPointer = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setActiveIndex(Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / width) * points.length))));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const current = activeIndex ?? last;
    const targetByKey = {
      ArrowLeft: current - 1,
      ArrowDown: current - 1,
      ArrowRight: current + 1,
      ArrowUp: current + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (targetByKey === undefined) return event.key === "Escape" && setActiveIndex(undefined);
    event.preventDefault();
    setActiveIndex(Math.min(last, Math.max(0, targetByKey)));
  };
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-muted text-xs tabular-nums">
      <div className="flex h-44 flex-col-reverse justify-between text-right" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} className="flex h-0 items-center justify-end">
            {formatAxisValue(tick, unit)}
          </span>
        ))}
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={activeIndex ?? Math.max(0, last)}
        aria-valuetext={describePoint(points[activeIndex ?? last], series, unit)}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && setActiveIndex(activeIndex ?? last)}
        onBlur={() => setActiveIndex(undefined)}
        onPointerDown={selectAtPointer}
        onPointerMove={selectAtPointer}
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && setActiveIndex(undefined)}
        className="relative h-44 cursor-crosshair touch-pan-y rounded-sm"
      >
        <Bars
          points={points}
          series={series}
          isStacked={isStacked}
          top={ticks.at(-1) ?? 1}
          lines={ticks.length}
          at={activeIndex}
        />
        {activePoint && activeIndex !== undefined && (
          <div
            style={{ left: `${((activeIndex + 0.5) / points.length) * 100}%` }}
            className={clsx(
              "pointer-events-none absolute bottom-full z-10 mb-1 w-max max-w-56 rounded-md bg-raised px-3 py-2 text-foreground text-sm shadow-raised",
              // Keeps the tooltip inside the plot area.
              activeIndex < points.length / 3
                ? "-translate-x-4"
                : activeIndex > (points.length * 2) / 3
                  ? "-translate-x-[calc(100%-1rem)]"
                  : "-translate-x-1/2",
            )}
            aria-hidden="true"
          >
            <p className="font-semibold">{activePoint.label}</p>
            {series.map(({ name, className }, index) => (
              <p key={name} className="flex items-center gap-2">
                <SeriesColourSwatch className={className} />
                <span className="text-muted">{name}</span>
                <span className="ml-auto pl-2 font-semibold">
                  {formatChartValue(activePoint.values[index] ?? 0, unit)}
                </span>
              </p>
            ))}
          </div>
        )}
      </div>
      <div className="relative col-start-2 mt-2 h-4" aria-hidden="true">
        {points.map(
          ({ label: name }, index) =>
            hasAxisLabel(index, points.length, maxLabels) && (
              <span
                key={name}
                style={{ left: `${((index + 0.5) / points.length) * 100}%` }}
                className={clsx(
                  "absolute whitespace-nowrap",
                  // Aligns a long last label to the right: centred below its bar, it would overflow the page on a phone.
                  areLong && index === last ? "-translate-x-[calc(100%-1rem)]" : "-translate-x-1/2",
                  !hasAxisLabel(index, points.length, maxLabels / 2) && "max-md:hidden",
                )}
              >
                {labelWithoutYear(name)}
              </span>
            ),
        )}
      </div>
    </div>
  );
}

const describePoint = (point: ChartPoint | undefined, series: readonly ChartSeries[], unit: ChartUnit) =>
  point &&
  `${point.label}: ${series.map(({ name }, index) => `${name} ${formatChartValue(point.values[index] ?? 0, unit)}`).join(", ")}`;

/** Sums the first `count` values of a point. */
const sumOfFirst = (values: readonly number[], count: number) =>
  values.slice(0, count).reduce((sum, value) => sum + value, 0);

type BarsProps = Pick<BarPlotProps, "points" | "series" | "isStacked"> & {
  top: number;
  lines: number;
  at: number | undefined;
};

/** Draws the bars in percent of the width: they widen with the window, while corners and height stay the same. */
function Bars({ points, series, isStacked, top, lines: gridLines, at }: BarsProps) {
  const slot = 100 / Math.max(points.length, 1);
  const bar = (slot * 0.6) / (isStacked ? 1 : series.length);
  return (
    <svg className="absolute inset-0 size-full overflow-visible" aria-hidden="true">
      {at !== undefined && <rect x={`${at * slot}%`} width={`${slot}%`} height="100%" className="fill-sunken" />}
      {Array.from({ length: gridLines }, (_, index) => `${(index / (gridLines - 1)) * 100}%`).map((y) => (
        <line key={y} x2="100%" y1={y} y2={y} className="stroke-border" />
      ))}
      {points.flatMap((point, index) =>
        point.values.map((value, seriesIndex) => {
          const height = Math.max(0, value / top) * 100;
          const below = isStacked ? (sumOfFirst(point.values, seriesIndex) / top) * 100 : 0;
          return (
            <rect
              key={`${point.label} ${series[seriesIndex]?.name}`}
              x={`${index * slot + slot * 0.2 + (isStacked ? 0 : seriesIndex * bar)}%`}
              y={`${100 - below - height}%`}
              width={`${bar * 0.86}%`}
              height={`${height}%`}
              rx={isStacked ? 0 : 2}
              className={series[seriesIndex]?.className}
            />
          );
        }),
      )}
    </svg>
  );
}
