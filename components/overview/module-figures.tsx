"use client";

import { PercentChange } from "@/components/common/history/percent-change";
import { CompactMoney } from "@/components/common/money";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { formatCount, formatMoneyCompact, formatTotal } from "@/lib/format";
import type { HomeFigures } from "@/lib/queries/overview";

type ModuleFigures = HomeFigures["modules"][number];
type ModuleFigure = ModuleFigures["figures"][number];

const TONES = { neutral: "", warning: "text-warning", danger: "text-danger" };

/** Shows the figures of one module on Home. Each figure links to the list of the records that it counts. */
export function ModuleFiguresBlock({ feature, failed, figures, onRetry }: ModuleFigures & { onRetry: () => void }) {
  return (
    <Card aria-label={feature} className="flex grow basis-72 flex-col">
      <CardHeader title={feature} />
      {failed && (
        <p className="px-5 pb-4 text-muted text-sm">
          The figures couldn't be loaded in time.{" "}
          <button type="button" className="font-semibold text-primary underline" onClick={onRetry}>
            Retry
          </button>
        </p>
      )}
      <ul className="flex flex-wrap gap-x-6 gap-y-3 px-5 pb-4">
        {figures.map((figure) => (
          <li key={figure.id} className="relative min-w-24 grow basis-24">
            <FigureLabel {...figure} />
            <p className={`text-xl font-extrabold tracking-tight tabular-nums ${TONES[figure.tone]}`}>
              <FigureValue {...figure} />
            </p>
            <FigureNote {...figure} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function FigureLabel({ label, url }: ModuleFigure) {
  if (!url) return <p className="text-muted text-sm">{label}</p>;
  return (
    <HoverLink
      href={url}
      className="text-muted text-sm outline-none after:absolute after:-inset-1 after:rounded-md hover:text-primary hover:underline focus-visible:after:outline-2 focus-visible:after:outline-primary"
    >
      {label}
    </HoverLink>
  );
}

function FigureValue({ value, unit, is_capped }: ModuleFigure) {
  if (unit === "kobo") return <CompactMoney kobo={value} />;
  if (unit === "percent") return <>{value.toFixed(1)}%</>;
  return <>{formatTotal(value, is_capped)}</>;
}

function FigureNote({ value, before, unit, note }: ModuleFigure) {
  if (before === null && !note) return null;
  const previous = unit === "kobo" ? formatMoneyCompact(before ?? 0) : formatCount(before ?? 0);
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-muted text-xs">
      {before !== null && (
        <>
          <PercentChange now={value} before={before} />
          <span>before {previous}</span>
        </>
      )}
      {note}
    </p>
  );
}
