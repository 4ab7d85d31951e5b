import { clsx } from "clsx";
import type { ReactNode } from "react";
import { formatCount } from "@/lib/format";

type EventSeatsBarProps = { label: string; sold: number; held: number; left: number; seats: number };

/** Renders the capacity of an event as a bar: sold, reserved and available seats. */
export function EventSeatsBar({ label, sold, held, left, seats }: EventSeatsBarProps) {
  const widthOf = (count: number) => `${Math.min(100, (count / Math.max(seats, 1)) * 100)}%`;
  return (
    <div className="space-y-1">
      <div className="flex h-2 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        <span className="bg-primary" style={{ width: widthOf(sold) }} />
        <span className="bg-warning" style={{ width: widthOf(held) }} />
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm tabular-nums">
        <span className="sr-only">{label}: </span>
        <LegendItem look="bg-primary">{formatCount(sold)} sold</LegendItem>
        {held > 0 && <LegendItem look="bg-warning">{formatCount(held)} held for unpaid orders</LegendItem>}
        <LegendItem look="bg-sunken ring-1 ring-control">
          {formatCount(left)} left of {formatCount(seats)}
        </LegendItem>
      </p>
    </div>
  );
}

const LegendItem = ({ look: classes, children }: { look: string; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={clsx("size-2 rounded-full", classes)} aria-hidden="true" />
    <span>{children}</span>
  </span>
);
