import { ArrowRight } from "lucide-react";
import type { KycDetails } from "@/lib/contract/kyc";
import { formatMoney } from "@/lib/format";

/** Compares the spending and balance limits of the current and the requested tier. */
export function KycLimitComparison({ now, asked: requested }: KycDetails["limits"]) {
  const rows = [
    ["Daily limit", formatMoney(now.daily_debit), formatMoney(requested.daily_debit)],
    ["Highest balance", formatLimit(now.balance), formatLimit(requested.balance)],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 rounded-md bg-sunken px-3.5 py-3 text-sm tabular-nums">
      {rows.map(([term, current, afterUpgrade]) => (
        <div key={term} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd className="flex flex-wrap items-center gap-x-1.5 font-semibold">
            <span className="font-normal text-muted">{current}</span>
            <ArrowRight className="size-3.5 text-muted" role="img" aria-label="becomes" />
            {afterUpgrade}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const formatLimit = (kobo: number | null) => (kobo === null ? "no limit" : formatMoney(kobo));
