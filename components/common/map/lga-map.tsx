"use client";

import { clsx } from "clsx";
import { type KeyboardEvent, useRef, useState } from "react";
import { LGAS, type Lga } from "@/lib/contract/lgas.values";
import { formatCount } from "@/lib/format";
import { nextLgaByKey } from "./lga-keys";
import { LGA_NAME_FONT_SIZE, LGA_NAME_LABELS } from "./lga-names";
import { MapAttribution } from "./map-attribution";
import { MapLegend, type MapLegendTexts } from "./map-legend";
import { type MapPoint, MapPoints } from "./map-points";
import { lgaLabelPoint, STATE_MAP_PROJECTION, STATE_MAP_SIZE } from "./map-projection";
import { MAP_WIDTH_CLASS, STATE_MAP_FRAME_CLASS } from "./map-skeleton";
import { MapTooltip } from "./map-tip";
import { MAP_SHADES, mapShadeOfValue, mapShadeRanges } from "./shades";

type LgaMapProps = {
  /** Accessible name of the map: "Open reports by LGA". */
  caption: string;
  /** Values above 0 by local government area (LGA). */
  values: Partial<Record<Lga, number>>;
  /** Describes an LGA and its value, for the tooltip and the button's name: "Ikom: 12 open reports". */
  label: (lga: Lga, value: number) => string;
  selected?: Lga | null;
  /** Called with the clicked LGA, or with null when the selection is cleared. */
  onSelect: (lga: Lga | null) => void;
  points?: readonly MapPoint[];
  /** Accessible name of the points: "Newest reports". */
  pointsLabel?: string;
  legend: Omit<MapLegendTexts, "format"> & Partial<MapLegendTexts>;
};

const VIEW_BOX = `0 0 ${STATE_MAP_SIZE.width} ${STATE_MAP_SIZE.height}`;

/**
 * Renders the state's LGAs as buttons, shaded by a value. Tab focuses one of them, arrow keys move to neighbours, Enter and Space
 * select, Escape clears. Load it with `lazy` and `MapSkeleton` as fallback.
 */
export function LgaMap({ caption, values, label, selected = null, onSelect, points = [], ...texts }: LgaMapProps) {
  const { legend, pointsLabel = "Places" } = texts;
  const svgRef = useRef<SVGSVGElement>(null);
  const [tabStop, setTabStop] = useState<Lga>(LGAS[0]);
  const [focused, setFocused] = useState<Lga | null>(null);
  const [hovered, setHovered] = useState<Lga | null>(null);
  const ranges = mapShadeRanges(values);
  const toggle = (lga: Lga) => onSelect(lga === selected ? null : lga);
  const tooltipLga = hovered ?? focused;

  const onKeyDown = (lga: Lga, event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = nextLgaByKey(lga, event.key);
    if (next) svgRef.current?.querySelector<SVGPathElement>(`[data-lga="${next}"]`)?.focus();
    else if (event.key === "Enter" || event.key === " ") toggle(lga);
    else if (event.key === "Escape" && selected) onSelect(null);
    else if (!event.key.startsWith("Arrow")) return;
    // Stops the key event, so that the page does not scroll and the dialog around the map does not close.
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={MAP_WIDTH_CLASS}>
      <div className={STATE_MAP_FRAME_CLASS}>
        {/* biome-ignore lint/a11y/useSemanticElements: an SVG element can't be a <fieldset> */}
        <svg ref={svgRef} viewBox={VIEW_BOX} role="group" aria-label={caption} className="absolute inset-0 size-full">
          {LGAS.map((lga) => (
            // biome-ignore lint/a11y/useSemanticElements: an SVG path can't be a <button>
            <path
              key={lga}
              data-lga={lga}
              d={STATE_MAP_PROJECTION.pathOf(lga)}
              role="button"
              tabIndex={lga === (focused ?? selected ?? tabStop) ? 0 : -1}
              aria-label={label(lga, values[lga] ?? 0)}
              aria-pressed={lga === selected}
              className={clsx("cursor-pointer outline-none", mapShadeOfValue(values[lga], ranges).fill)}
              onClick={() => toggle(lga)}
              onKeyDown={(event) => onKeyDown(lga, event)}
              onFocus={() => {
                setTabStop(lga);
                setFocused(lga);
              }}
              onBlur={() => setFocused(null)}
              onPointerEnter={() => setHovered(lga)}
              onPointerLeave={() => setHovered(null)}
            />
          ))}
        </svg>
        <BorderLines values={values} ranges={ranges} selected={selected} focused={focused} />
        <MapPoints points={points} shape={STATE_MAP_PROJECTION} sheet={STATE_MAP_SIZE} label={pointsLabel} />
        <MapLegend words={{ format: formatCount, ...legend }} ranges={ranges} />
        {tooltipLga && (
          <MapTooltip spot={STATE_MAP_PROJECTION.spotOf(lgaLabelPoint(tooltipLga))} sheet={STATE_MAP_SIZE}>
            {label(tooltipLga, values[tooltipLga] ?? 0)}
          </MapTooltip>
        )}
      </div>
      <MapAttribution />
    </div>
  );
}

type BorderLinesProps = Pick<LgaMapProps, "values"> & {
  ranges: ReturnType<typeof mapShadeRanges>;
  selected: Lga | null;
  focused: Lga | null;
};

/** Draws borders, names, selection and focus above the buttons. Draws borders of dark shades last, because they contrast most. */
function BorderLines({ values, ranges, selected, focused }: BorderLinesProps) {
  const shades = LGAS.map((lga) => ({ lga, shade: mapShadeOfValue(values[lga], ranges) }));
  const shadeIndex = ({ shade }: (typeof shades)[number]) => MAP_SHADES.indexOf(shade);
  return (
    <svg
      viewBox={VIEW_BOX}
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 size-full fill-none"
      strokeLinejoin="round"
    >
      {shades
        .toSorted((a, b) => shadeIndex(a) - shadeIndex(b))
        .map(({ lga, shade }) => (
          <BorderLine key={lga} lga={lga} width={0.75} className={shade.edge} />
        ))}
      {selected && <BorderLine lga={selected} width={5} className="stroke-surface" />}
      {selected && <BorderLine lga={selected} width={2.5} className="stroke-foreground" />}
      {focused && <BorderLine lga={focused} width={7} className="stroke-surface" />}
      {focused && <BorderLine lga={focused} width={3} className="stroke-info" dashed={focused !== selected} />}
      {LGA_NAME_LABELS.map(({ lga, x, y }) => (
        <text
          key={lga}
          x={x}
          y={y}
          fontSize={LGA_NAME_FONT_SIZE}
          textAnchor="middle"
          dominantBaseline="central"
          className={clsx("hidden font-semibold @md:block", mapShadeOfValue(values[lga], ranges).text)}
        >
          {lga}
        </text>
      ))}
    </svg>
  );
}

type BorderLineProps = { lga: Lga; width: number; className: string; dashed?: boolean };

const BorderLine = ({ lga, width, className, dashed: isDashed = false }: BorderLineProps) => (
  <path
    d={STATE_MAP_PROJECTION.pathOf(lga)}
    strokeWidth={width}
    strokeDasharray={isDashed ? "6 3" : undefined}
    vectorEffect="non-scaling-stroke"
    className={className}
  />
);
