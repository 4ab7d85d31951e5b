import { formatCount } from "@/lib/format";

type SoldBarProps = { sold: number; seats: number };

/** Shows the sold share of seats, as a bar and in figures. */
export function SoldSeatsBar({ sold, seats }: SoldBarProps) {
  if (seats === 0) return <span className="text-muted">No tickets yet</span>;
  return (
    <span className="inline-flex w-full min-w-28 max-w-44 flex-col gap-1">
      <span className="tabular-nums">
        {formatCount(sold)} of {formatCount(seats)}
      </span>
      <span className="h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        <span className="block h-full bg-primary" style={{ width: `${Math.min(100, (sold / seats) * 100)}%` }} />
      </span>
    </span>
  );
}
