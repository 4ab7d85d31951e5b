import { clsx } from "clsx";
import { formatCount } from "@/lib/format";

type Series = { name: string; className: string };

type BarChartProps = {
  /** What the chart shows; caption of the table that stands for it. */
  caption: string;
  /** Head of the first column: "Day". */
  axis: string;
  /** One or two; `className` colours the bars, such as "fill-primary". */
  series: readonly Series[];
  points: readonly { label: string; values: readonly number[] }[];
  /** How a value reads; a count unless told. */
  format?: (value: number) => string;
};

/** Bars side by side, drawn on the server. Screen readers, and whoever copies, get the table behind it. */
export function BarChart({ caption, axis, series, points, format = formatCount }: BarChartProps) {
  const highest = Math.max(0, ...points.flatMap((point) => point.values));
  const top = highest || 1;
  // In percent of the width: bars get wider with the window, their corners and the height stay.
  const slot = 100 / Math.max(points.length, 1);
  const bar = (slot * 0.5) / series.length;
  return (
    <figure>
      <figcaption className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        {series.map(({ name, className }) => (
          <span key={name} className="flex items-center gap-2">
            <svg viewBox="0 0 10 10" className={clsx("size-2.5", className)} aria-hidden="true">
              <rect width="10" height="10" rx="3" />
            </svg>
            {name}
          </span>
        ))}
        <span className="ml-auto tabular-nums">
          {highest > 0 ? `highest ${format(highest)}` : "Nothing in these days"}
        </span>
      </figcaption>
      <svg className="h-44 w-full overflow-visible" aria-hidden="true">
        {[0, 50, 100].map((part) => (
          <line key={part} x2="100%" y1={`${part}%`} y2={`${part}%`} className="stroke-border" />
        ))}
        {points.map((point, at) => (
          <g key={point.label}>
            <title>{`${point.label}: ${point.values.map(format).join(" / ")}`}</title>
            {point.values.map((value, index) => (
              <rect
                key={series[index]?.name}
                x={`${at * slot + slot * 0.25 + index * bar}%`}
                y={`${100 - (value / top) * 100}%`}
                width={`${bar * 0.86}%`}
                height={`${(value / top) * 100}%`}
                rx="2"
                className={series[index]?.className}
              />
            ))}
          </g>
        ))}
      </svg>
      <div className="mt-2 flex justify-between text-xs text-muted tabular-nums" aria-hidden="true">
        <span>{points[0]?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </div>
      {/* A table cannot be made a pixel small itself. */}
      <div className="sr-only">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{axis}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.label}>
                <th scope="row">{point.label}</th>
                {point.values.map((value, index) => (
                  <td key={series[index]?.name}>{format(value)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
