import { ArrowRight } from "lucide-react";
import { CheckboxRow } from "@/components/ui/checkbox";
import type { KycSingle } from "@/lib/contract/kyc";
import { type KycCheck, TIER_LIMITS } from "@/lib/contract/kyc.values";
import { formatMoney } from "@/lib/format";
import { CHECK_WORDS } from "./kyc-words";

type Props = {
  request: KycSingle;
  /** Items of the checklist that were open, and those of them that are ticked now. */
  open: readonly KycCheck[];
  checked: readonly KycCheck[];
  onChange: (checked: readonly KycCheck[]) => void;
};

const limitsOf = (tier: number) => TIER_LIMITS[tier as keyof typeof TIER_LIMITS];

/** What an approval changes, and what it still needs. */
export function KycApproval({ request, open, checked, onChange }: Props) {
  return (
    <div className="space-y-4">
      {request.account.tier < request.tier && <Limits from={request.account.tier} to={request.tier} />}
      {open.length > 0 && (
        <fieldset>
          <legend className="mb-1 text-sm font-semibold">Still open on the checklist</legend>
          {open.map((item) => (
            <CheckboxRow
              key={item}
              label={CHECK_WORDS[item]}
              checked={checked.includes(item)}
              onChange={({ target }) =>
                onChange(target.checked ? [...checked, item] : checked.filter((other) => other !== item))
              }
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}

function Limits({ from, to }: { from: number; to: number }) {
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
