import { DateTime } from "@/components/common/date-time";
import type { KycSingle } from "@/lib/contract/kyc";
import { titleCase } from "@/lib/format";
import { reasonWords } from "./kyc-words";

type Props = { decision: NonNullable<KycSingle["decision"]>; state: KycSingle["state"] };

/** Who decided, when, and what the user was told. */
export function KycDecision({ decision, state }: Props) {
  return (
    <div className="rounded-md border border-border bg-surface px-3 py-2 text-sm">
      <p>
        <span className="font-bold">{titleCase(state)}</span> by{" "}
        <span className="font-semibold">{decision.by.name}</span>{" "}
        <span className="break-all text-muted">({decision.by.email})</span>, <DateTime at={decision.at} />
        {decision.reason && <> · {reasonWords(decision.reason)}</>}
      </p>
      {decision.message && <p className="mt-1 whitespace-pre-wrap text-muted">{decision.message}</p>}
    </div>
  );
}
