import { DateTime } from "@/components/common/date-time";
import { FreeText } from "@/components/common/free-text";
import type { KycDetails } from "@/lib/contract/kyc";
import { titleCase } from "@/lib/format";
import { kycReasonLabel } from "./kyc-review-words";

type Props = { decision: NonNullable<KycDetails["decision"]>; state: KycDetails["state"] };

/** Shows who decided the identity request, when, and the message to the user. */
export function KycDecisionSummary({ decision, state }: Props) {
  return (
    <div className="rounded-md border border-border bg-surface px-3 py-2 text-sm">
      <p>
        <span className="font-bold">{titleCase(state)}</span> by{" "}
        <span className="font-semibold">{decision.by.name}</span>{" "}
        <FreeText className="text-muted">({decision.by.email})</FreeText>, <DateTime at={decision.at} />
        {decision.reason && <> · {kycReasonLabel(decision.reason)}</>}
      </p>
      {decision.message && (
        <FreeText as="p" lines className="mt-1 text-muted">
          {decision.message}
        </FreeText>
      )}
    </div>
  );
}
