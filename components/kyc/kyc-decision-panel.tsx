"use client";

import type { KycDecision } from "@/lib/contract/kyc.values";
import { KycApproval } from "./kyc-approval";
import type { DecisionProps } from "./kyc-decision-frame";
import { KycRefusal } from "./kyc-refusal";

/** Confirms a decision and states its consequence, beside the documents instead of over them. */
export function KycDecisionPanel({ decision, ...props }: DecisionProps<KycDecision>) {
  return decision === "approved" ? (
    <KycApproval {...props} decision={decision} />
  ) : (
    <KycRefusal {...props} decision={decision} />
  );
}
