"use client";

import type { KycDecision } from "@/lib/contract/kyc.values";
import { KycApproval } from "./kyc-approval";
import type { DecisionProps } from "./kyc-decision-frame";
import { KycRefusal } from "./kyc-refusal";

/** Asks once more, with the consequence in words, beside the documents and not over them. */
export function KycDecisionPanel({ decision, ...props }: DecisionProps<KycDecision>) {
  return decision === "approved" ? (
    <KycApproval {...props} decision={decision} />
  ) : (
    <KycRefusal {...props} decision={decision} />
  );
}
