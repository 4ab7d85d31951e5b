"use client";

import { clsx } from "clsx";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { atAxis, inFull, isNamed, shortLabel, ticksTo, type Unit } from "./chart-scale";
import { type Point, type Series, Swatch } from "./series";

type BarPlotProps = { label: string; series: readonly Series[]; points: readonly Point[]; unit: Unit };

/** Maximum number of labels below the axis. Halved for long labels, and halved again on a phone. */
const NAMES = 8;
const isLong = ({ label }: Point) => shortLabel(label).length > 8;

/** Renders bars and axes as a slider: arrow keys, pointer or touch select a point. */
export function BarPlot({ label, series, points, unit }: BarPlotProps) {
  const [at, setAt] = useState<number>();
  const last = points.length - 1;
  const ticks = ticksTo(Math.max(0, ...points.flatMap(({ values }) => values)), unit);
  const chosen = at === undefined ? undefined : points[at];
  const areLong = points.some(isLong);
  const most = areLong ? NAMES / 2 : NAMES;

  const onPointer = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setAt(Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / width) * points.length))));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = at ?? last;
    const to = {
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return event.key === "Escape" && setAt(undefined);
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, to)));
  };
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-muted text-xs tabular-nums">
      <div className="flex h-44 flex-col-reverse justify-between text-right" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} className="flex h-0 items-center justify-end">
            {atAxis(tick, unit)}
          </span>
        ))}
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={at ?? Math.max(0, last)}
        aria-valuetext={inWords(points[at ?? last], series, unit)}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && setAt(at ?? last)}
        onBlur={() => setAt(undefined)}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && setAt(undefined)}
        className="relative h-44 cursor-crosshair touch-pan-y rounded-sm"
      >
        <Bars points={points} series={series} top={ticks.at(-1) ?? 1} lines={ticks.length} at={at} />
        {chosen && at !== undefined && (
          <div
            style={{ left: `${((at + 0.5) / points.length) * 100}%` }}
            className={clsx(
              "pointer-events-none absolute bottom-full z-10 mb-1 w-max max-w-56 rounded-md bg-raised px-3 py-2 text-foreground text-sm shadow-raised",
              // Keeps the tooltip inside the plot.
              at < points.length / 3
                ? "-translate-x-4"
                : at > (points.length * 2) / 3
                  ? "-translate-x-[calc(100%-1rem)]"
                  : "-translate-x-1/2",
            )}
            aria-hidden="true"
          >
            <p className="font-semibold">{chosen.label}</p>
            {series.map(({ name, className }, index) => (
              <p key={name} className="flex items-center gap-2">
                <Swatch className={className} />
                <span className="text-muted">{name}</span>
                <span className="ml-auto pl-2 font-semibold">{inFull(chosen.values[index] ?? 0, unit)}</span>
              </p>
            ))}
          </div>
        )}
      </div>
      <div className="relative col-start-2 mt-2 h-4" aria-hidden="true">
        {points.map(
          ({ label: name }, index) =>
            isNamed(index, points.length, most) && (
              <span
                key={name}
                style={{ left: `${((index + 0.5) / points.length) * 100}%` }}
                className={clsx(
                  "absolute whitespace-nowrap",
                  // Centred below the last bar, a long label would overflow the page on a phone.
                  areLong && index === last ? "-translate-x-[calc(100%-1rem)]" : "-translate-x-1/2",
                  !isNamed(index, points.length, most / 2) && "max-md:hidden",
                )}
              >
                {shortLabel(name)}
              </span>
            ),
        )}
      </div>
    </div>
  );
}

const inWords = (point: Point | undefined, series: readonly Series[], unit: Unit) =>
  point &&
  `${point.label}: ${series.map(({ name }, index) => `${name} ${inFull(point.values[index] ?? 0, unit)}`).join(", ")}`;

type BarsProps = Pick<BarPlotProps, "points" | "series"> & { top: number; lines: number; at: number | undefined };

/** Draws in percent of the width: bars widen with the window, while corners and height stay the same. */
function Bars({ points, series, top, lines, at }: BarsProps) {
  const slot = 100 / Math.max(points.length, 1);
  const bar = (slot * 0.6) / series.length;
  return (
    <svg className="absolute inset-0 size-full overflow-visible" aria-hidden="true">
      {at !== undefined && <rect x={`${at * slot}%`} width={`${slot}%`} height="100%" className="fill-sunken" />}
      {Array.from({ length: lines }, (_, index) => `${(index / (lines - 1)) * 100}%`).map((y) => (
        <line key={y} x2="100%" y1={y} y2={y} className="stroke-border" />
      ))}
      {points.flatMap((point, index) =>
        point.values.map((value, of) => {
          const height = Math.max(0, value / top) * 100;
          return (
            <rect
              key={`${point.label} ${series[of]?.name}`}
              x={`${index * slot + slot * 0.2 + of * bar}%`}
              y={`${100 - height}%`}
              width={`${bar * 0.86}%`}
              height={`${height}%`}
              rx="2"
              className={series[of]?.className}
            />
          );
        }),
      )}
    </svg>
  );
}
