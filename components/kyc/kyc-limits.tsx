import { ArrowRight } from "lucide-react";
import { TIER_LIMITS } from "@/lib/contract/kyc.values";
import { formatMoney } from "@/lib/format";

const limitsOf = (tier: number) => TIER_LIMITS[tier as keyof typeof TIER_LIMITS];

/** What a higher tier changes. */
export function KycLimits({ from, to }: { from: number; to: number }) {
  const [before, after] = [limitsOf(from), limitsOf(to)];
  const rows = [
    ["Daily limit", formatMoney(before.daily), formatMoney(after.daily)],
    ["Highest balance", balance(before.balance), balance(after.balance)],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 rounded-md bg-sunken px-3.5 py-3 text-sm tabular-nums">
      {rows.map(([term, was, becomes]) => (
        <div key={term} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd className="flex flex-wrap items-center gap-x-1.5 font-semibold">
            <span className="font-normal text-muted">{was}</span>
            <ArrowRight className="size-3.5 text-muted" role="img" aria-label="becomes" />
            {becomes}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const balance = (kobo: number | null) => (kobo === null ? "no limit" : formatMoney(kobo));
