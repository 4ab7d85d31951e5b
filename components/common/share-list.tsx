import type { ReactNode } from "react";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { formatCount } from "@/lib/format";
import { Change } from "./history/change";

export type Share = {
  key: string;
  label: string;
  count: number;
  size: number;
  words: string;
  href: string;
  /** The same in the period before. */
  before?: { size: number; words: string };
};

/** Parts of a whole, the greatest first, each with its bar and the way to the rows that it counts. */
export function ShareList({ title, shares, empty }: { title: string; shares: readonly Share[]; empty: ReactNode }) {
  const top = Math.max(1, ...shares.map(({ size }) => size));
  return (
    <Card>
      <CardHeader title={title} />
      {shares.length === 0 && <p className="px-5 pb-5 text-muted">{empty}</p>}
      <ul className="space-y-3 px-5 pb-5 text-sm">
        {shares.map(({ key, label, count, size, words, href, before }) => (
          <li key={key}>
            <div className="flex flex-wrap justify-between gap-x-3">
              <HoverLink href={href} className="rounded-sm font-medium text-primary hover:underline">
                {label} <span className="font-normal text-muted">({formatCount(count)})</span>
              </HoverLink>
              <span className="font-semibold tabular-nums">{words}</span>
            </div>
            <div className="mt-1 h-1.5 rounded-full bg-sunken" aria-hidden="true">
              <div className="h-full rounded-full bg-primary" style={{ width: `${(size / top) * 100}%` }} />
            </div>
            {before && (
              <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-muted tabular-nums">
                <span>{before.size === 0 ? "No previous data" : `previously ${before.words}`}</span>
                <Change now={size} before={before.size} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
