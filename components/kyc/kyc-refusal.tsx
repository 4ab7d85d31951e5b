"use client";

import { useRef, useState } from "react";
import { Form, SubmitButton } from "@/components/common/form/form";
import { Button } from "@/components/ui/button";
import { confirmDiscard, type DiscardQuestionScope, DiscardQuestionScopeContext } from "@/lib/client/unsaved-changes";
import type { KycDecision } from "@/lib/contract/kyc.values";
import type { DecideKycInput } from "@/lib/queries/kyc";
import { type KycDecisionFormProps, KycDecisionFrame } from "./kyc-decision-frame";
import { KycReasonAndMessageFields } from "./kyc-letter-fields";
import { KYC_DECISION_TEXTS, kycDecisionDraftName } from "./kyc-review-words";
import { KycNewerVersionButton, useKycDecision } from "./use-kyc-decision";

const loadSchema = () => import("@/lib/contract/kyc").then((module) => module.kycDecision);

/** Rejects an identity request or returns it for correction, with a reason and a message to the user. */
export function KycRefusalForm({
  request,
  decision,
  version: initialVersion,
  onClose,
  onNext,
}: KycDecisionFormProps<Exclude<KycDecision, "approved">>) {
  const { decide, version, isStale } = useKycDecision(request, initialVersion);
  const [busy, setBusy] = useState(false);
  const shouldOpenNext = useRef(true);
  const [forms] = useState<DiscardQuestionScope>(() => new Set());
  const close = () => confirmDiscard(() => onClose(false), forms);
  const sendDecision = async (input: DecideKycInput) => {
    setBusy(true);
    try {
      await decide(input);
      onClose(false);
      if (shouldOpenNext.current) onNext?.();
    } finally {
      setBusy(false);
    }
  };
  const isRejection = decision === "rejected";
  const tone = isRejection ? "danger" : "primary";
  const { action } = KYC_DECISION_TEXTS[decision];
  const submit = (label: string, variant: "secondary" | typeof tone, opensNext: boolean) => (
    <SubmitButton
      variant={variant}
      onClick={() => {
        shouldOpenNext.current = opensNext;
      }}
    >
      {label}
    </SubmitButton>
  );
  return (
    <KycDecisionFrame
      title={isRejection ? `Reject ${request.name}'s KYC?` : `Ask ${request.name} to submit the request again?`}
      consequence={
        isRejection
          ? "The account keeps its tier, and the user gets your text by mail."
          : "The request closes until the user submits it again. They get your text by mail."
      }
      locked={busy}
      onClose={close}
    >
      <DiscardQuestionScopeContext value={forms}>
        <Form<DecideKycInput>
          schema={loadSchema}
          fixed={{ kycId: request.id, version, decision }}
          draft={kycDecisionDraftName(request.id, decision)}
          onSubmit={sendDecision}
          className="space-y-3!"
        >
          {isStale && <KycNewerVersionButton keepsText onView={() => onClose(true)} />}
          <KycReasonAndMessageFields outcome={decision} hint="Explain what was wrong and what to do next." />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={close} disabled={busy}>
              Cancel
            </Button>
            {submit(action, onNext ? "secondary" : tone, false)}
            {onNext && submit(`${action} and open next`, tone, true)}
          </div>
        </Form>
      </DiscardQuestionScopeContext>
    </KycDecisionFrame>
  );
}
