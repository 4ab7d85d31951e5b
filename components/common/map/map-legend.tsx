import { clsx } from "clsx";
import { type MapShadeRange, NO_MAP_SHADE } from "./shades";

/** Texts of a map's legend. */
export type MapLegendTexts = {
  /** Noun for the values: "Open reports". */
  title: string;
  /** Label of an LGA without a value: "None". */
  none: string;
  format: (value: number) => string;
};

/** Explains the map's shades, in a corner outside the state's area. */
export function MapLegend({ words: texts, ranges }: { words: MapLegendTexts; ranges: readonly MapShadeRange[] }) {
  const { title, none, format } = texts;
  const entries = ranges.map(({ from, to, shade }) => ({
    text: from === to ? format(from) : `${format(from)}–${format(to)}`,
    fill: shade.fill,
  }));
  return (
    <div className="pointer-events-none absolute right-0 bottom-0 max-w-[36%] text-xs">
      <p className="font-semibold">{title}</p>
      <ul className="mt-1 grid gap-0.5 tabular-nums">
        {[{ text: none, fill: NO_MAP_SHADE.fill }, ...entries].map(({ text, fill }) => (
          <li key={text} className="flex items-center gap-1.5">
            <svg viewBox="0 0 12 12" className={clsx("size-3 shrink-0 stroke-foreground", fill)} aria-hidden="true">
              <rect x="0.5" y="0.5" width="11" height="11" rx="2" />
            </svg>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
