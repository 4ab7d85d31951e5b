import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { formatCount, formatMoney } from "@/lib/format";
import { ALL_URL, wordsOf } from "./transaction-words";

type Slice = { name: string; volume: number; count: number };
type ShareListProps = { title: string; filter: string; span: string; slices: readonly Slice[] };

/** Parts of a whole, the greatest first, each with its bar and the way to its transactions. */
export function ShareList({ title, filter, span, slices }: ShareListProps) {
  const top = Math.max(1, ...slices.map(({ volume }) => volume));
  return (
    <Card>
      <CardHeader title={title} />
      {slices.length === 0 && <p className="px-5 pb-5 text-muted">Nothing in these days.</p>}
      <ul className="space-y-3 px-5 pb-5 text-sm">
        {slices.map(({ name, volume, count }) => (
          <li key={name}>
            <div className="flex flex-wrap justify-between gap-x-3">
              <HoverLink
                href={`${ALL_URL}?${filter}=${name}&${span}`}
                className="rounded-sm font-medium text-primary hover:underline"
              >
                {wordsOf(name)} <span className="font-normal text-muted">({formatCount(count)})</span>
              </HoverLink>
              <span className="font-semibold tabular-nums">{formatMoney(volume)}</span>
            </div>
            <div className="mt-1 h-1.5 rounded-full bg-sunken" aria-hidden="true">
              <div className="h-full rounded-full bg-primary" style={{ width: `${(volume / top) * 100}%` }} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
