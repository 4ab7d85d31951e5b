"use client";

import type { KycDecision } from "@/lib/contract/kyc.values";
import { KycApprovalForm } from "./kyc-approval";
import type { KycDecisionFormProps } from "./kyc-decision-frame";
import { KycRefusalForm } from "./kyc-refusal";

/** Confirms a decision and states its consequence, beside the documents instead of over them. */
export function KycDecisionPanel({ decision, ...props }: KycDecisionFormProps<KycDecision>) {
  return decision === "approved" ? (
    <KycApprovalForm {...props} decision={decision} />
  ) : (
    <KycRefusalForm {...props} decision={decision} />
  );
}
