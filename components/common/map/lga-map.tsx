"use client";

import { clsx } from "clsx";
import { type KeyboardEvent, useRef, useState } from "react";
import { LGAS, type Lga } from "@/lib/contract/kyc.values";
import { formatCount } from "@/lib/format";
import { lgaByKey } from "./lga-keys";
import { LGA_NAMES, NAME_SIZE } from "./lga-names";
import { MapAttribution } from "./map-attribution";
import { type LegendWords, MapLegend } from "./map-legend";
import { type MapPoint, MapPoints } from "./map-points";
import { labelPlace, STATE_SHAPE, STATE_SHEET } from "./map-shape";
import { MAP_WIDTH, STATE_FRAME } from "./map-skeleton";
import { MapTip } from "./map-tip";
import { rangesOf, SHADES, shadeOf } from "./shades";

type LgaMapProps = {
  /** Accessible name of the map: "Open reports by LGA". */
  caption: string;
  /** Values above 0 by LGA. */
  values: Partial<Record<Lga, number>>;
  /** Returns an LGA and its value as words, for tooltip and button name: "Ikom: 12 open reports". */
  label: (lga: Lga, value: number) => string;
  selected?: Lga | null;
  /** Null clears the selection. */
  onSelect: (lga: Lga | null) => void;
  points?: readonly MapPoint[];
  /** Accessible name of the points: "Newest reports". */
  pointsLabel?: string;
  legend: Omit<LegendWords, "format"> & Partial<LegendWords>;
};

const VIEW = `0 0 ${STATE_SHEET.width} ${STATE_SHEET.height}`;

/**
 * Renders the state's LGAs as buttons, shaded by a value. Tab focuses one of them, arrow keys move to neighbours, Enter and Space
 * select, Escape clears. Load it with `lazy` and `MapSkeleton` as fallback.
 */
export function LgaMap({ caption, values, label, selected = null, onSelect, points = [], ...words }: LgaMapProps) {
  const { legend, pointsLabel = "Places" } = words;
  const sheet = useRef<SVGSVGElement>(null);
  const [stop, setStop] = useState<Lga>(LGAS[0]);
  const [focused, setFocused] = useState<Lga | null>(null);
  const [pointed, setPointed] = useState<Lga | null>(null);
  const ranges = rangesOf(values);
  const toggle = (lga: Lga) => onSelect(lga === selected ? null : lga);
  const tip = pointed ?? focused;

  const onKeyDown = (lga: Lga, event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = lgaByKey(lga, event.key);
    if (next) sheet.current?.querySelector<SVGPathElement>(`[data-lga="${next}"]`)?.focus();
    else if (event.key === "Enter" || event.key === " ") toggle(lga);
    else if (event.key === "Escape" && selected) onSelect(null);
    else if (!event.key.startsWith("Arrow")) return;
    // Keeps the page from scrolling and the container of the map from closing.
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={MAP_WIDTH}>
      <div className={STATE_FRAME}>
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a <fieldset> */}
        <svg ref={sheet} viewBox={VIEW} role="group" aria-label={caption} className="absolute inset-0 size-full">
          {LGAS.map((lga) => (
            // biome-ignore lint/a11y/useSemanticElements: a part of a drawing cannot be a <button>
            <path
              key={lga}
              data-lga={lga}
              d={STATE_SHAPE.pathOf(lga)}
              role="button"
              tabIndex={lga === (focused ?? selected ?? stop) ? 0 : -1}
              aria-label={label(lga, values[lga] ?? 0)}
              aria-pressed={lga === selected}
              className={clsx("cursor-pointer outline-none", shadeOf(values[lga], ranges).fill)}
              onClick={() => toggle(lga)}
              onKeyDown={(event) => onKeyDown(lga, event)}
              onFocus={() => {
                setStop(lga);
                setFocused(lga);
              }}
              onBlur={() => setFocused(null)}
              onPointerEnter={() => setPointed(lga)}
              onPointerLeave={() => setPointed(null)}
            />
          ))}
        </svg>
        <Edges values={values} ranges={ranges} selected={selected} focused={focused} />
        <MapPoints points={points} shape={STATE_SHAPE} sheet={STATE_SHEET} label={pointsLabel} />
        <MapLegend words={{ format: formatCount, ...legend }} ranges={ranges} />
        {tip && (
          <MapTip spot={STATE_SHAPE.spotOf(labelPlace(tip))} sheet={STATE_SHEET}>
            {label(tip, values[tip] ?? 0)}
          </MapTip>
        )}
      </div>
      <MapAttribution />
    </div>
  );
}

type EdgesProps = Pick<LgaMapProps, "values"> & {
  ranges: ReturnType<typeof rangesOf>;
  selected: Lga | null;
  focused: Lga | null;
};

/** Draws over the buttons: borders (dark shades last, as theirs contrast with any shade), names, selection, focus. */
function Edges({ values, ranges, selected, focused }: EdgesProps) {
  const shades = LGAS.map((lga) => ({ lga, shade: shadeOf(values[lga], ranges) }));
  const depth = ({ shade }: (typeof shades)[number]) => SHADES.indexOf(shade);
  return (
    <svg
      viewBox={VIEW}
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 size-full fill-none"
      strokeLinejoin="round"
    >
      {shades
        .toSorted((a, b) => depth(a) - depth(b))
        .map(({ lga, shade }) => (
          <Edge key={lga} lga={lga} width={0.75} className={shade.edge} />
        ))}
      {selected && <Edge lga={selected} width={5} className="stroke-surface" />}
      {selected && <Edge lga={selected} width={2.5} className="stroke-foreground" />}
      {focused && <Edge lga={focused} width={7} className="stroke-surface" />}
      {focused && <Edge lga={focused} width={3} className="stroke-info" dashed={focused !== selected} />}
      {LGA_NAMES.map(({ lga, x, y }) => (
        <text
          key={lga}
          x={x}
          y={y}
          fontSize={NAME_SIZE}
          textAnchor="middle"
          dominantBaseline="central"
          className={clsx("hidden font-semibold @md:block", shadeOf(values[lga], ranges).text)}
        >
          {lga}
        </text>
      ))}
    </svg>
  );
}

type EdgeProps = { lga: Lga; width: number; className: string; dashed?: boolean };

const Edge = ({ lga, width, className, dashed = false }: EdgeProps) => (
  <path
    d={STATE_SHAPE.pathOf(lga)}
    strokeWidth={width}
    strokeDasharray={dashed ? "6 3" : undefined}
    vectorEffect="non-scaling-stroke"
    className={className}
  />
);
